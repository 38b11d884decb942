import type { AnyElysia } from "elysia";
import { type Api, createApi } from "../http/routing/api.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import { memberAuthentication } from "./admin-head.ts";
import { uiRefusalOf } from "./ui-errors.ts";

export interface AdminApiOptions {
  readonly context: ApiContext;
  /** The path of the API in this server, such as `/admin/v1`. */
  readonly prefix: string;
  readonly controllers: readonly AnyElysia[];
}

/** The path of the Admin API below the base path of the web UI. */
export const adminApiPath = "/admin/v1";

/** The Admin API: what a person can do in the web UI (docs/admin-api.md). */
export function adminApi({ context, prefix, controllers }: AdminApiOptions): Api {
  return createApi({
    prefix,
    context,
    controllers,
    namePrefixes: [],
    // What a slash too many deletes must not depend on a router.
    isPathStrict: true,
    writeRefusal: uiRefusalOf,
    authentication: memberAuthentication,
    // Everybody may know which routes there are.
    guard: () => undefined,
  });
}
