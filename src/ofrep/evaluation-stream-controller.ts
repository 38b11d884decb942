import { Elysia } from "elysia";
import { GatehouseError } from "../errors.ts";
import type { Access } from "../flipper-api/access/access.ts";
import { rawQuery } from "../http/request/request-url.ts";
import { synchronousHandler } from "../http/routing/synchronous-handler.ts";
import type { Caller } from "../model/caller.ts";
import type { EventStreams } from "../stream/event-streams.ts";
import { evaluationStreamForm } from "./evaluation-stream-form.ts";
import type { OfrepDocs } from "./ofrep-docs.ts";
import type { StreamTickets } from "./stream-tickets.ts";

export interface EvaluationStreamOptions {
  readonly streams: EventStreams;
  readonly access: Access;
  readonly tickets: StreamTickets;
  readonly docs: OfrepDocs;
}

/** The path of the stream below the prefix. */
export const evaluationStreamPath = "/v1/stream";

/**
 * The events that tell OFREP's clients to evaluate again (docs/api.md#ofrep), for those with a
 * ticket of an evaluation, or with credentials.
 */
export function evaluationStreamController(options: EvaluationStreamOptions) {
  const { streams, access, docs } = options;
  return new Elysia().get(
    evaluationStreamPath,
    synchronousHandler((request, _name, peers) => {
      const caller = callerOf(options, request);
      return streams.open({
        form: evaluationStreamForm,
        request,
        peers,
        after: request.headers.get("last-event-id"),
        environment: caller.environment,
        readerKey: String(caller.token?.id ?? ""),
        isAllowed: () => access.stillAdmits(caller),
        expiresAt: caller.token?.expiresAt ?? null,
      });
    }),
    { detail: docs.stream },
  );
}

/** Throws `token_invalid` for a ticket that is not ours, too old, or of an access that has ended. */
function callerOf({ access, tickets }: EvaluationStreamOptions, request: Request): Caller {
  const text = new URLSearchParams(rawQuery(request.url)).get("ticket");
  if (text === null) {
    return access.evaluator(request);
  }
  const ticket = tickets.read(text);
  const caller = ticket && access.holder(ticket.tokenHash);
  if (caller === undefined || caller.environment.id !== ticket?.environmentId) {
    throw new GatehouseError("token_invalid", "The ticket is invalid or too old");
  }
  return caller;
}
