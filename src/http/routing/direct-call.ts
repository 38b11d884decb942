import type { PeerAddresses } from "./fetch-handler.ts";

/**
 * Answers a request; `name` is the decoded parameter of the path, empty without one. `peers` is
 * undefined without a known connection.
 */
export type DirectHandler = (
  request: Request,
  name: string,
  peers: PeerAddresses | undefined,
) => Response | Promise<Response>;

/** The handler of a route in Elysia's list of routes. */
export type RouteHandler = (context: object) => Response | Promise<Response>;

/**
 * Returns a function that answers a request with the handler of a route, without Elysia. `parameter`
 * is the name of the only parameter in the path, empty without one.
 */
export type DirectCall = (handler: RouteHandler, parameter: string) => DirectHandler;

/** The member of a route's hooks with its `DirectCall`, if the route allows it. */
export const directCall = Symbol("directCall");

/** Returns the direct call of a route in Elysia's list; undefined if Elysia must call the handler. */
export function directHandlerOf(
  hooks: unknown,
  handler: unknown,
  parameter: string,
): DirectHandler | undefined {
  const call: unknown = isObject(hooks) ? Reflect.get(hooks, directCall) : undefined;
  return isCall(call) && isHandler(handler) ? call(handler, parameter) : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isCall(value: unknown): value is DirectCall {
  return typeof value === "function";
}

function isHandler(value: unknown): value is RouteHandler {
  return typeof value === "function";
}
