import { type AnyElysia, Elysia } from "elysia";
import { healthController } from "../health/health-controller.ts";
import { docsController } from "../http/openapi/docs-controller.ts";
import { asGet } from "../http/request/head-as-get.ts";
import { rawPath, routable } from "../http/request/request-url.ts";
import type { Api } from "../http/routing/api.ts";
import { createRefuser } from "../http/routing/refuser.ts";
import { Trace } from "../http/routing/trace.ts";

export interface SiteOptions {
  readonly api: Api;
  /** The API's place in the server's paths. */
  readonly apiPrefix: string;
  /** A path that a proxy puts before everything; empty for none. */
  readonly basePath: string;
  readonly docsUrl: string;
  readonly version: string;
  readonly onFault: (error: unknown, requestId: string) => void;
  /** What else stands beside the API, under the base path. */
  readonly companions?: readonly AnyElysia[];
  /** Told the pattern of the route that a request matched, beside the API. */
  readonly trace?: Trace | undefined;
}

export type SiteFetch = (request: Request) => Response | Promise<Response>;

/**
 * Everything the executable answers: the API under its prefix, and beside it documentation and
 * health. The API comes first, whatever the paths (SPEC.md 1).
 */
export function siteFetch(options: SiteOptions): SiteFetch {
  const { api, apiPrefix } = options;
  const beside = besideApi(options);
  return (request) =>
    isUnder(request.url, apiPrefix)
      ? api.fetch(request)
      : beside.fetch(routable(asGet(request), rawPath(request.url)));
}

function besideApi(options: SiteOptions): AnyElysia {
  const { basePath, docsUrl, version, onFault, api, trace = new Trace() } = options;
  const refuse = createRefuser({
    docsUrl,
    onFault,
    guard: () => undefined,
    routes: () => site.routes,
  });
  const operations = [healthController("/healthz"), ...(options.companions ?? [])];
  const site: AnyElysia = new Elysia({ prefix: basePath, normalize: false })
    .onError(({ error, request }) => refuse(error, request))
    .onBeforeHandle(({ route }) => {
      trace.route = route;
    })
    .use(operations)
    .use(
      docsController({
        path: "/swagger",
        prefix: basePath,
        version,
        apps: () => [api.app, new Elysia({ prefix: basePath }).use(operations)],
        authentication: () => api.authentication,
      }),
    );
  return site;
}

/** Whether a URL's path is the prefix or below it; no string is made, as every request asks. */
function isUnder(url: string, prefix: string): boolean {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  if (!url.startsWith(prefix, start)) {
    return false;
  }
  const next = url.charAt(start + prefix.length);
  return next === "" || next === "/" || next === "?";
}
