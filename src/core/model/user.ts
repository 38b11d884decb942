/** An owner of tokens and features, who may sign in to the web UI. */
export interface User {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}
