import { type AnyElysia, Elysia } from "elysia";
import { errorResponse } from "../flipper-api/errors/error-response.ts";
import { healthController } from "../health/health-controller.ts";
import { docsController } from "../http/openapi/docs-controller.ts";
import { asGet } from "../http/request/head-as-get.ts";
import { rawPath, routable } from "../http/request/request-url.ts";
import type { Api } from "../http/routing/api.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import { createRefuser, type RefusalHeaders } from "../http/routing/refuser.ts";

export interface SiteOptions {
  readonly context: ApiContext;
  /** In order of precedence: a request belongs to the first API whose prefix its path has. */
  readonly apis: readonly Api[];
  /** A path that a proxy puts before everything; empty for none. */
  readonly basePath: string;
  readonly version: string;
  /** Further routes beside the APIs, under the base path. */
  readonly companions?: readonly AnyElysia[];
}

export interface Site {
  fetch(request: Request): Response | Promise<Response>;
  /** The headers of a request's refusal, if it is refused before `fetch` is called. */
  readonly refusalHeaders: RefusalHeaders;
}

/**
 * Everything that the executable serves: APIs under their prefixes, and beside them documentation
 * and health. APIs come before all other routes, whatever the paths (docs/api.md#deployments).
 */
export function createSite(options: SiteOptions): Site {
  const { apis } = options;
  const companions = companionApp(options);
  const apiOf = (url: string) => apis.find(({ prefix }) => isUnder(url, prefix));
  return {
    fetch: (request) =>
      apiOf(request.url)?.fetch(request) ??
      companions.fetch(routable(asGet(request), rawPath(request.url))),
    refusalHeaders: (request) => apiOf(request.url)?.refusalHeaders(request) ?? {},
  };
}

function companionApp(options: SiteOptions): AnyElysia {
  const { apis, basePath, version, context } = options;
  const refuse = createRefuser({
    context,
    writeRefusal: errorResponse,
    guard: () => undefined,
    routes: () => app.routes,
  });
  const operations = [healthController("/healthz"), ...(options.companions ?? [])];
  const app: AnyElysia = new Elysia({ prefix: basePath, normalize: false })
    .onError(({ error, request }) => refuse(error, request))
    .onBeforeHandle(({ route }) => {
      context.trace.route = route;
    })
    .use(operations)
    .use(
      docsController({
        path: "/swagger",
        prefix: basePath,
        version,
        apis: () => [
          ...apis,
          { prefix: basePath, app: new Elysia({ prefix: basePath }).use(operations) },
        ],
      }),
    );
  return app;
}

/** Whether a URL's path is the prefix or below it; makes no string, as it runs for every request. */
function isUnder(url: string, prefix: string): boolean {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  if (!url.startsWith(prefix, start)) {
    return false;
  }
  const next = url.charAt(start + prefix.length);
  return next === "" || next === "/" || next === "?";
}
