import { Elysia } from "elysia";
import { queryOf } from "../../http/request/request-parameters.ts";
import { synchronousHandler } from "../../http/routing/synchronous-handler.ts";
import type { EventStreams } from "../../stream/event-streams.ts";
import type { Access } from "../access/access.ts";
import type { DocumentedDeployment } from "../errors/operation-docs.ts";
import { changeStreamDocs } from "./change-stream-docs.ts";
import { changeStreamForm } from "./change-stream-form.ts";

export interface ChangeStreamOptions {
  readonly streams: EventStreams;
  readonly access: Access;
  readonly documented: DocumentedDeployment;
}

/** GET /stream (docs/api.md#change-stream). */
export function changeStreamController({ streams, access, documented }: ChangeStreamOptions) {
  return new Elysia().get(
    "/stream",
    synchronousHandler((request, _name, peers) => {
      const caller = access.evaluator(request);
      queryOf(request);
      return streams.open({
        form: changeStreamForm,
        request,
        peers,
        after: request.headers.get("last-event-id"),
        environment: caller.environment,
        readerKey: String(caller.token?.id ?? ""),
        isAllowed: () => access.stillAdmits(caller),
        expiresAt: caller.token?.expiresAt ?? null,
      });
    }),
    { detail: changeStreamDocs(documented) },
  );
}
