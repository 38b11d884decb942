import { Elysia } from "elysia";
import { jsonResponse } from "../http/json-response.ts";

/** Says that the process answers, nothing more. */
export function healthController(path: string) {
  return new Elysia().get(path, () => jsonResponse('{"status":"ok"}'), {
    detail: {
      tags: ["Operations"],
      summary: "Ask whether the process answers",
      responses: { 200: { description: "It does" } },
    },
  });
}
