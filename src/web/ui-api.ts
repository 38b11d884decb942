import { GatehouseError } from "../errors.ts";
import { rawQuery } from "../http/request/request-url.ts";
import type { Api } from "../http/routing/api.ts";
import type { PeerAddresses } from "../http/routing/fetch-handler.ts";
import type { RequestTrace } from "../http/routing/request-trace.ts";
import type { Environment } from "../model/environment.ts";
import type { EventStreams } from "../stream/event-streams.ts";
import { requireRole } from "./admin-routes.ts";
import { liveEvents } from "./live-events.ts";
import { requireOwnPage } from "./own-site.ts";
import { type Guard, refuseToken, sessionOf, withNews } from "./reader.ts";

export interface UiApiOptions {
  readonly adminApi: Api;
  /** Remembers the address of the client for the routes of the Admin API. */
  readonly onRequest: (request: Request, peers: PeerAddresses) => void;
  readonly streams: EventStreams;
  readonly guard: Guard;
  /** Throws `environment_not_found` for an id that is no environment's. */
  readonly environmentOf: (id: string) => Environment;
  readonly addressOf: (request: Request, peers: PeerAddresses) => string;
  readonly trace: RequestTrace;
  /** The path of the API, for metrics and logs. */
  readonly prefix: string;
}

const eventsPath = "/events";

/** The UI's own API: the routes of the contract, and the events. */
export class UiApi {
  readonly #options: UiApiOptions;

  constructor(options: UiApiOptions) {
    this.#options = options;
  }

  /** `path` is the part behind the API's own path. Throws refusals. */
  fetch(request: Request, path: string, peers: PeerAddresses): Response | Promise<Response> {
    if (path === eventsPath) {
      return this.#events(request, peers);
    }
    const { adminApi, onRequest } = this.#options;
    onRequest(request, peers);
    return adminApi.fetch(request, peers);
  }

  get adminApi(): Api {
    return this.#options.adminApi;
  }

  /** Throws if the page needs credentials that the request does not have. */
  guardPage(request: Request): void {
    this.#options.guard.reader(request);
  }

  #events(request: Request, peers: PeerAddresses): Response | Promise<Response> {
    const { guard, trace, prefix } = this.#options;
    trace.route = prefix + eventsPath;
    if (request.method !== "GET") {
      throw new GatehouseError("method_not_allowed");
    }
    refuseToken(guard, request);
    requireOwnPage(request, undefined);
    return withNews(guard, request, () => this.#openEvents(request, peers));
  }

  #openEvents(request: Request, peers: PeerAddresses): Response {
    const { guard, streams, environmentOf, addressOf } = this.#options;
    const reader = guard.reader(request);
    requireRole(reader, { role: "viewer" }, guard);
    const query = new URLSearchParams(rawQuery(request.url));
    const environment = environmentOf(query.get("environment") ?? "");
    // The headers of the request itself are gone when the answer is sent.
    const credentials = new Request(request.url, { headers: request.headers });
    return streams.open({
      form: liveEvents,
      request,
      // A browser that connects again names the event that it had last.
      after: request.headers.get("last-event-id") ?? query.get("after"),
      peers,
      environment,
      readerKey: sessionOf(reader)?.session.hash ?? addressOf(request, peers),
      isAllowed: () => guard.reader(credentials).role !== null,
      expiresAt: null,
    });
  }
}
