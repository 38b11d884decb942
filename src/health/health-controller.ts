import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import {
  type DocumentedResponses,
  documentedOperation,
} from "../http/openapi/documented-operation.ts";
import { jsonResponse } from "../http/response/json-response.ts";

const HealthModel = Type.Object(
  { status: Type.Literal("ok") },
  { additionalProperties: false, $id: "Health" },
);

/** The route `/healthz`: shows that the process answers, and checks nothing else. */
export function healthController(path: string, refusals: DocumentedResponses = {}) {
  return new Elysia().get(path, () => jsonResponse('{"status":"ok"}'), {
    detail: documentedOperation(
      {
        id: "checkHealth",
        tag: "Operations",
        summary: "Check that the process answers",
        description: "Does not check the databases, because a restart would not repair them.",
        answers: [
          {
            status: 200,
            text: "The process answers",
            json: { schema: HealthModel, example: { status: "ok" } },
          },
        ],
      },
      refusals,
    ),
  });
}
