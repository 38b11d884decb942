/** A person who owns tokens and features. Gatehouse has no passwords: people act through tokens. */
export interface User {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}
