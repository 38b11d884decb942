import { percentDecode } from "../request/percent-decoding.ts";
import { hasReplacedBytes, rawPath } from "../request/request-url.ts";
import type { PeerAddresses } from "./fetch-handler.ts";
import { type SynchronousHandler, synchronousHandlerOf } from "./synchronous-handler.ts";

/** A route in Elysia's list of routes. */
interface RoutedHandler {
  readonly method: string;
  readonly path: string;
  readonly handler: unknown;
}

interface BypassRoute {
  /** The pattern, such as `/features/:feature_name`. */
  readonly path: string;
  readonly handler: SynchronousHandler;
}

/** A route whose pattern ends in its only parameter. */
interface NameRoute extends BypassRoute {
  /** The part of the pattern before the parameter. */
  readonly start: string;
}

const nameRouteForm = /^([^:*]*\/):\w+$/;

/** The routes of one method. */
class MethodRoutes {
  readonly plain = new Map<string, BypassRoute>();
  readonly named: NameRoute[] = [];
  /** Clients repeat one URL; finding its route takes a tenth of the time of an answer from memory. */
  latest: { readonly url: string; readonly route: BypassRoute } | undefined;

  add(path: string, handler: SynchronousHandler): void {
    const start = nameRouteForm.exec(path)?.[1];
    if (start !== undefined) {
      this.named.push({ path, handler, start });
    } else if (!path.includes(":")) {
      this.plain.set(path, { path, handler });
    }
  }
}

/**
 * Calls the `synchronousHandler` of a GET or POST without Elysia, whose context and router take a
 * quarter of the time of an answer from memory. Handles paths without a parameter and paths that end
 * in a name of one segment; all other paths, valid or not, are left to Elysia.
 */
export class ElysiaBypass {
  readonly #get = new MethodRoutes();
  readonly #post = new MethodRoutes();

  constructor(routes: readonly RoutedHandler[]) {
    for (const { method, path, handler: routed } of routes) {
      const handler = synchronousHandlerOf(routed);
      if (handler !== undefined) {
        this.#routesOf(method)?.add(path, handler);
      }
    }
  }

  /**
   * Calls `onRoute` with the pattern and returns the handler's answer; undefined if Elysia has to
   * answer. Throws what the handler throws.
   */
  answer(
    request: Request,
    onRoute: (pattern: string) => void,
    peers?: PeerAddresses | undefined,
  ): Response | Promise<Response> | undefined {
    const routes = this.#routesOf(request.method);
    if (routes === undefined) {
      return undefined;
    }
    const { url } = request;
    if (routes.latest?.url !== url) {
      if (hasReplacedBytes(url)) {
        return undefined;
      }
      const path = rawPath(url);
      const route = routes.plain.get(path);
      if (route === undefined) {
        return answerNamed(routes.named, request, path, onRoute, peers);
      }
      routes.latest = { url, route };
    }
    const { route } = routes.latest;
    onRoute(route.path);
    return route.handler(request, "", peers);
  }

  #routesOf(method: string): MethodRoutes | undefined {
    switch (method) {
      case "GET":
        return this.#get;
      case "POST":
        return this.#post;
      default:
        return undefined;
    }
  }
}

function answerNamed(
  routes: readonly NameRoute[],
  request: Request,
  path: string,
  onRoute: (pattern: string) => void,
  peers: PeerAddresses | undefined,
): Response | Promise<Response> | undefined {
  for (const { path: pattern, handler, start } of routes) {
    const name = path.startsWith(start) ? decodedSegment(path.slice(start.length)) : undefined;
    if (name !== undefined) {
      onRoute(pattern);
      return handler(request, name, peers);
    }
  }
  return undefined;
}

/** Decodes one segment; undefined for an empty one, for several, and for bad escapes. */
function decodedSegment(segment: string): string | undefined {
  if (segment === "" || segment.includes("/")) {
    return undefined;
  }
  try {
    return percentDecode(segment);
  } catch {
    // The API refuses it, after checking that the sender may know whether a path exists.
    return undefined;
  }
}
