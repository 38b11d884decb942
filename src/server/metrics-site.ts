import { Elysia } from "elysia";
import { errorResponse } from "../api/common/errors/error-response.ts";
import type { Config } from "../config/config.ts";
import { asGet } from "../http/request/head-as-get.ts";
import { rawPath, requestForElysia } from "../http/request/request-url.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import { createErrorHandler } from "../http/routing/error-handler.ts";
import type { FetchHandler } from "../http/routing/fetch-handler.ts";
import type { metricsController } from "./metrics/metrics-controller.ts";
import { type PipelineOptions, requestPipeline } from "./request-pipeline.ts";

export interface MetricsSiteOptions
  extends Omit<PipelineOptions, "fetch" | "refuse" | "healthPaths" | "prefixes" | "config"> {
  readonly config: Config;
  readonly context: ApiContext;
  readonly controller: ReturnType<typeof metricsController>;
}

/**
 * The metrics as the only route of a server. They are only numbers, and monitoring systems request
 * them by address. The rules about hosts and origins do not apply.
 */
export function metricsSite({ controller, ...options }: MetricsSiteOptions): FetchHandler {
  const { config, context } = options;
  const refuse = createErrorHandler({
    context,
    writeRefusal: errorResponse,
    guard: () => undefined,
    routes: () => app.routes,
  });
  const app = new Elysia({ prefix: config.basePath, normalize: false })
    .onError(({ error, request }) => refuse(error, request))
    .onBeforeHandle(({ route }) => {
      context.trace.route = route;
    })
    .use(controller);
  return requestPipeline({
    ...options,
    config: { ...config, mode: "hosted", allowedHosts: [], corsOrigins: [], tls: undefined },
    prefixes: [config.basePath],
    healthPaths: new Set(),
    refuse,
    fetch: (request) => app.fetch(requestForElysia(asGet(request), rawPath(request.url))),
  });
}
