import { Elysia } from "elysia";
import { jsonResponse } from "../http/response/json-response.ts";

const schema = {
  type: "object" as const,
  required: ["status"],
  properties: { status: { type: "string" as const, enum: ["ok"] } },
  additionalProperties: false,
};

/** The route `/healthz`: shows that the process answers, and checks nothing else. */
export function healthController(path: string) {
  return new Elysia().get(path, () => jsonResponse('{"status":"ok"}'), {
    detail: {
      tags: ["Operations"],
      summary: "Check that the process answers",
      responses: {
        200: { description: "The process answers", content: { "application/json": { schema } } },
      },
    },
  });
}
