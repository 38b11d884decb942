import { NotFoundError } from "elysia";
import { GatehouseError } from "../../core/errors.ts";
import { requestIdHeader, requestIdOf } from "../request/request-id.ts";
import { rawPath } from "../request/request-url.ts";
import type { AnswerHeaders } from "../response/answer-headers.ts";
import type { ApiContext } from "./api-context.ts";
import { allowedMethods, type Route } from "./route-table.ts";

/** Returns the headers that every refusal of a request has. */
export type RefusalHeaders = (request: Request) => AnswerHeaders;

/** Returns a refusal in the form that an API's clients expect: status, body, and these headers. */
export type WriteRefusal = (error: GatehouseError, options: RefusalOptions) => Response;

export interface RefusalOptions {
  readonly docsUrl: string;
  readonly headers: AnswerHeaders;
  readonly request: Request;
}

type LinkedContext = Pick<ApiContext, "docsUrl" | "siteUrl">;

export interface ErrorHandlerOptions {
  readonly context: LinkedContext & Pick<ApiContext, "onFault">;
  readonly writeRefusal: WriteRefusal;
  readonly routes: () => readonly Route[];
  /** Throws unless the sender may know whether a path exists. */
  readonly guard: (request: Request) => void;
  /** No headers unless given. */
  readonly refusalHeaders?: RefusalHeaders | undefined;
  readonly isPathStrict?: boolean | undefined;
}

/** Returns the answer for an error that was thrown while a request was handled. */
export type ErrorHandler = (error: unknown, request: Request) => Response;

/** The `retry-after` of `unavailable`, if the error has none. */
const unavailableSeconds = 1;

export function createErrorHandler(options: ErrorHandlerOptions): ErrorHandler {
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

function refuserWithoutHeaders(options: ErrorHandlerOptions): ErrorHandler {
  return (error, request) => {
    try {
      if (error instanceof NotFoundError) {
        options.guard(request);
        return refuseUnrouted(options, request);
      }
      if (error instanceof GatehouseError) {
        return writeError(options, error, request);
      }
    } catch (refusal) {
      if (refusal instanceof GatehouseError) {
        return writeError(options, refusal, request);
      }
      throw refusal;
    }
    return reportFault(options, error, request);
  };
}

function writeError(
  { context, writeRefusal }: ErrorHandlerOptions,
  error: GatehouseError,
  request: Request,
): Response {
  const seconds =
    error.retryAfterSeconds ?? (error.refusal === "unavailable" ? unavailableSeconds : undefined);
  const headers = seconds === undefined ? {} : { "retry-after": String(seconds) };
  return writeRefusal(error, { docsUrl: linkOf(error, context), headers, request });
}

function linkOf({ pagePath }: GatehouseError, { siteUrl, docsUrl }: LinkedContext): string {
  return pagePath === undefined || siteUrl === undefined ? docsUrl : siteUrl + pagePath;
}

/** Answers a fault of the server with a request id only; the log has the details under that id. */
function reportFault(
  { context, writeRefusal }: ErrorHandlerOptions,
  error: unknown,
  request: Request,
): Response {
  const requestId = requestIdOf(request) ?? crypto.randomUUID();
  context.onFault(error, requestId);
  const message = `Internal error, request ${requestId}`;
  return writeRefusal(new GatehouseError("internal", { message }), {
    docsUrl: context.docsUrl,
    headers: { [requestIdHeader]: requestId },
    request,
  });
}

function refuseUnrouted(
  { context, writeRefusal, routes, isPathStrict }: ErrorHandlerOptions,
  request: Request,
): Response {
  const { docsUrl } = context;
  const path = rawPath(request.url);
  const isOther = isPathStrict === true && path.endsWith("/");
  const methods = isOther ? [] : allowedMethods(routes(), path);
  return methods.length === 0
    ? writeRefusal(new GatehouseError("route_not_found"), { docsUrl, headers: {}, request })
    : writeRefusal(new GatehouseError("method_not_allowed"), {
        docsUrl,
        headers: { allow: methods.join(", ") },
        request,
      });
}
