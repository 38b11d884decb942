/** User and password of HTTP Basic authentication. The user contains no colon. */
export interface Credentials {
  readonly user: string;
  readonly password: string;
}
