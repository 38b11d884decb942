import { Elysia } from "elysia";
import { jsonResponse } from "../http/response/json-response.ts";
import type { Readiness } from "./readiness.ts";

const retryAfterSeconds = 1;

const text = { type: "string" as const };
const answer = {
  status: { ...text, enum: ["ok", "degraded", "failed"] },
  checks: {
    type: "object" as const,
    additionalProperties: { ...text, enum: ["ok", "degraded", "failed"] },
  },
};
const refusal = { ...answer, code: text, message: text, more_info: text };

function json(properties: typeof answer) {
  const schema = { type: "object" as const, required: Object.keys(properties), properties };
  return { "application/json": { schema } };
}

/**
 * The route `/readyz`: shows whether the server can do its work, and which checks failed; the
 * reasons are only logged. It needs no token, because load balancers have none.
 */
export function readinessController(path: string, readiness: Readiness, docsUrl: string) {
  return new Elysia().get(
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
      detail: {
        tags: ["Operations"],
        summary: "Check that the server can do its work",
        description: "Checks that the databases can be written, and that the disk has room.",
        responses: {
          200: {
            description:
              "The server is ready; `degraded` if it has lost something that must be repaired",
            content: json(answer),
          },
          503: {
            description: "The server is not ready: `checks` shows which checks failed",
            content: json(refusal),
          },
        },
      },
    },
  );
}
