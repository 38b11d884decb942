/** An owner of tokens and features. Users have no passwords and use the API with tokens. */
export interface User {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}
