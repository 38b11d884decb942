import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { documentedEvents } from "../../../http/declared/documented-schemas.ts";
import { sentText } from "../../../http/declared/parameter-schemas.ts";
import type { EventStreams } from "../../../http/sse/event-streams.ts";
import type { Access } from "../../common/access/access.ts";
import { flipperRoutes } from "../../common/access/flipper-routes.ts";
import type { DocumentedDeployment } from "../../common/errors/operation-docs.ts";
import { changeStreamForm } from "./change-stream-form.ts";

export interface ChangeStreamOptions {
  readonly streams: EventStreams;
  readonly access: Access;
  readonly documented: DocumentedDeployment;
}

const example = `retry: 1000

id: 3f0c9a1b-41
: open

id: 3f0c9a1b-42
data: {"revision":1768469400000000,"keys":["search"]}

`;

/** GET /stream (docs/api.md#change-stream). */
export function changeStreamController(options: ChangeStreamOptions) {
  const { streams, access } = options;
  return new Elysia({ tags: ["Changes"] }).use(flipperRoutes(options)).get(
    "/stream",
    ({ request, peers, caller }) =>
      streams.open({
        form: changeStreamForm,
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
      headers: Type.Object({
        "Last-Event-ID": sentText(
          "The id of the last event that the client has; it gets the later events.",
          "3f0c9a1b-41",
        ),
      }),
      response: { 200: documentedEvents("The events", example) },
      refuses: ["rate_limited", "unavailable"],
      detail: {
        operationId: "streamChanges",
        summary: "Stream which features change",
        description:
          "A stream of server-sent events. Each has the revision of the project and the keys of the " +
          "features that changed in the caller's environment; `keys` is null if there are too many to " +
          "name. The event `refetch` says that changes were missed.",
      },
    },
  );
}
