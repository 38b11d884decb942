import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { documentedJson } from "../declared/documented-schemas.ts";
import { openRoutes } from "../declared/open-routes.ts";
import type { DocumentedResponses } from "../openapi/documented-operation.ts";
import { jsonResponse } from "../response/json-response.ts";
import type { Readiness } from "./readiness.ts";

const retryAfterSeconds = 1;

const exact = { additionalProperties: false } as const;
const working = [Type.Literal("ok"), Type.Literal("degraded")] as const;
const checksText = { description: "The states of the checks by name." };
const ReadinessModel = Type.Object(
  {
    status: Type.Union([...working]),
    checks: Type.Record(Type.String(), Type.Union([...working]), checksText),
  },
  { ...exact, $id: "Readiness" },
);
const NotReadyModel = Type.Object(
  {
    code: Type.Literal("unavailable"),
    message: Type.String(),
    more_info: Type.String(),
    status: Type.Literal("failed"),
    checks: Type.Record(
      Type.String(),
      Type.Union([...working, Type.Literal("failed")]),
      checksText,
    ),
  },
  { ...exact, $id: "NotReady" },
);

export interface ReadinessRouteOptions {
  readonly path: string;
  readonly readiness: Readiness;
  readonly docsUrl: string;
  /** The documentation of refusals of this route. */
  readonly refusals: DocumentedResponses;
}

const exampleChecks = { database: "ok", telemetry: "ok", disk: "ok" } as const;

/**
 * The route `/readyz`: shows whether the server is ready, and which checks failed. The reasons are
 * only logged. It needs no token, because load balancers have none.
 */
export function readinessController({ path, readiness, docsUrl, refusals }: ReadinessRouteOptions) {
  return new Elysia({ tags: ["Operations"] }).use(openRoutes(refusals)).get(
    path,
    async () => {
      const { failed } = await readiness.check();
      const { names, degraded } = readiness;
      const states = names.map((name) =>
        failed.includes(name) ? "failed" : degraded.includes(name) ? "degraded" : "ok",
      );
      const checks = Object.fromEntries(names.map((name, index) => [name, states[index]]));
      if (failed.length === 0) {
        const status = states.includes("degraded") ? "degraded" : "ok";
        return jsonResponse(JSON.stringify({ status, checks }));
      }
      const message = `Not ready: ${failed.join(", ")}`;
      const refused = { code: "unavailable", message, more_info: docsUrl };
      return jsonResponse(JSON.stringify({ ...refused, status: "failed", checks }), {
        status: 503,
        headers: { "retry-after": String(retryAfterSeconds) },
      });
    },
    {
      access: "anyone",
      response: {
        200: documentedJson(
          ReadinessModel,
          "The server is ready. `degraded` if earlier telemetry is missing: its database was " +
            "damaged, and the server replaced it at the start. Also `degraded` if the last scheduled " +
            "backup failed, or if a replica cannot follow its primary",
          { status: "ok", checks: exampleChecks },
        ),
        503: documentedJson(
          NotReadyModel,
          "The server is not ready: `checks` shows which checks failed",
          {
            code: "unavailable",
            message: "Not ready: disk",
            more_info: "/swagger",
            status: "failed",
            checks: { ...exampleChecks, disk: "failed" },
          },
          ["Retry-After"],
        ),
      },
      detail: {
        operationId: "checkReadiness",
        summary: "Check that the server can do its work",
        description: "Checks that the databases can be written, and that the disk has room.",
      },
    },
  );
}
