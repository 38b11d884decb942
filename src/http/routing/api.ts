import { type AnyElysia, Elysia } from "elysia";
import { GatehouseError } from "../../errors.ts";
import type { Authentication } from "../openapi/authentication.ts";
import { asGet } from "../request/head-as-get.ts";
import { rawPath, refuseReplacedBytes, routable } from "../request/request-url.ts";
import { canonicalPath } from "./canonical-path.ts";
import { DirectRoutes } from "./direct-routes.ts";
import { createRefuser, type HeadersOf, type RefuserOptions } from "./refuser.ts";
import { Trace } from "./trace.ts";

export interface ApiOptions extends Omit<RefuserOptions, "routes"> {
  /** Everything the API answers stands under it, such as `/flipper/api`; empty for the root. */
  readonly prefix: string;
  readonly controllers: readonly AnyElysia[];
  /** What its documentation says of callers; undefined if anyone may call. */
  readonly authentication?: Authentication | undefined;
  /** Told the pattern of the route that a request matched. */
  readonly trace?: Trace | undefined;
}

export interface Api {
  /** Answers a request under the prefix; usable by any server that speaks Request and Response. */
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /** The routes, for documentation. */
  readonly app: AnyElysia;
  readonly authentication: (Authentication & { readonly prefix: string }) | undefined;
  /** What a refusal of a request says in its headers, also if it comes from before the API. */
  readonly headersOf: HeadersOf;
}

/**
 * The front door of an API: gives the router a path it can match, which Elysia by itself does not
 * (names with slashes, refused escapes), and answers what no route does (DESIGN.md section 6).
 */
export function createApi(options: ApiOptions): Api {
  const { prefix, trace = new Trace() } = options;
  const refuse = createRefuser({ ...options, routes: () => app.routes });
  const app: AnyElysia = new Elysia({ prefix, normalize: false })
    .onError(({ error, request }) => refuse(error, request))
    .onBeforeHandle(({ route }) => {
      // No call in here: Elysia would wait for it, and make every answer a promise.
      trace.route = route;
    })
    .use([...options.controllers]);

  const directRoutes = new DirectRoutes(app.routes);
  const onRoute = (pattern: string) => {
    trace.route = pattern;
  };

  function fetch(received: Request): Response | Promise<Response> {
    try {
      const answer = directRoutes.answer(received, onRoute);
      if (answer !== undefined) {
        return answer;
      }
    } catch (error) {
      return refuse(error, received);
    }
    return routed(asGet(received));
  }

  function routed(request: Request): Response | Promise<Response> {
    const path = rawPath(request.url);
    const relative = path.slice(prefix.length);
    let canonical: string;
    try {
      if (!path.startsWith(prefix)) {
        throw new GatehouseError("route_not_found");
      }
      refuseReplacedBytes(request.url);
      canonical = canonicalPath(relative);
    } catch (error) {
      return refuseUntold(error, request);
    }
    return app.fetch(routable(request, canonical === relative ? path : prefix + canonical));
  }

  /** A bad path says nothing to someone who may not be told about paths. */
  function refuseUntold(error: unknown, request: Request): Response {
    try {
      options.guard(request);
    } catch (refusal) {
      return refuse(refusal, request);
    }
    return refuse(error, request);
  }

  const { authentication, headersOf = () => ({}) } = options;
  return {
    fetch,
    app,
    headersOf,
    authentication: authentication === undefined ? undefined : { ...authentication, prefix },
  };
}
