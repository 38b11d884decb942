import { requestIdHeader, requestIdOf } from "../http/request/request-id.ts";
import type { Fetch, PeerAddresses } from "../http/routing/fetch.ts";
import type { Trace } from "../http/routing/trace.ts";
import type { RequestCounters } from "../metrics/request-counters.ts";

/** A request and what became of it. */
export interface Observed {
  readonly request: Request;
  readonly peers: PeerAddresses;
  readonly response: Response;
  /** A pattern of the server's own; empty if no route matched. */
  readonly route: string;
  /** 0 for nobody who was let in. */
  readonly environmentId: number;
  /** 0 for none. */
  readonly tokenId: number;
  readonly durationNs: number;
}

export interface ObserverOptions {
  readonly fetch: Fetch;
  /** What `fetch` writes down of the request it is answering. */
  readonly trace: Trace;
  readonly requests: RequestCounters;
  /** Nanoseconds of a clock that never goes back. */
  readonly nanoseconds: () => number;
  /** Told of every answer that refuses, and of the others too if `tellsAll`. */
  readonly onAnswer: (observed: Observed) => void;
  readonly tellsAll: boolean;
}

const refusedStatusMin = 400;

/**
 * Counts and times every answer, and gives it the id that its request had. Reads from memory take
 * a microsecond, so what is answered at once makes no object or closure in here.
 */
export function observed(options: ObserverOptions): Fetch {
  const { fetch, trace, requests, nanoseconds, onAnswer, tellsAll } = options;
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
        identify(response, requestId);
        if (tellsAll || response.status >= refusedStatusMin) {
          onAnswer({ request, peers, response, route, environmentId, tokenId, durationNs });
        }
        return response;
      });
    }
    const { status } = answer;
    const durationNs = nanoseconds() - startedAtNs;
    requests.count(trace.route, request.method, status, durationNs);
    identify(answer, requestId);
    if (tellsAll || status >= refusedStatusMin) {
      onAnswer({ request, peers, response: answer, ...trace, durationNs });
    }
    return answer;
  };
}

function identify(response: Response, requestId: string | null): void {
  if (requestId !== null) {
    response.headers.set(requestIdHeader, requestId);
  }
}
