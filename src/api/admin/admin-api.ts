import type { AnyElysia } from "elysia";
import type { GatehouseError } from "../../core/errors.ts";
import { originalOf } from "../../http/request/original-request.ts";
import { type Api, createApi } from "../../http/routing/api.ts";
import type { ApiContext } from "../../http/routing/api-context.ts";
import { memberAuthentication } from "./admin-head.ts";
import { adminApiHeader } from "./contract/admin-header.ts";
import { uiRefusalOf } from "./ui-errors.ts";

export interface AdminApiOptions {
  readonly context: ApiContext;
  /** The path of the API in this server, such as `/admin/v1`. */
  readonly prefix: string;
  readonly controllers: readonly AnyElysia[];
  /** Opens the request for a change that was refused; undefined for any other request. */
  readonly requestFor?: RequestFor | undefined;
}

/** The pending answer of a change that becomes a request. */
type RequestFor = (request: Request, error: GatehouseError) => Promise<Response> | undefined;

/** The path of the Admin API below the base path of the web UI. */
export const adminApiPath = "/admin/v1";
const version = "1";

/** The Admin API: everything that a person can do in the web UI (docs/admin-api.md). */
export function adminApi({ context, prefix, controllers, requestFor }: AdminApiOptions): Api {
  const opening = new WeakMap<Request, Promise<Response>>();
  const api = createApi({
    prefix,
    context,
    controllers,
    namePrefixes: [],
    // The meaning of an additional slash in a DELETE must not depend on a router.
    isPathStrict: true,
    writeRefusal(error, options) {
      const original = originalOf(options.request);
      const opened = requestFor?.(original, error);
      if (opened !== undefined) {
        opening.set(original, opened);
      }
      return uiRefusalOf(error, options);
    },
    authentication: memberAuthentication,
    // Routes are not secret.
    guard: () => undefined,
  });
  /** The answer of the opened request instead of the refusal. */
  const openedOr = async (request: Request, refusal: Response): Promise<Response> => {
    const opened = opening.get(request);
    opening.delete(request);
    try {
      return marked(opened === undefined ? refusal : await opened);
    } catch (error) {
      return marked(api.refuse(error, request));
    }
  };
  return {
    ...api,
    fetch(request, peers) {
      const answer = api.fetch(request, peers);
      return answer instanceof Promise
        ? answer.then((answered) => openedOr(request, answered))
        : marked(answer);
    },
    refuse: (error, request) => marked(api.refuse(error, request)),
  };
}

function marked(answer: Response): Response {
  answer.headers.set(adminApiHeader, version);
  return answer;
}
