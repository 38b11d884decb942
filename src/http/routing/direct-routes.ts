import { percentDecode } from "../request/percent-decoding.ts";
import { hasReplacedBytes, rawPath } from "../request/request-url.ts";
import { type DirectHandler, directHandlerOf } from "./synchronous.ts";

/** What Elysia tells of a route. */
interface RoutedHandler {
  readonly method: string;
  readonly path: string;
  readonly handler: unknown;
}

interface DirectRoute {
  /** The pattern, as Elysia has it. */
  readonly path: string;
  readonly handler: DirectHandler;
}

/** A route whose pattern ends in its only parameter. */
interface NamingRoute extends DirectRoute {
  /** All of the pattern before the parameter. */
  readonly start: string;
}

const namingForm = /^([^:*]*\/):\w+$/;

/**
 * The way to `synchronous` handlers of GETs that does not lead through Elysia: its context and its
 * router cost a warm answer a quarter of its time. Knows plain paths and those that end in a name
 * of one segment; all others, right or wrong, are left to Elysia.
 */
export class DirectRoutes {
  readonly #plain = new Map<string, DirectRoute>();
  readonly #naming: NamingRoute[] = [];
  /** Pollers repeat one URL: finding its route is a tenth of the time of a warm answer. */
  #latest: { readonly url: string; readonly route: DirectRoute } | undefined;

  constructor(routes: readonly RoutedHandler[]) {
    for (const { method, path, handler: routed } of routes) {
      const handler = method === "GET" ? directHandlerOf(routed) : undefined;
      if (handler === undefined) {
        continue;
      }
      const start = namingForm.exec(path)?.[1];
      if (start !== undefined) {
        this.#naming.push({ path, handler, start });
      } else if (!path.includes(":")) {
        this.#plain.set(path, { path, handler });
      }
    }
  }

  /**
   * The answer, after `onRoute` was told the pattern; undefined if it is for Elysia and its front
   * door to give. Throws what the handler throws.
   */
  answer(request: Request, onRoute: (pattern: string) => void): Response | undefined {
    if (request.method !== "GET") {
      return undefined;
    }
    const { url } = request;
    if (this.#latest?.url !== url) {
      if (hasReplacedBytes(url)) {
        return undefined;
      }
      const path = rawPath(url);
      const route = this.#plain.get(path);
      if (route === undefined) {
        return this.#named(request, path, onRoute);
      }
      this.#latest = { url, route };
    }
    const { route } = this.#latest;
    onRoute(route.path);
    return route.handler(request, "");
  }

  #named(request: Request, path: string, onRoute: (pattern: string) => void): Response | undefined {
    for (const { path: pattern, handler, start } of this.#naming) {
      const name = path.startsWith(start) ? nameIn(path.slice(start.length)) : undefined;
      if (name !== undefined) {
        onRoute(pattern);
        return handler(request, name);
      }
    }
    return undefined;
  }
}

/** The name that a segment spells; undefined for none, for more than one, and for a broken one. */
function nameIn(segment: string): string | undefined {
  if (segment === "" || segment.includes("/")) {
    return undefined;
  }
  try {
    return percentDecode(segment);
  } catch {
    // Refused where it is known who may be told so.
    return undefined;
  }
}
