import type { AnyElysia } from "elysia";
import { originalOf } from "../../../http/request/original-request.ts";
import type { Api } from "../../../http/routing/api.ts";
import type { ApiContext } from "../../../http/routing/api-context.ts";
import type { PeerAddresses } from "../../../http/routing/fetch-handler.ts";
import type { EventStreams } from "../../../http/sse/event-streams.ts";
import { adminApi } from "../admin-api.ts";
import { type AdminRoutes, adminRoutes } from "../admin-routes.ts";
import { ownerGuard } from "../guards.ts";
import type { ReaderGuard } from "../reader.ts";
import { adminControllers } from "./admin-controllers.ts";
import { eventController } from "./event-controller.ts";
import { RequestedChanges } from "./requested-changes.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

export interface AdminApiParts
  extends Omit<UiDependencies, "docsUrl" | "hasExpressions" | "readOnly" | "newestEvent"> {
  readonly context: ApiContext;
  /** Undefined in a process that answers one command, because no changes arrive there. */
  readonly streams: EventStreams | undefined;
  readonly guard: ReaderGuard;
  /** Whether people can sign in: with the web UI of the hosted deployment. */
  readonly hasSessions: boolean;
  readonly prefix: string;
  /** Controllers in addition to those that every deployment has. */
  readonly moreControllers?: MoreControllers | undefined;
  /** The client's address; empty if unknown. */
  readonly addressOf: (request: Request, peers: PeerAddresses) => string;
}

export type MoreControllers = (deps: UiDependencies, routes: AdminRoutes) => readonly AnyElysia[];

/** The Admin API on the services of a server, of an application with the library, or of a command. */
export function createAdminApi(parts: AdminApiParts): Api {
  const { context, streams, guard, prefix, services, publicUrl } = parts;
  const peersOf = new WeakMap<Request, PeerAddresses>();
  const addressOf = (request: Request) => {
    const peers = peersOf.get(originalOf(request));
    return peers === undefined ? "" : parts.addressOf(originalOf(request), peers);
  };
  const deps: UiDependencies = {
    ...parts,
    docsUrl: context.docsUrl,
    readOnly: guard.readOnly,
    // Users who can open the data may write expressions.
    hasExpressions: parts.accounts !== undefined || guard === ownerGuard,
    newestEvent: () => streams?.newestId ?? "",
  };
  const changes = new RequestedChanges(deps);
  const routes = adminRoutes({
    onCaller: (request, caller) => changes.noteCaller(request, caller),
    guard,
    isHosted: parts.hostGroups === undefined,
    hasSessions: parts.hasSessions,
    state: () => services.writer.state,
    now: parts.now,
    publicOrigin: publicUrl === undefined ? undefined : URL.parse(publicUrl)?.origin,
    addressOf,
  });
  const events =
    streams === undefined
      ? []
      : [
          eventController({ streams, guard, services }, routes, (request) =>
            peersOf.get(originalOf(request)),
          ),
        ];
  const more = parts.moreControllers?.(deps, routes) ?? [];
  const controllers = [...adminControllers(deps, routes), ...more, ...events];
  const api = adminApi({
    ...{ context, prefix, controllers },
    requestFor: (request, error) => changes.requestFor(request, error),
  });
  return {
    ...api,
    fetch(request, peers) {
      if (peers !== undefined) {
        peersOf.set(request, peers);
      }
      return api.fetch(request, peers);
    },
  };
}
