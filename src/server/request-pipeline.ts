import type { Config } from "../config/config.ts";
import { errorResponse } from "../flipper-api/errors/error-response.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import type { Fetch } from "../http/routing/fetch.ts";
import { createRefuser, type RefusalHeaders, type Refuser } from "../http/routing/refuser.ts";
import { withAddressRateLimit } from "../limits/address-rate-limit.ts";
import { ClientAddresses } from "../limits/client-addresses.ts";
import { RateLimiter } from "../limits/rate-limiter.ts";
import { withUrlLengthLimit } from "../limits/url-length-limit.ts";
import type { Log } from "../log/log.ts";
import { RefusalLogger } from "../log/refusal-logger.ts";
import type { RequestCounters } from "../metrics/request-counters.ts";
import { answerLog } from "./answer-log.ts";
import { crossOrigin } from "./cross-origin.ts";
import { observed } from "./observe-requests.ts";
import { refuseCrossSiteWrites } from "./refuse-cross-site-writes.ts";

export interface PipelineOptions {
  readonly config: PipelineConfig;
  readonly log: Log;
  readonly context: ApiContext;
  /** Nanoseconds of a clock that never goes back. */
  readonly nanoseconds: () => number;
  /** Paths that the rate of addresses does not hold for. */
  readonly exempt: readonly string[];
  readonly requests: RequestCounters;
  readonly fetch: Fetch;
  readonly refusalHeaders: RefusalHeaders;
}

export type PipelineConfig = Pick<
  Config,
  "addressRate" | "corsOrigins" | "logRequests" | "mode" | "trustedProxies" | "urlLengthMax"
>;

const nsPerMs = 1_000_000;

/** The checks that every request passes before it is routed; those that are not configured are left out. */
export function requestPipeline(options: PipelineOptions): Fetch {
  const { config, log, context, nanoseconds, requests } = options;
  const refuse = createRefuser({
    context,
    writeRefusal: errorResponse,
    guard: () => undefined,
    routes: () => [],
    refusalHeaders: options.refusalHeaders,
  });
  const addresses = new ClientAddresses(config.trustedProxies);
  const origins = new Set(config.corsOrigins);
  let fetch = withUrlLengthLimit(caught(options.fetch, refuse), refuse, config.urlLengthMax);
  if (config.mode === "mountable") {
    fetch = refuseCrossSiteWrites({ fetch, refuse, origins });
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
    trace: context.trace,
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

/** Answers what no API caught as a fault of ours. */
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
