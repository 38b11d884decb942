import { rawPath } from "../../http/request/request-url.ts";
import type { Api } from "../../http/routing/api.ts";
import type { PeerAddresses } from "../../http/routing/fetch-handler.ts";
import type { RequestTrace } from "../../http/routing/request-trace.ts";
import type { RequestRelay } from "./request-relay.ts";

export interface ReplicaApiOptions {
  /** The API of a hosted server on the replica's state. */
  readonly api: Api;
  readonly relay: RequestRelay;
  readonly trace: RequestTrace;
  readonly ageSeconds: () => number;
  /** The client's address; empty if unknown. */
  readonly addressOf: (request: Request, peers: PeerAddresses) => string;
  /** Answers POST requests of these routes, which the replica accepts for the primary. */
  readonly submissions: Readonly<Record<string, (request: Request) => Promise<Response>>>;
}

export const ageHeader = "gatehouse-age";

/** POST routes that change nothing and need the state alone. */
const localPosts: ReadonlySet<string> = new Set(["/actors"]);
/**
 * Paths that need audits, telemetry or rollouts, which only the primary has; other GET requests are
 * answered here.
 */
const relayedGets: ReadonlySet<string> = new Set([
  ...["/audits", "/gatehouse/watched", "/telemetry", "/telemetry/summary"],
]);

const leadingSlashes = /^\/+/;
const lastSlash = /(?<=.)\/$/;

/** An API that answers reads itself, with the age of its data, and relays all other requests. */
export function replicaApi(options: ReplicaApiOptions): Api {
  const { api, relay, trace, submissions, addressOf } = options;
  const aged = withAge(api, options.ageSeconds);
  const caught = (answer: Promise<Response>, request: Request) =>
    answer.catch((error: unknown) => api.refuse(error, request));
  return {
    ...api,
    fetch(request, peers) {
      const path = rawPath(request.url).slice(api.prefix.length);
      const route = routeOf(path);
      const isRead = request.method === "GET" || request.method === "HEAD";
      if (isRead ? !relayedGets.has(route) : localPosts.has(route)) {
        return aged.fetch(request, peers);
      }
      const submit = request.method === "POST" ? submissions[route] : undefined;
      if (submit !== undefined) {
        trace.route = api.prefix + route;
        return caught(submit(request), request);
      }
      trace.route = `${api.prefix}/*`;
      const address = peers === undefined ? "" : addressOf(request, peers);
      const to = { path: path + new URL(request.url).search, route, address };
      return caught(relay.relay(request, to), request);
    },
  };
}

/** The path without extra slashes around it, which routes accept. */
function routeOf(path: string): string {
  return path.startsWith("//") || path.endsWith("/")
    ? path.replace(leadingSlashes, "/").replace(lastSlash, "")
    : path;
}

/** An API whose responses contain the age of their data. */
export function withAge(api: Api, ageSeconds: () => number): Api {
  const marked = (response: Response) => {
    response.headers.set(ageHeader, String(ageSeconds()));
    return response;
  };
  return {
    ...api,
    fetch(request, peers) {
      const answer = api.fetch(request, peers);
      return answer instanceof Promise ? answer.then(marked) : marked(answer);
    },
  };
}
