import { Elysia } from "elysia";
import { jsonResponse } from "../http/response/json-response.ts";

const schema = {
  type: "object" as const,
  required: ["status"],
  properties: { status: { type: "string" as const, enum: ["ok"] } },
  additionalProperties: false,
};

/** Says that the process answers, nothing more. */
export function healthController(path: string) {
  return new Elysia().get(path, () => jsonResponse('{"status":"ok"}'), {
    detail: {
      tags: ["Operations"],
      summary: "Ask whether the process answers",
      responses: {
        200: { description: "It does", content: { "application/json": { schema } } },
      },
    },
  });
}
