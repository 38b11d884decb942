import type { Config } from "../config/config.ts";
import type { Fetch } from "../http/routing/fetch.ts";
import { createRefuser, type HeadersOf, type Refuser } from "../http/routing/refuser.ts";
import type { Trace } from "../http/routing/trace.ts";
import { withAddressRateLimit } from "../limits/address-rate-limit.ts";
import { ClientAddresses } from "../limits/client-addresses.ts";
import { RateLimiter } from "../limits/rate-limiter.ts";
import { withUrlLengthLimit } from "../limits/url-length-limit.ts";
import type { Log } from "../log/log.ts";
import { RefusalLogger } from "../log/refusal-logger.ts";
import type { RequestTally } from "../metrics/request-counters.ts";
import { answerLog } from "./answer-log.ts";
import { crossOrigin } from "./cross-origin.ts";
import { observed } from "./observed.ts";
import { ownPagesOnly } from "./own-pages-only.ts";

export interface FrontDoorOptions {
  readonly config: FrontDoorConfig;
  readonly log: Log;
  readonly docsUrl: string;
  /** Nanoseconds of a clock that never goes back. */
  readonly nanoseconds: () => number;
  readonly onFault: (error: unknown, requestId: string) => void;
  /** Paths that the rate of addresses does not hold for. */
  readonly exempt: readonly string[];
  readonly trace: Trace;
  readonly requests: RequestTally;
  readonly fetch: Fetch;
  /** What a refusal says in its headers. */
  readonly headersOf?: HeadersOf | undefined;
}

export type FrontDoorConfig = Pick<
  Config,
  "addressRate" | "corsOrigins" | "logRequests" | "mode" | "trustedProxies" | "urlLengthMax"
>;

const nsPerMs = 1_000_000;

/** What every request passes before it is looked at; what is not configured is not there. */
export function frontDoor(options: FrontDoorOptions): Fetch {
  const { config, log, docsUrl, nanoseconds, onFault, trace, requests } = options;
  const refuse = createRefuser({
    docsUrl,
    onFault,
    guard: () => undefined,
    routes: () => [],
    headersOf: options.headersOf,
  });
  const addresses = new ClientAddresses(config.trustedProxies);
  const origins = new Set(config.corsOrigins);
  let fetch = withUrlLengthLimit(caught(options.fetch, refuse), refuse, config.urlLengthMax);
  if (config.mode === "mountable") {
    fetch = ownPagesOnly({ fetch, refuse, origins });
  }
  if (config.addressRate !== undefined) {
    fetch = withAddressRateLimit({
      fetch,
      refuse,
      addresses,
      limiter: new RateLimiter(config.addressRate, () => nanoseconds() / nsPerMs),
      exempt: new Set(options.exempt),
    });
  }
  if (origins.size > 0) {
    fetch = crossOrigin({ fetch, origins });
  }
  return observed({
    fetch,
    trace,
    requests,
    nanoseconds,
    tellsAll: config.logRequests,
    onAnswer: answerLog({
      refusals: new RefusalLogger(log),
      requests: config.logRequests ? log : null,
      clientOf: ({ request, peers }) =>
        addresses.of(request, peers.requestIP(request)?.address ?? ""),
    }),
  });
}

/** The last resort: what no handler's app caught is a fault of ours, answered like every other. */
function caught(fetch: Fetch, refuse: Refuser): Fetch {
  return (request, peers) => {
    try {
      const answer = fetch(request, peers);
      return answer instanceof Promise
        ? answer.catch((error: unknown) => refuse(error, request))
        : answer;
    } catch (error) {
      return refuse(error, request);
    }
  };
}
