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

  /** The same refusal in other words. */
  withMessage(message: string): ApiRefusal {
    const { status, code, path } = this;
    return new ApiRefusal({ status, code, message, path });
  }

  get isRedirect(): boolean {
    return this.status >= 300 && this.status < 400;
  }
}

/** The answer; null if the API refuses for an expected reason. */
export async function nullIfRefused<Answer>(
  asked: Promise<Answer>,
  isExpected: (refusal: ApiRefusal) => boolean,
): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiRefusal && isExpected(error)) {
      return null;
    }
    throw error;
  }
}

/** Does work. A refusal by the API becomes the error that `reword` returns. */
export async function rewordingRefusals<Answer>(
  work: () => Promise<Answer>,
  reword: (refusal: ApiRefusal) => Error | Promise<Error>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiRefusal ? await reword(error) : error;
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
