import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { documentedJson } from "../declared/documented-schemas.ts";
import { openRoutes } from "../declared/open-routes.ts";
import type { DocumentedResponses } from "../openapi/documented-operation.ts";
import { jsonResponse } from "../response/json-response.ts";

const HealthModel = Type.Object(
  { status: Type.Literal("ok") },
  { additionalProperties: false, $id: "Health" },
);

/** The route `/healthz`: shows that the process answers, and checks nothing else. */
export function healthController(path: string, refusals?: DocumentedResponses) {
  return new Elysia({ tags: ["Operations"] })
    .use(openRoutes(refusals))
    .get(path, () => jsonResponse('{"status":"ok"}'), {
      access: "anyone",
      response: { 200: documentedJson(HealthModel, "The process answers", { status: "ok" }) },
      detail: {
        operationId: "checkHealth",
        summary: "Check that the process answers",
        description: "Does not check the databases, because a restart would not repair them.",
      },
    });
}
