import { type AnyElysia, Elysia } from "elysia";
import { GatehouseError } from "../../errors.ts";
import type { Authentication } from "../openapi/authentication.ts";
import { asGet } from "../request/head-as-get.ts";
import { rawPath, refuseReplacedBytes, routable } from "../request/request-url.ts";
import type { ApiContext } from "./api-context.ts";
import { canonicalPath, type NamePrefix } from "./canonical-path.ts";
import { DirectRoutes } from "./direct-routes.ts";
import { createRefuser, type RefusalHeaders, type WriteRefusal } from "./refuser.ts";

export interface ApiOptions {
  /** All routes of the API are below it, such as `/flipper/api`; empty for the root. */
  readonly prefix: string;
  readonly context: ApiContext;
  readonly controllers: readonly AnyElysia[];
  /** The routes whose path ends in a name that may hold slashes. */
  readonly namePrefixes: readonly NamePrefix[];
  readonly writeRefusal: WriteRefusal;
  /** Throws if the sender may not learn whether a path exists. */
  readonly guard: (request: Request) => void;
  readonly refusalHeaders?: RefusalHeaders;
  /** How the documentation describes callers; undefined if no credentials are needed. */
  readonly authentication?: Authentication | undefined;
}

export interface Api {
  readonly prefix: string;
  /** Answers a request under the prefix; usable by any server of `Request` and `Response`. */
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /** The routes, for documentation. */
  readonly app: AnyElysia;
  readonly authentication: Authentication | undefined;
  /** Also for refusals of this API's requests that are decided before the API is called. */
  readonly refusalHeaders: RefusalHeaders;
}

/**
 * Builds an API from its controllers: gives the router a path that it can match, which Elysia by
 * itself does not (names with slashes, bad escapes), and answers requests that no route matches.
 */
export function createApi(options: ApiOptions): Api {
  const { prefix, context, namePrefixes, refusalHeaders = () => ({}), authentication } = options;
  const { trace } = context;
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
      canonical = canonicalPath(relative, namePrefixes);
    } catch (error) {
      return refuseGuarded(error, request);
    }
    return app.fetch(routable(request, canonical === relative ? path : prefix + canonical));
  }

  /** Refuses a bad path; a sender who may not learn about paths gets the guard's refusal instead. */
  function refuseGuarded(error: unknown, request: Request): Response {
    try {
      options.guard(request);
    } catch (refusal) {
      return refuse(refusal, request);
    }
    return refuse(error, request);
  }

  return { prefix, fetch, app, refusalHeaders, authentication };
}
