/** The credentials of HTTP Basic authentication (docs/api.md#authentication). */
export interface Credentials {
  readonly user: string;
  readonly password: string;
}
