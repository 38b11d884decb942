import type { AnyElysia } from "elysia";
import type { WebUi } from "../api/admin/web-ui.ts";
import type { ClientActivity } from "../api/common/clients/client-activity.ts";
import { healthRefusals, serverRefusals } from "../api/common/errors/operation-docs.ts";
import { refusalResponses } from "../api/common/errors/refusal-docs.ts";
import type { Services } from "../app/services/services.ts";
import { databaseDirectory, type SharedDatabase } from "../cluster/shared-database.ts";
import type { Config } from "../config/config.ts";
import { lazily } from "../core/memo/lazily.ts";
import type { Readiness } from "../http/health/readiness.ts";
import { readinessController } from "../http/health/readiness-controller.ts";
import { changeLogger } from "../http/log/change-logger.ts";
import { withLineRateLimit } from "../http/log/line-rate-limit.ts";
import type { Log } from "../http/log/log.ts";
import type { Api } from "../http/routing/api.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import type { FetchHandler } from "../http/routing/fetch-handler.ts";
import type { EventStreams } from "../http/sse/event-streams.ts";
import type { MeasuredStorage } from "../storage/measured-storage.ts";
import { WebhookCounters } from "../webhooks/webhook-counters.ts";
import { catchUpFirst } from "./catch-up-first.ts";
import type { BackupFigures } from "./metrics/backup-metrics.ts";
import { ChangeCounters } from "./metrics/change-counters.ts";
import { databaseFiles } from "./metrics/database-files.ts";
import { metricsController } from "./metrics/metrics-controller.ts";
import type { ProcessUsage } from "./metrics/process-metrics.ts";
import type { ReplicaFigures } from "./metrics/replica-metrics.ts";
import { RequestCounters } from "./metrics/request-counters.ts";
import type { SelftestFigures } from "./metrics/selftest-metrics.ts";
import { metricsSite } from "./metrics-site.ts";
import { requestPipeline } from "./request-pipeline.ts";
import type { MonitoredTelemetry } from "./server-readiness.ts";
import { createSiteRouter } from "./site-router.ts";

export interface ServerFetchOptions {
  readonly config: Config;
  readonly log: Log;
  readonly context: ApiContext;
  readonly services: Services;
  readonly streams: EventStreams;
  readonly storage: MeasuredStorage;
  /** Undefined for a data directory. */
  readonly database?: SharedDatabase | undefined;
  /** Undefined for a server without telemetry. */
  readonly telemetry: MonitoredTelemetry | undefined;
  /** Undefined if this server sends no deliveries. */
  readonly webhookCounters?: WebhookCounters | undefined;
  /** The scheduled backups; undefined until they are scheduled. */
  readonly backups?: (() => BackupFigures | undefined) | undefined;
  /** The scheduled self-tests; undefined until they are scheduled. */
  readonly selftests?: (() => SelftestFigures | undefined) | undefined;
  /** Undefined for a server that is no replica. */
  readonly replica?: (() => ReplicaFigures) | undefined;
  readonly apis: readonly Api[];
  readonly readiness: Readiness;
  /** Undefined if the use of the APIs is not remembered. */
  readonly clients?: ClientActivity | undefined;
  /** Undefined for a server without the web UI. */
  readonly ui?: WebUi | undefined;
  /** Controllers of further routes below the base path. */
  readonly extraControllers?: readonly AnyElysia[] | undefined;
  readonly version: string;
  readonly process: ProcessUsage;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The time in nanoseconds of a monotonic clock. */
  readonly nanoseconds: () => number;
}

const readinessPath = "/readyz";
const metricsPath = "/metrics";
/** The paths for load balancers, below the base path. */
const healthPaths = ["/healthz", readinessPath];

const changeLinesPerSecondMax = 100;
const nsPerMs = 1_000_000;

export interface ServerFetch {
  readonly fetch: FetchHandler;
  /** For the separate metrics address, if configured; all other requests get no answer there. */
  readonly metricsFetch: FetchHandler;
}

/**
 * Builds the functions that answer a server's requests: the APIs, documentation, health, readiness
 * and metrics. They run behind the limits, the cross-origin rules and the request log. Also counts
 * and logs committed changes.
 */
export function serverFetch(options: ServerFetchOptions): ServerFetch {
  const { config, log, context, database, services, version, nanoseconds, ui } = options;
  const apis =
    database === undefined
      ? options.apis
      : options.apis.map((api) => catchUpFirst(api, database, services.writer));
  const requests = new RequestCounters();
  const changes = new ChangeCounters();
  const logChanges = changeLogger(withLineRateLimit(log, changeLinesPerSecondMax));
  services.writer.onCommit((committed, _state, { isOwn }) => {
    // The process that answered the request counts and logs its changes.
    if (isOwn) {
      changes.count(committed);
      logChanges(committed);
    }
  });
  const metrics = metricsController({
    path: metricsPath,
    registry: lazily(() => metricsOf(options, requests, changes)).get,
    nowMs: () => nanoseconds() / nsPerMs,
    refusals: refusalResponses([...serverRefusals, "internal"]),
  });
  const showsMetrics = config.hasMetrics && config.metricsAddress === undefined;
  const site = createSiteRouter({
    context,
    apis,
    ui,
    basePath: config.basePath,
    version,
    publicUrl: config.publicUrl,
    extraControllers: [
      readinessController({
        path: readinessPath,
        readiness: options.readiness,
        docsUrl: context.docsUrl,
        refusals: refusalResponses(healthRefusals),
      }),
      ...(showsMetrics ? [metrics] : []),
      ...(options.extraControllers ?? []),
    ],
  });
  const shared = { config, log, context, nanoseconds, requests };
  return {
    fetch: requestPipeline({
      ...shared,
      prefixes: [config.basePath, ...apis.map(({ prefix }) => prefix), ...(ui?.prefixes ?? [])],
      healthPaths: new Set(healthPaths.map((path) => config.basePath + path)),
      openPaths: new Set([...healthPaths, metricsPath].map((path) => config.basePath + path)),
      ownPagesPath: ui?.apiPath,
      clients: options.clients,
      fetch: site.fetch,
      refuse: site.refuse,
    }),
    metricsFetch: metricsSite({ ...shared, controller: metrics }),
  };
}

async function metricsOf(
  options: ServerFetchOptions,
  requests: RequestCounters,
  changes: ChangeCounters,
) {
  const { config, services, streams, storage, telemetry, version, process, now } = options;
  const { serverMetrics } = await import("./metrics/server-metrics.ts");
  const counters = options.webhookCounters ?? new WebhookCounters();
  return serverMetrics({
    version,
    webhooks: {
      state: () => services.writer.state,
      tries: () => counters.byOutcome,
      losses: () => counters.losses,
      now,
    },
    process,
    now,
    requests,
    changes,
    commits: storage,
    evaluations: () => services.features.evaluationCount,
    writerWaiting: () => services.writer.waitingCount,
    snapshots: () => services.snapshots.count,
    streams: () => streams.counts,
    databaseFiles: () => databaseFiles(databaseDirectory(config)),
    backups: config.backups === undefined ? undefined : options.backups,
    selftests: config.selftestEveryMs === undefined ? undefined : options.selftests,
    telemetry: telemetry === undefined ? undefined : () => telemetry.counters,
    replica: options.replica,
    cluster: options.database,
  });
}
