import { NotFoundError } from "elysia";
import { GatehouseError } from "../../errors.ts";
import { requestIdHeader, requestIdOf } from "../request/request-id.ts";
import { rawPath } from "../request/request-url.ts";
import type { AnswerHeaders } from "../response/answer-headers.ts";
import type { ApiContext } from "./api-context.ts";
import { allowedMethods, type Route } from "./route-table.ts";

/** Returns headers that every refusal of a request has. */
export type RefusalHeaders = (request: Request) => AnswerHeaders;

/** Writes a refusal in the form that one API's clients expect: status, body, and these headers. */
export type WriteRefusal = (
  error: GatehouseError,
  options: { readonly docsUrl: string; readonly headers: AnswerHeaders },
) => Response;

export interface RefuserOptions {
  readonly context: Pick<ApiContext, "docsUrl" | "onFault">;
  readonly writeRefusal: WriteRefusal;
  readonly routes: () => readonly Route[];
  /** Throws if the sender may not learn whether a path exists. */
  readonly guard: (request: Request) => void;
  /** None unless given. */
  readonly refusalHeaders?: RefusalHeaders | undefined;
}

/** Turns anything that was thrown while answering a request into the answer. */
export type Refuser = (error: unknown, request: Request) => Response;

/** `retry-after` of `unavailable`, where the error does not name a time. */
const unavailableSeconds = 1;

export function createRefuser(options: RefuserOptions): Refuser {
  const { refusalHeaders } = options;
  const refuse = refuserWithoutHeaders(options);
  return refusalHeaders === undefined
    ? refuse
    : (error, request) => withHeaders(refuse(error, request), refusalHeaders(request));
}

function withHeaders(response: Response, headers: AnswerHeaders): Response {
  for (const [name, value] of Object.entries(headers)) {
    response.headers.set(name, value);
  }
  return response;
}

function refuserWithoutHeaders(options: RefuserOptions): Refuser {
  return (error, request) => {
    try {
      if (error instanceof NotFoundError) {
        options.guard(request);
        return unrouted(options, request);
      }
      if (error instanceof GatehouseError) {
        return refused(options, error);
      }
    } catch (refusal) {
      if (refusal instanceof GatehouseError) {
        return refused(options, refusal);
      }
      throw refusal;
    }
    return faulted(options, error, request);
  };
}

function refused({ context, writeRefusal }: RefuserOptions, error: GatehouseError): Response {
  const seconds =
    error.retryAfterSeconds ?? (error.refusal === "unavailable" ? unavailableSeconds : undefined);
  const headers = seconds === undefined ? {} : { "retry-after": String(seconds) };
  return writeRefusal(error, { docsUrl: context.docsUrl, headers });
}

/** A fault of ours: the answer carries an id alone, the log has the rest under that id. */
function faulted(
  { context, writeRefusal }: RefuserOptions,
  error: unknown,
  request: Request,
): Response {
  const requestId = requestIdOf(request) ?? crypto.randomUUID();
  context.onFault(error, requestId);
  return writeRefusal(new GatehouseError("internal", `Internal error, request ${requestId}`), {
    docsUrl: context.docsUrl,
    headers: { [requestIdHeader]: requestId },
  });
}

function unrouted({ context, writeRefusal, routes }: RefuserOptions, request: Request): Response {
  const { docsUrl } = context;
  const methods = allowedMethods(routes(), rawPath(request.url));
  return methods.length === 0
    ? writeRefusal(new GatehouseError("route_not_found"), { docsUrl, headers: {} })
    : writeRefusal(new GatehouseError("method_not_allowed"), {
        docsUrl,
        headers: { allow: methods.join(", ") },
      });
}
