import type { AnyElysia } from "elysia";
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
}

/** The path of the Admin API below the base path of the web UI. */
export const adminApiPath = "/admin/v1";
const version = "1";

/** The Admin API: everything that a person can do in the web UI (docs/admin-api.md). */
export function adminApi({ context, prefix, controllers }: AdminApiOptions): Api {
  const api = createApi({
    prefix,
    context,
    controllers,
    namePrefixes: [],
    // The meaning of an additional slash in a DELETE must not depend on a router.
    isPathStrict: true,
    writeRefusal: uiRefusalOf,
    authentication: memberAuthentication,
    // Routes are not secret.
    guard: () => undefined,
  });
  return {
    ...api,
    fetch(request, peers) {
      const answer = api.fetch(request, peers);
      return answer instanceof Promise ? answer.then(marked) : marked(answer);
    },
    refuse: (error, request) => marked(api.refuse(error, request)),
  };
}

function marked(answer: Response): Response {
  answer.headers.set(adminApiHeader, version);
  return answer;
}
