import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Services } from "../../../app/services/services.ts";
import { documentedEvents } from "../../../http/declared/documented-schemas.ts";
import { originalOf } from "../../../http/request/original-request.ts";
import type { PeerAddresses } from "../../../http/routing/fetch-handler.ts";
import type { EventStreams } from "../../../http/sse/event-streams.ts";
import type { AdminCaller, AdminRoutes } from "../admin-routes.ts";
import { environmentOf } from "../asked-environment.ts";
import { EnvironmentPath, exactFields } from "../contract/shared-models.ts";
import { environmentEvents, liveEvents } from "../live-events.ts";
import { limitOf, type ReaderGuard } from "../reader.ts";

interface EventSources {
  readonly streams: EventStreams;
  readonly guard: ReaderGuard;
  readonly services: Pick<Services, "writer">;
}

const eventExample = 'id: 1-1\ndata: {"revision":8,"keys":["search"],"topics":[]}\n\n';
const EventsAfter = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        maxLength: 200,
        description: "The id of the last received event; `Last-Event-ID` takes precedence.",
      }),
    ),
  },
  exactFields,
);

/** The changes of commits, as server-sent events (docs/ui.md#live). */
export function eventController(
  { streams, guard, services }: EventSources,
  routes: AdminRoutes,
  peersOf: (request: Request) => PeerAddresses | undefined,
) {
  return new Elysia({ tags: ["Audits"] }).use(routes).get(
    "/environments/:environment/events",
    ({ caller, params, query, request }) => {
      const environment = environmentOf(services.writer.state, params.environment, caller);
      // The headers of the request itself are unavailable when the answer is sent.
      const headers = caller.signedIn === null ? {} : { headers: request.headers };
      const credentials = new Request(request.url, headers);
      return streams.open({
        form: caller.token === null && limitOf(caller) === null ? liveEvents : environmentEvents,
        request: originalOf(request),
        // A reconnecting browser names the last event that it received.
        after: request.headers.get("last-event-id") ?? query.after ?? null,
        peers: peersOf(request),
        environment,
        readerKey: readerKeyOf(caller),
        isAllowed: () => guard.stillAdmits(caller, credentials),
        expiresAt: expiryOf(caller),
      });
    },
    {
      role: "viewer",
      environmentToken: "reader",
      params: EnvironmentPath,
      query: EventsAfter,
      response: {
        200: documentedEvents("The changes of the environment, as they happen", eventExample),
      },
      refuses: ["environment_not_found", "too_many_streams", "unavailable"],
      detail: { operationId: "followEvents", summary: "Follow the changes of an environment" },
    },
  );
}

/** When the caller's rights expire; null for unlimited rights. */
function expiryOf({ signedIn, token }: AdminCaller): number | null {
  if (token !== null) {
    return token.token.expiresAt;
  }
  return signedIn !== null && "token" in signedIn ? signedIn.token.expiresAt : null;
}

function readerKeyOf({ signedIn, token, address }: AdminCaller): string {
  if (token !== null) {
    return token.token.hash;
  }
  if (signedIn !== null) {
    return "token" in signedIn ? signedIn.token.hash : signedIn.session.hash;
  }
  return address;
}
