import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { GatehouseError } from "../../core/errors.ts";
import type { Caller } from "../../core/model/caller.ts";
import { documentedEvents } from "../../http/declared/documented-schemas.ts";
import { describedOnly } from "../../http/declared/parameter-schemas.ts";
import { rawQuery } from "../../http/request/request-url.ts";
import type { EventStreams } from "../../http/sse/event-streams.ts";
import { evaluationStreamForm } from "./evaluation-stream-form.ts";
import { type OfrepRoutesOptions, ofrepRoutes } from "./ofrep-routes.ts";
import type { StreamTickets } from "./stream-tickets.ts";

export interface EvaluationStreamOptions extends OfrepRoutesOptions {
  readonly streams: EventStreams;
  readonly tickets: StreamTickets;
}

/** The path of the stream below the prefix. */
export const evaluationStreamPath = "/v1/stream";

const example = `retry: 1000

id: 3f0c9a1b-42
event: message
data: {"type":"refetchEvaluation","etag":"\\"1768469400000000\\"","lastModified":1768469400}

`;

/**
 * The events after which clients of OFREP evaluate again (docs/api.md#ofrep). A client needs a
 * ticket of an evaluation, or credentials.
 */
export function evaluationStreamController(options: EvaluationStreamOptions) {
  const { streams, access } = options;
  return new Elysia({ tags: ["OpenFeature"] })
    .use(ofrepRoutes(options, (request) => callerOf(options, request)))
    .get(
      evaluationStreamPath,
      ({ request, peers, caller }) =>
        streams.open({
          form: evaluationStreamForm,
          request,
          peers,
          after: request.headers.get("last-event-id"),
          environment: caller.environment,
          readerKey: String(caller.token?.id ?? ""),
          isAllowed: () => access.stillAdmits(caller),
          expiresAt: caller.token?.expiresAt ?? null,
        }),
      {
        access: "evaluate",
        query: Type.Object({
          ticket: describedOnly(Type.String(), "The ticket of the address.", "3f0c9a1b"),
        }),
        response: { 200: documentedEvents("The events", example) },
        refuses: ["rate_limited", "request_invalid", "unavailable"],
        detail: {
          operationId: "streamEvaluations",
          summary: "Stream when to evaluate again",
          description:
            "A stream of server-sent events. Its address is in an evaluation of all features.",
        },
      },
    );
}

/** Throws `token_invalid` for an invalid or old ticket, or for a ticket whose access has ended. */
function callerOf({ access, tickets }: EvaluationStreamOptions, request: Request): Caller {
  const text = new URLSearchParams(rawQuery(request.url)).get("ticket");
  if (text === null) {
    return access.evaluator(request);
  }
  const ticket = tickets.read(text);
  const caller = ticket && access.holder(ticket.tokenHash);
  if (caller === undefined || caller.environment.id !== ticket?.environmentId) {
    throw new GatehouseError("token_invalid", { message: "The ticket is invalid or too old" });
  }
  return caller;
}
