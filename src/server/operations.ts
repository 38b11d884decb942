import type { AnyElysia } from "elysia";
import type { Config } from "../config/config.ts";
import type { OnCaller } from "../flipper-api/access/access.ts";
import { Readiness } from "../health/readiness.ts";
import { conditionCheck, databaseCheck, diskCheck } from "../health/readiness-checks.ts";
import { readinessController } from "../health/readiness-controller.ts";
import type { Fetch } from "../http/routing/fetch.ts";
import type { HeadersOf } from "../http/routing/refuser.ts";
import { Trace } from "../http/routing/trace.ts";
import { RateLimiter } from "../limits/rate-limiter.ts";
import { changeLogger } from "../log/change-logger.ts";
import { withLineRateLimit } from "../log/line-rate-limit.ts";
import type { Log } from "../log/log.ts";
import { ChangeTally } from "../metrics/change-counters.ts";
import { databaseFiles } from "../metrics/database-files.ts";
import { metricsController } from "../metrics/metrics-controller.ts";
import type { ProcessFacts } from "../metrics/process-metrics.ts";
import { RequestTally } from "../metrics/request-counters.ts";
import { serverMetrics } from "../metrics/server-metrics.ts";
import type { TelemetryCounts } from "../metrics/telemetry-metrics.ts";
import { WatchedStorage } from "../metrics/watched-storage.ts";
import type { Core } from "../services/services.ts";
import type { OpenedStorage } from "../storage/storage.ts";
import { describeError } from "../text/describe-error.ts";
import { frontDoor } from "./front-door.ts";

export interface OperationsOptions {
  readonly config: Config;
  readonly opened: OpenedStorage;
  readonly log: Log;
  readonly docsUrl: string;
  readonly version: string;
  readonly process: ProcessFacts;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Nanoseconds of a clock that never goes back. */
  readonly nanoseconds: () => number;
  readonly onFault: (error: unknown, requestId: string) => void;
}

export interface WatchedTelemetry {
  readonly counters: TelemetryCounts;
  /** Whether its worker runs. */
  readonly isAlive: boolean;
}

export const operationsPaths = {
  health: "/healthz",
  readiness: "/readyz",
  metrics: "/metrics",
} as const;

const changeLinesPerSecondMax = 100;
const nsPerMs = 1_000_000;

/** What whoever runs a server wants to know of it, and sets its limits with. */
export class Operations {
  /** The storage to use: it knows how its commits go. */
  readonly opened: OpenedStorage;
  /** To be told of every caller and of every route that matched, by all that serves. */
  readonly trace = new Trace();
  readonly onCaller: OnCaller;
  readonly #options: OperationsOptions;
  readonly #storage: WatchedStorage;
  readonly #requests = new RequestTally();
  readonly #changes = new ChangeTally();

  constructor(options: OperationsOptions) {
    const { opened, nanoseconds } = options;
    this.#options = options;
    this.#storage = new WatchedStorage({ storage: opened.storage, nanoseconds });
    this.opened = { storage: this.#storage, state: opened.state };
    this.onCaller = this.#callerWatch();
  }

  /** Logs and counts what is committed from now on. */
  attend({ writer }: Core): void {
    const note = changeLogger(withLineRateLimit(this.#options.log, changeLinesPerSecondMax));
    writer.onCommit((changes) => {
      this.#changes.committed(changes);
      note(changes);
    });
  }

  /** What stands beside the API for load balancers and for Prometheus. */
  companions(core: Core, telemetry: WatchedTelemetry | undefined): readonly AnyElysia[] {
    const { config, docsUrl } = this.#options;
    const ready = readinessController(
      operationsPaths.readiness,
      this.#readiness(telemetry),
      docsUrl,
    );
    return config.hasMetrics
      ? [ready, metricsController(operationsPaths.metrics, this.#metrics(core, telemetry))]
      : [ready];
  }

  /** Puts limits, other origins' permissions, counting and logging before what serves. */
  inFront(fetch: Fetch, headersOf?: HeadersOf): Fetch {
    const { config, log, docsUrl, nanoseconds, onFault } = this.#options;
    const exempt = Object.values(operationsPaths).map((path) => config.basePath + path);
    const { trace } = this;
    const requests = this.#requests;
    return frontDoor({
      config,
      log,
      docsUrl,
      nanoseconds,
      onFault,
      exempt,
      trace,
      requests,
      fetch,
      headersOf,
    });
  }

  #callerWatch(): OnCaller {
    const { trace } = this;
    const { tokenRate } = this.#options.config;
    const limiter =
      tokenRate === undefined ? null : new RateLimiter<number>(tokenRate, () => this.#nowMs());
    return ({ environment, token }) => {
      trace.environmentId = environment.id;
      if (token !== null) {
        trace.tokenId = token.id;
        limiter?.take(token.id);
      }
    };
  }

  #readiness(telemetry: WatchedTelemetry | undefined): Readiness {
    const { config, log } = this.#options;
    return new Readiness({
      now: () => this.#nowMs(),
      checks: {
        database: databaseCheck(this.#storage),
        ...(telemetry === undefined
          ? {}
          : { telemetry: conditionCheck(() => telemetry.isAlive, "the worker does not run") }),
        disk: diskCheck(config.dataDirectory, config.diskFreeBytesMin),
      },
      onChange: (check, reason) =>
        reason === null
          ? log.info("ready again", { check })
          : log.error("not ready", { check, reason: describeError(reason) }),
    });
  }

  #metrics(core: Core, telemetry: WatchedTelemetry | undefined) {
    const { config, version, process, now } = this.#options;
    return serverMetrics({
      version,
      process,
      now,
      requests: this.#requests,
      changes: this.#changes,
      commits: this.#storage,
      evaluations: () => core.service.evaluationCount,
      writerWaiting: () => core.writer.waitingCount,
      snapshots: () => core.snapshots.count,
      databaseFiles: () => databaseFiles(config.dataDirectory),
      telemetry: telemetry === undefined ? undefined : () => telemetry.counters,
    });
  }

  #nowMs(): number {
    return this.#options.nanoseconds() / nsPerMs;
  }
}
