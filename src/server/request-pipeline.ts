import { credentialsCheck } from "../api/common/access/mountable-access.ts";
import type { ClientActivity } from "../api/common/clients/client-activity.ts";
import type { Config } from "../config/config.ts";
import { RateLimiter } from "../core/rates/rate-limiter.ts";
import { secondMs } from "../core/time-units.ts";
import { withAddressRateLimit } from "../http/limits/address-rate-limit.ts";
import { withBodyTimeLimit } from "../http/limits/body-time-limit.ts";
import { ClientAddresses } from "../http/limits/client-addresses.ts";
import { withConcurrencyLimit } from "../http/limits/concurrency-limit.ts";
import { withHeadLimits } from "../http/limits/head-limits.ts";
import { limitGuesses } from "../http/limits/limit-guesses.ts";
import type { Log } from "../http/log/log.ts";
import { RefusalLogger } from "../http/log/refusal-logger.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import type { ErrorHandler } from "../http/routing/error-handler.ts";
import type { FetchHandler } from "../http/routing/fetch-handler.ts";
import { withSingleSlashes } from "../http/routing/single-slashes.ts";
import { AllowedOrigins } from "./allowed-origins.ts";
import { withCors } from "./cors.ts";
import { allowedHostsOf } from "./exposure.ts";
import type { RequestCounters } from "./metrics/request-counters.ts";
import { type AnsweredRequest, observeRequests } from "./observe-requests.ts";
import { publicOriginOf } from "./public-links.ts";
import { refuseCrossSiteWrites } from "./refuse-cross-site-writes.ts";
import { refuseOtherHosts } from "./refuse-other-hosts.ts";
import { requestLog } from "./request-log.ts";
import { withTransportSecurity } from "./transport-security.ts";
import { warnOfUntrustedProxies } from "./warn-of-untrusted-proxies.ts";

export interface PipelineOptions {
  readonly config: PipelineConfig;
  readonly log: Log;
  readonly context: ApiContext;
  /** The time in nanoseconds of a monotonic clock. */
  readonly nanoseconds: () => number;
  /** Path prefixes; several slashes before or between their parts count as one. */
  readonly prefixes: readonly string[];
  /** The paths of health checks: answered for every host, and without a rate limit. */
  readonly healthPaths: ReadonlySet<string>;
  /** The paths that need no credentials in any mode. */
  readonly openPaths?: ReadonlySet<string>;
  readonly requests: RequestCounters;
  /** The path of the Admin API, which has no CORS headers. */
  readonly ownPagesPath?: string | undefined;
  readonly clients?: ClientActivity | undefined;
  readonly fetch: FetchHandler;
  /** Answers a request that is refused before routing. */
  readonly refuse: ErrorHandler;
}

type PipelineConfig = Pick<
  Config,
  | "addressRate"
  | "allowedHosts"
  | "basicAuth"
  | "connectionsPerAddressMax"
  | "corsOrigins"
  | "host"
  | "logRequests"
  | "mode"
  | "publicUrl"
  | "requestTimeoutSeconds"
  | "tls"
  | "trustedProxies"
>;

const nsPerMs = 1_000_000;

/** Wraps `fetch` in the checks and logs of every request; omits those that are not configured. */
export function requestPipeline(options: PipelineOptions): FetchHandler {
  const { config, context, nanoseconds, requests, refuse, healthPaths } = options;
  const addresses = new ClientAddresses(config.trustedProxies);
  const origins = new AllowedOrigins(config.corsOrigins);
  const publicOrigin = publicOriginOf(config);
  const nowMs = () => nanoseconds() / nsPerMs;
  let fetch = withHeadLimits({
    fetch: withBodyTimeLimit(
      withCaughtErrors(options.fetch, refuse),
      config.requestTimeoutSeconds * secondMs,
    ),
    refuse,
  });
  if (config.connectionsPerAddressMax !== undefined) {
    const perAddressMax = config.connectionsPerAddressMax;
    fetch = withConcurrencyLimit({ fetch, refuse, addresses, perAddressMax });
  }
  if (config.mode === "mountable") {
    fetch = refuseCrossSiteWrites({ fetch, refuse, origins, publicOrigin });
    if (config.basicAuth !== undefined) {
      const isRight = credentialsCheck(config.basicAuth);
      const exempt = options.openPaths ?? healthPaths;
      fetch = limitGuesses({ fetch, refuse, addresses, isRight, exempt, nowMs });
    }
  }
  if (config.addressRate !== undefined) {
    fetch = withAddressRateLimit({
      fetch,
      refuse,
      addresses,
      limiter: new RateLimiter(config.addressRate, nowMs),
      exempt: healthPaths,
    });
  }
  if (!origins.isEmpty) {
    fetch = withCors({ fetch, origins, ownPagesPath: options.ownPagesPath });
  }
  const hosts = allowedHostsOf(config);
  if (hosts !== undefined) {
    fetch = refuseOtherHosts({ fetch, refuse, hosts, exempt: healthPaths });
  }
  fetch = warnOfUntrustedProxies({ fetch, addresses, log: options.log });
  const clientOf = ({ request, peers }: Pick<AnsweredRequest, "request" | "peers">) =>
    addresses.of(request, peers.requestIP(request)?.address ?? "");
  const { clients } = options;
  const log = requestLog({
    refusals: new RefusalLogger(options.log),
    pages: { publicOrigin, origins, ownPagesPath: options.ownPagesPath },
    requests: config.logRequests ? options.log : null,
    clientOf,
  });
  const observed = observeRequests({
    clients,
    fetch: config.tls === undefined ? fetch : withTransportSecurity(fetch),
    trace: context.trace,
    requests,
    nanoseconds,
    reportsAll: config.logRequests,
    onAnswer(answered) {
      clients?.refused(answered, () => clientOf(answered));
      log(answered);
    },
  });
  return withSingleSlashes(observed, options.prefixes);
}

/** Answers errors that no API caught as faults of the server. */
function withCaughtErrors(fetch: FetchHandler, refuse: ErrorHandler): FetchHandler {
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
