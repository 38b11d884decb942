/** Describes the credentials of an API's callers. */
export interface Authentication {
  /** The name of the scheme in the document. */
  readonly schemeName: string;
  /** An OpenAPI Security Scheme Object. */
  readonly scheme: Readonly<Record<string, unknown>>;
  /** Other credentials that are accepted as well. */
  readonly alternatives?: readonly Authentication[];
}
