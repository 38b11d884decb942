import type { PeerAddresses } from "./fetch-handler.ts";

/**
 * Answers a GET or a POST, synchronously unless the answer is a large one or waits for a body; `name`
 * is the decoded parameter of the path, empty without one. `peers` is undefined where no connection is known.
 */
export type SynchronousHandler = (
  request: Request,
  name: string,
  peers: PeerAddresses | undefined,
) => Response | Promise<Response>;

interface RouteContext {
  readonly request: Request;
  readonly params?: Readonly<Record<string, string>>;
}

const handlers = new WeakMap<object, SynchronousHandler>();

/**
 * Makes an Elysia route handler of a synchronous one. `ElysiaBypass` calls it without Elysia, and
 * Elysia calls it without `await`: Elysia awaits a handler if its source text may return a promise,
 * as in `return call(…)`, and a bound function has no source text. So a rejection of its promise does
 * not reach the app's `onError`: `createApi` handles it.
 */
export function synchronousHandler(
  handler: SynchronousHandler,
): (context: RouteContext) => Response | Promise<Response> {
  const routed = (({ request, params = {} }: RouteContext) => {
    const [name = ""] = Object.values(params);
    return handler(request, name, undefined);
  }).bind(undefined);
  handlers.set(routed, handler);
  return routed;
}

/** Returns the argument of the `synchronousHandler` call that made a route handler, if one did. */
export function synchronousHandlerOf(routed: unknown): SynchronousHandler | undefined {
  return typeof routed === "function" ? handlers.get(routed) : undefined;
}
