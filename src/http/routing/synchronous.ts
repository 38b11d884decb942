/** Answers a GET at once; `name` is the path's parameter, decoded, and empty where it has none. */
export type DirectHandler = (request: Request, name: string) => Response;

interface RouteContext {
  readonly request: Request;
  readonly params?: Readonly<Record<string, string>>;
}

const handlers = new WeakMap<object, DirectHandler>();

/**
 * A route's handler that answers at once: `DirectRoutes` calls it without Elysia, and Elysia without
 * waiting. That tells by the handler's text, where any `return call(…)` could be a promise; a bound
 * function shows it none. The answer's type keeps promises out: their rejections would get past
 * the app's `onError`.
 */
export function synchronous(handler: DirectHandler): (context: RouteContext) => Response {
  const routed = (({ request, params = {} }: RouteContext) => {
    const [name = ""] = Object.values(params);
    return handler(request, name);
  }).bind(undefined);
  handlers.set(routed, handler);
  return routed;
}

/** What `synchronous` made a route's handler of, if it did. */
export function directHandlerOf(routed: unknown): DirectHandler | undefined {
  return typeof routed === "function" ? handlers.get(routed) : undefined;
}
