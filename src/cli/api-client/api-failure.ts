type Refused = Pick<ApiRefusal, "status" | "code" | "message" | "path">;

/** A refusal by an API: a status from 400, or an answer of another program. */
export class ApiRefusal extends Error {
  override readonly name = "ApiRefusal";
  readonly status: number;
  /** The code of the refusal (docs/api.md#errors); null if the answer has none. */
  readonly code: number | string | null;
  /** The path of the request, relative to the API. */
  readonly path: string;

  constructor({ status, code, message, path }: Refused) {
    super(message);
    this.status = status;
    this.code = code;
    this.path = path;
  }

  /**
   * Whether the server has no such route. A 404 of an existing route has a code; without one, another
   * server has answered. A redirect counts as a missing route too.
   */
  get isRouteMissing(): boolean {
    const { status, code } = this;
    return (
      (status === 404 && (code === null || code === "route_not_found")) ||
      status === 405 ||
      this.isRedirect
    );
  }

  get isRedirect(): boolean {
    return this.status >= 300 && this.status < 400;
  }
}

/** No answer arrived: the connection failed, or it took too long. The message is one line. */
export class ApiUnreachable extends Error {
  override readonly name = "ApiUnreachable";
}

/** An answer in a form that this client does not know. The message is one line. */
export class UnknownAnswer extends Error {
  override readonly name = "UnknownAnswer";
}
