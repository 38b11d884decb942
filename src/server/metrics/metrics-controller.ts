import { Elysia } from "elysia";
import type { Registry } from "prom-client";
import { documentedText } from "../../http/declared/documented-schemas.ts";
import { openRoutes } from "../../http/declared/open-routes.ts";
import type { DocumentedResponses } from "../../http/openapi/documented-operation.ts";

export interface MetricsControllerOptions {
  readonly path: string;
  /** The metrics, which the first scrape loads. */
  readonly registry: () => Promise<Registry>;
  /** A monotonic clock in milliseconds. */
  readonly nowMs: () => number;
  /** The documentation of refusals of this route. */
  readonly refusals: DocumentedResponses;
}

/**
 * How long the text is cached. Creating it takes some milliseconds of the main thread, and the route
 * needs no token.
 */
const keptMs = 1_000;

/** Serves the metrics in Prometheus' text format, without a token because they hold no secrets. */
export function metricsController({ path, registry, nowMs, refusals }: MetricsControllerOptions) {
  let kept: { readonly text: Promise<string>; readonly sinceMs: number } | undefined;

  function currentText(): Promise<string> {
    const sinceMs = nowMs();
    if (kept === undefined || sinceMs - kept.sinceMs >= keptMs) {
      kept = { text: registry().then((loaded) => loaded.metrics()), sinceMs };
    }
    return kept.text;
  }

  return new Elysia({ tags: ["Operations"] }).use(openRoutes(refusals)).get(
    path,
    async () =>
      new Response(await currentText(), {
        headers: {
          "content-type": (await registry()).contentType,
          "cache-control": "no-cache",
          "x-content-type-options": "nosniff",
        },
      }),
    {
      access: "anyone",
      response: { 200: documentedText("The metrics", "gatehouse_writer_waiting 0\n") },
      detail: {
        operationId: "getMetrics",
        summary: "Read the metrics of the process, in Prometheus' text format",
        description: "The values are up to a second old.",
      },
    },
  );
}
