import type { ClientActivity } from "../api/common/clients/client-activity.ts";
import { requestIdHeader, requestIdOf } from "../http/request/request-id.ts";
import type { FetchHandler, PeerAddresses } from "../http/routing/fetch-handler.ts";
import type { RequestTrace } from "../http/routing/request-trace.ts";
import type { RequestCounters } from "./metrics/request-counters.ts";

/** A request with its answer. */
export interface AnsweredRequest {
  readonly request: Request;
  readonly peers: PeerAddresses;
  readonly response: Response;
  /** The pattern of the route; empty if none matched. */
  readonly route: string;
  /** 0 if the request was not authenticated. */
  readonly environmentId: number;
  /** 0 without a token. */
  readonly tokenId: number;
  readonly durationNs: number;
}

export interface ObserverOptions {
  readonly fetch: FetchHandler;
  /** Written by `fetch` while it answers a request. */
  readonly trace: RequestTrace;
  readonly requests: RequestCounters;
  /** The time in nanoseconds of a monotonic clock. */
  readonly nanoseconds: () => number;
  /** Called with every answer of status 400 or above, and with all others if `reportsAll` is true. */
  readonly onAnswer: (answered: AnsweredRequest) => void;
  readonly reportsAll: boolean;
  /** Notified of every answer. */
  readonly clients?: Pick<ClientActivity, "answered"> | undefined;
}

const refusedStatusMin = 400;

/**
 * Counts and times every answer, and adds the id of its request. Reads from memory take about a
 * microsecond, so this function creates no object or closure for synchronous answers.
 */
export function observeRequests(options: ObserverOptions): FetchHandler {
  const { fetch, trace, requests, nanoseconds, onAnswer, reportsAll, clients } = options;
  return (request, peers) => {
    const startedAtNs = nanoseconds();
    const requestId = requestIdOf(request);
    trace.clear();
    const answer = fetch(request, peers);
    if (answer instanceof Promise) {
      const { route, environmentId, tokenId } = trace;
      return answer.then((response) => {
        const durationNs = nanoseconds() - startedAtNs;
        requests.count(route, request.method, response.status, durationNs);
        addRequestId(response, requestId);
        clients?.answered(request, route, environmentId, response.status);
        if (reportsAll || response.status >= refusedStatusMin) {
          onAnswer({ request, peers, response, route, environmentId, tokenId, durationNs });
        }
        return response;
      });
    }
    const { status } = answer;
    const durationNs = nanoseconds() - startedAtNs;
    requests.count(trace.route, request.method, status, durationNs);
    addRequestId(answer, requestId);
    clients?.answered(request, trace.route, trace.environmentId, status);
    if (reportsAll || status >= refusedStatusMin) {
      onAnswer({ request, peers, response: answer, ...trace, durationNs });
    }
    return answer;
  };
}

function addRequestId(response: Response, requestId: string | null): void {
  if (requestId !== null) {
    response.headers.set(requestIdHeader, requestId);
  }
}
