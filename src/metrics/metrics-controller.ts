import { Elysia } from "elysia";
import type { Registry } from "prom-client";

/** Serves the metrics in Prometheus' text format, without a token as they hold no secrets. */
export function metricsController(path: string, registry: Registry) {
  return new Elysia().get(
    path,
    async () =>
      new Response(await registry.metrics(), {
        headers: { "content-type": registry.contentType, "x-content-type-options": "nosniff" },
      }),
    {
      detail: {
        tags: ["Operations"],
        summary: "Read the metrics of the process, in Prometheus' text format",
        responses: { 200: { description: "The metrics", content: { "text/plain": {} } } },
      },
    },
  );
}
