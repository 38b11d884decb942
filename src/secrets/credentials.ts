/** What HTTP Basic authentication asks for. The user holds no colon. */
export interface Credentials {
  readonly user: string;
  readonly password: string;
}
