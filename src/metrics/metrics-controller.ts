import { Elysia } from "elysia";
import type { Registry } from "prom-client";

/** The metrics of the process as Prometheus reads them; no token is asked for, as nothing is secret. */
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
