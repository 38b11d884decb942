import { type AnyElysia, Elysia } from "elysia";
import { adminHead } from "../api/admin/admin-head.ts";
import type { WebUi } from "../api/admin/web-ui.ts";
import { apiHead } from "../api/common/errors/api-head.ts";
import { errorResponse } from "../api/common/errors/error-response.ts";
import { healthRefusals } from "../api/common/errors/operation-docs.ts";
import { refusalResponses } from "../api/common/errors/refusal-docs.ts";
import { memoizeLatest } from "../core/memo/memoize-latest.ts";
import { healthController } from "../http/health/health-controller.ts";
import { docsController } from "../http/openapi/docs-controller.ts";
import { asGet } from "../http/request/head-as-get.ts";
import { rawPath, requestForElysia } from "../http/request/request-url.ts";
import type { Api } from "../http/routing/api.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import { createErrorHandler, type ErrorHandler } from "../http/routing/error-handler.ts";
import type { FetchHandler } from "../http/routing/fetch-handler.ts";
import type { Route } from "../http/routing/route-table.ts";

export interface SiteRouterOptions {
  readonly context: ApiContext;
  /** In the order of the documentation; the API with the longest matching prefix answers. */
  readonly apis: readonly Api[];
  /** A prefix of all paths, such as the path of a proxy; empty for none. */
  readonly basePath: string;
  readonly version: string;
  /** The URL of the base path for clients; undefined if it is unknown. */
  readonly publicUrl?: string | undefined;
  /** Undefined for a server without the web UI. */
  readonly ui?: WebUi | undefined;
  /** Controllers of further routes below the base path. */
  readonly extraControllers?: readonly AnyElysia[];
}

const docsPath = "/swagger";
const hidden = { detail: { hide: true } };
const foundStatus = 302;
const notFoundStatus = 404;

interface SiteRouter {
  readonly fetch: FetchHandler;
  /** Answers a request that is refused before `fetch` is called, in the form of its API. */
  readonly refuse: ErrorHandler;
}

/**
 * Routes all requests of the executable: APIs below their prefixes, the web UI, documentation, health
 * and the extra controllers. APIs take precedence over all other routes, so the UI adds nothing to
 * their paths (docs/api.md#deployments).
 */
export function createSiteRouter(options: SiteRouterOptions): SiteRouter {
  const { apis, ui } = options;
  const otherRoutes = siteOperations(options);
  const refuseOther = errorHandlerOf(options, () => otherRoutes.routes);
  const byPrefix = apis.toSorted((left, right) => right.prefix.length - left.prefix.length);
  // Pollers repeat one URL.
  const apiOf = memoizeLatest((url: string) => byPrefix.find(({ prefix }) => isUnder(url, prefix)));
  const fetchOther = (request: Request) =>
    otherRoutes.fetch(requestForElysia(asGet(request), rawPath(request.url)));
  const fetchOtherThanApi: FetchHandler =
    ui === undefined
      ? fetchOther
      : (request, peers) => ui.fetch(request, peers) ?? orPage(ui, request, fetchOther(request));
  return {
    fetch: (request, peers) =>
      apiOf(request.url)?.fetch(request, peers) ?? fetchOtherThanApi(request, peers),
    refuse: (error, request) =>
      apiOf(request.url)?.refuse(error, request) ??
      ui?.refuse(error, request) ??
      refuseOther(error, request),
  };
}

/** Browsers get a page for an unknown path; all other clients get JSON. */
async function orPage(ui: WebUi, request: Request, answer: Response | Promise<Response>) {
  const response = await answer;
  return response.status === notFoundStatus ? (ui.unknownPage(request) ?? response) : response;
}

/** The routes below the base path that belong to no API. */
export function siteOperations(options: SiteRouterOptions): AnyElysia {
  const { apis, basePath, version, context, ui } = options;
  const refuse = errorHandlerOf(options, () => app.routes);
  const operations = [
    healthController("/healthz", refusalResponses(healthRefusals)),
    ...(options.extraControllers ?? []),
  ];
  const app: AnyElysia = new Elysia({ prefix: basePath, normalize: false })
    .onError(({ error, request }) => refuse(error, request))
    .onBeforeHandle(({ route }) => {
      context.trace.route = route;
    })
    .get("/", () => redirectTo(startUrl(options)), hidden)
    .use(operations)
    .use(
      docsController({
        path: docsPath,
        prefix: basePath,
        version,
        head: apiHead,
        publicUrl: options.publicUrl,
        others:
          ui === undefined ? {} : { "admin.json": { head: adminHead, api: () => ui.adminApi() } },
        apis: () => [
          ...apis,
          { prefix: basePath, app: new Elysia({ prefix: basePath }).use(operations) },
        ],
      }),
    );
  return app;
}

function startUrl({ publicUrl, basePath, ui }: SiteRouterOptions): string {
  const base = publicUrl ?? basePath;
  return ui?.hasPages !== true ? `${base}${docsPath}` : `${base}${ui.pathBelow(basePath)}`;
}

/** Temporary and not cached: a later version may have its own page there. */
function redirectTo(location: string): Response {
  const headers = {
    location,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
  return new Response(null, { status: foundStatus, headers });
}

function errorHandlerOf({ context }: SiteRouterOptions, routes: () => readonly Route[]) {
  return createErrorHandler({
    context,
    writeRefusal: errorResponse,
    guard: () => undefined,
    routes,
  });
}

/**
 * Whether a URL's path is the prefix or below it. Allocates no path, because it runs on every
 * request.
 */
function isUnder(url: string, prefix: string): boolean {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  if (!url.startsWith(prefix, start)) {
    return false;
  }
  const next = url.charAt(start + prefix.length);
  return next === "" || next === "/" || next === "?";
}
