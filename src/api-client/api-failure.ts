/** What an API refused: a status from 400, or an answer that is not one of this API. */
export class ApiRefusal extends Error {
  override readonly name = "ApiRefusal";
  readonly status: number;
  /** The code of the refusal (docs/api.md#errors); null if the answer has none. */
  readonly code: number | string | null;

  constructor(status: number, code: number | string | null, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }

  /**
   * Whether the server has no such route: an API of another server answers 404 too, with a page or
   * with no code, and the Flipper API itself never does for a route that it has but with a code.
   */
  get isRouteMissing(): boolean {
    return (
      (this.status === 404 && (this.code === null || this.code === "route_not_found")) ||
      this.status === 405
    );
  }
}

/** No answer came: the connection failed, or it took too long. The message is one line. */
export class ApiUnreachable extends Error {
  override readonly name = "ApiUnreachable";
}

/** An answer of a form that this client does not know. The message is one line. */
export class UnknownAnswer extends Error {
  override readonly name = "UnknownAnswer";
}
