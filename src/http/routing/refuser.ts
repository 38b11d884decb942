import { NotFoundError } from "elysia";
import { GatehouseError } from "../../errors.ts";
import { errorResponse } from "../../flipper-api/errors/error-response.ts";
import { requestIdHeader, requestIdOf } from "../request/request-id.ts";
import { rawPath } from "../request/request-url.ts";
import { allowedMethods, type Route } from "./route-table.ts";

export interface RefuserOptions {
  /** Where `more_info` points. */
  readonly docsUrl: string;
  readonly routes: () => readonly Route[];
  /** Throws if the sender may not even be told whether a path exists. */
  readonly guard: (request: Request) => void;
  /** Told of every fault of ours, with the id that the answer carries. */
  readonly onFault: (error: unknown, requestId: string) => void;
  /** What every refusal of a request says in its headers; nothing unless given. */
  readonly headersOf?: HeadersOf | undefined;
}

export type HeadersOf = (request: Request) => Readonly<Record<string, string>>;

/** Turns whatever was thrown while answering a request into the answer. */
export type Refuser = (error: unknown, request: Request) => Response;

/** How soon to ask again what the server could not do at the moment. */
const unavailableSeconds = 1;

export function createRefuser(options: RefuserOptions): Refuser {
  const { headersOf } = options;
  const refuse = bareRefuser(options);
  return headersOf === undefined
    ? refuse
    : (error, request) => withHeaders(refuse(error, request), headersOf(request));
}

function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(headers)) {
    response.headers.set(name, value);
  }
  return response;
}

function bareRefuser(options: RefuserOptions): Refuser {
  const { docsUrl } = options;
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
    const requestId = requestIdOf(request) ?? crypto.randomUUID();
    options.onFault(error, requestId);
    return errorResponse(new GatehouseError("internal", `Internal error, request ${requestId}`), {
      docsUrl,
      headers: { [requestIdHeader]: requestId },
    });
  };
}

function refused({ docsUrl }: RefuserOptions, error: GatehouseError): Response {
  const seconds =
    error.retryAfterSeconds ?? (error.refusal === "unavailable" ? unavailableSeconds : undefined);
  const headers = seconds === undefined ? {} : { "retry-after": String(seconds) };
  return errorResponse(error, { docsUrl, headers });
}

function unrouted({ docsUrl, routes }: RefuserOptions, request: Request): Response {
  const methods = allowedMethods(routes(), rawPath(request.url));
  return methods.length === 0
    ? errorResponse(new GatehouseError("route_not_found"), { docsUrl })
    : errorResponse(new GatehouseError("method_not_allowed"), {
        docsUrl,
        headers: { allow: methods.join(", ") },
      });
}
