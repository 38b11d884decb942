import { type AnyElysia, Elysia, NotFoundError } from "elysia";
import { GatehouseError } from "../../core/errors.ts";
import type { Authentication } from "../openapi/authentication.ts";
import { asGet } from "../request/head-as-get.ts";
import { rawPath, refuseReplacedBytes, requestForElysia } from "../request/request-url.ts";
import type { ApiContext } from "./api-context.ts";
import { canonicalPath, MissingName, type NamePrefix } from "./canonical-path.ts";
import { ElysiaBypass } from "./elysia-bypass.ts";
import {
  createErrorHandler,
  type ErrorHandler,
  type RefusalHeaders,
  type WriteRefusal,
} from "./error-handler.ts";
import type { PeerAddresses } from "./fetch-handler.ts";
import { allowedMethods } from "./route-table.ts";

export interface ApiOptions {
  /** The prefix of all paths of the API, such as `/flipper/api`; empty for the root. */
  readonly prefix: string;
  readonly context: ApiContext;
  readonly controllers: readonly AnyElysia[];
  /** The prefixes of paths that end in a name, which may hold slashes. */
  readonly namePrefixes: readonly NamePrefix[];
  readonly writeRefusal: WriteRefusal;
  /** Throws unless the sender may know whether a path exists. */
  readonly guard: (request: Request) => void;
  readonly refusalHeaders?: RefusalHeaders;
  /** Whether a slash at the end of a path makes it a different path. */
  readonly isPathStrict?: boolean;
  /** The documentation of the callers' credentials; undefined if none are needed. */
  readonly authentication?: Authentication | undefined;
}

export interface Api {
  readonly prefix: string;
  /** Answers a request under the prefix; `peers` is undefined without a known connection. */
  readonly fetch: (request: Request, peers?: PeerAddresses) => Response | Promise<Response>;
  /** The routes, for the documentation. */
  readonly app: AnyElysia;
  readonly authentication: Authentication | undefined;
  /** Answers a request of this API that is refused before `fetch` is called, in the API's form. */
  readonly refuse: ErrorHandler;
}

/**
 * Builds an API from its controllers. Rewrites paths that Elysia cannot match (names with slashes),
 * refuses bad escapes, and answers requests that no route matches.
 */
export function createApi(options: ApiOptions): Api {
  const { prefix, context, namePrefixes, authentication } = options;
  const { trace } = context;
  const refuse = createErrorHandler({ ...options, routes: () => app.routes });
  const app: AnyElysia = new Elysia({
    prefix,
    normalize: false,
    strictPath: options.isPathStrict === true,
  })
    .onError(({ error, request }) => refuse(error, request))
    .onTransform(({ route }) => {
      // Before the check of the caller, so that refusals have their route in metrics and logs. No
      // function call: Elysia would then await this hook and turn every answer into a promise.
      trace.route = route;
    })
    .use([...options.controllers]);

  const elysiaBypass = new ElysiaBypass(app.routes);
  const onRoute = (pattern: string) => {
    trace.route = pattern;
  };

  function fetch(received: Request, peers?: PeerAddresses): Response | Promise<Response> {
    try {
      const answer = elysiaBypass.answer(received, onRoute, peers);
      if (answer !== undefined) {
        return caught(answer, received);
      }
    } catch (error) {
      return refuse(error, received);
    }
    return caught(routed(asGet(received)), received);
  }

  /** Refuses a request whose handler returned a promise unknown to Elysia. */
  function caught(answer: Response | Promise<Response>, request: Request) {
    return answer instanceof Promise
      ? answer.catch((error: unknown) => refuse(error, request))
      : answer;
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
      return error instanceof MissingName
        ? refuseMissingName(error, request)
        : refuseGuarded(error, request);
    }
    return app.fetch(requestForElysia(request, canonical === relative ? path : prefix + canonical));
  }

  /** A method that the route does not have is refused as such, with or without a name. */
  function refuseMissingName(error: MissingName, request: Request): Response {
    const namedPath = prefix + error.namedPath;
    return allowedMethods(app.routes, namedPath).includes(request.method)
      ? refuseGuarded(error, request)
      : refuse(new NotFoundError(), requestForElysia(request, namedPath));
  }

  /** Refuses a bad path. A sender that the guard rejects gets the guard's refusal instead. */
  function refuseGuarded(error: unknown, request: Request): Response {
    try {
      options.guard(request);
    } catch (refusal) {
      return refuse(refusal, request);
    }
    return refuse(error, request);
  }

  return { prefix, fetch, app, refuse, authentication };
}
