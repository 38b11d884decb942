import { Registry } from "prom-client";
import type { Durations } from "../../storage/durations.ts";
import type { TelemetryCounters } from "../../telemetry/telemetry-counters.ts";
import { type BackupFigures, registerBackups } from "./backup-metrics.ts";
import type { ChangeCounters } from "./change-counters.ts";
import { type ClusterFigures, registerCluster } from "./cluster-metrics.ts";
import type { DatabaseFile } from "./database-files.ts";
import { DurationsHistogram } from "./durations-histogram.ts";
import { type ProcessUsage, registerProcess } from "./process-metrics.ts";
import { registerMetric } from "./register-metric.ts";
import { type ReplicaFigures, registerReplica } from "./replica-metrics.ts";
import type { RequestCounters } from "./request-counters.ts";
import { registerSelftest, type SelftestFigures } from "./selftest-metrics.ts";
import { registerTelemetry } from "./telemetry-metrics.ts";
import { registerWebhooks, type WebhookSources } from "./webhook-metrics.ts";

/** The sources of the metrics, which are read only at a scrape. */
interface MetricSources {
  readonly version: string;
  readonly now: () => number;
  readonly process: ProcessUsage;
  readonly requests: RequestCounters;
  readonly changes: ChangeCounters;
  readonly commits: { readonly durations: Durations; readonly failed: number };
  /** The number of features that actor checks have evaluated. */
  readonly evaluations: () => number;
  /** The number of changes that wait for a commit. */
  readonly writerWaiting: () => number;
  readonly snapshots: () => number;
  /** The number of open streams of events of each kind. */
  readonly streams: () => Iterable<readonly [kind: string, count: number]>;
  readonly databaseFiles: () => Promise<readonly DatabaseFile[]>;
  readonly webhooks: WebhookSources;
  /** Undefined if no backups are scheduled. */
  readonly backups?: (() => BackupFigures | undefined) | undefined;
  /** Undefined if no self-tests are scheduled. */
  readonly selftests?: (() => SelftestFigures | undefined) | undefined;
  /** Undefined without telemetry. */
  readonly telemetry?: (() => TelemetryCounters) | undefined;
  /** Undefined for a server that is no replica. */
  readonly replica?: (() => ReplicaFigures) | undefined;
  /** Undefined without a shared database. */
  readonly cluster?: ClusterFigures | undefined;
}

/**
 * Returns the metrics of a server. Labels come from fixed sets only: route patterns, methods,
 * statuses, audit actions. Feature keys, environments, actors and paths are never labels, because
 * clients could then create any number of series (docs/security.md#threats).
 */
export function serverMetrics(sources: MetricSources): Registry {
  const registry = new Registry();
  registerRequests(registry, sources);
  registerWriting(registry, sources);
  registerState(registry, sources);
  registerWebhooks(registry, sources.webhooks);
  if (sources.backups !== undefined) {
    registerBackups(registry, sources.backups);
  }
  if (sources.selftests !== undefined) {
    registerSelftest(registry, sources.selftests);
  }
  if (sources.telemetry !== undefined) {
    registerTelemetry(registry, sources.telemetry);
  }
  if (sources.replica !== undefined) {
    registerReplica(registry, sources.replica);
  }
  if (sources.cluster !== undefined) {
    registerCluster(registry, sources.cluster);
  }
  registerProcess(registry, sources.process, sources.now);
  return registry;
}

function registerRequests(registry: Registry, { requests, evaluations }: MetricSources): void {
  registerMetric(registry, {
    kind: "counter",
    name: "gatehouse_http_requests_total",
    help: "Answered requests by route pattern, method and status.",
    labels: ["route", "method", "status"],
    samples: () =>
      Array.from(requests.routes(), (counters) =>
        Array.from(
          counters.statuses(),
          ({ status, count }) =>
            [{ route: counters.route, method: counters.method, status }, count] as const,
        ),
      ).flat(),
  });
  new DurationsHistogram({
    name: "gatehouse_http_request_duration_seconds",
    help: "Time from a request's headers to its answer, without sending the answer.",
    registry,
    series: () =>
      Array.from(requests.routes(), ({ route, method, durations }) => ({
        labels: { route, method },
        durations,
      })),
  });
  registerMetric(registry, {
    kind: "counter",
    name: "gatehouse_evaluations_total",
    help: "Features that actor checks have evaluated.",
    samples: () => [[{}, evaluations()]],
  });
}

function registerWriting(registry: Registry, sources: MetricSources): void {
  const { changes, commits, writerWaiting } = sources;
  registerMetric(registry, {
    kind: "counter",
    name: "gatehouse_changes_total",
    help: "Committed changes of features and gates by audited action.",
    labels: ["action"],
    samples: () => Array.from(changes.byAction, ([action, count]) => [{ action }, count] as const),
  });
  new DurationsHistogram({
    name: "gatehouse_commit_duration_seconds",
    help: "Time of a commit until it is durable; several changes may share a commit.",
    registry,
    series: () => [{ labels: {}, durations: commits.durations }],
  });
  registerMetric(registry, {
    kind: "counter",
    name: "gatehouse_commits_failed_total",
    help: "Commits that failed.",
    samples: () => [[{}, commits.failed]],
  });
  registerMetric(registry, {
    kind: "gauge",
    name: "gatehouse_writer_waiting",
    help: "Changes that wait for a commit.",
    samples: () => [[{}, writerWaiting()]],
  });
}

function registerState(registry: Registry, sources: MetricSources): void {
  const { version, snapshots, streams, databaseFiles } = sources;
  registerMetric(registry, {
    kind: "gauge",
    name: "gatehouse_build_info",
    help: "Always 1; the label holds the version.",
    labels: ["version"],
    samples: () => [[{ version }, 1]],
  });
  registerMetric(registry, {
    kind: "gauge",
    name: "gatehouse_snapshots",
    help: "Snapshots of environments in memory, from which the server answers reads.",
    samples: () => [[{}, snapshots()]],
  });
  registerMetric(registry, {
    kind: "gauge",
    name: "gatehouse_streams",
    help: "Open streams of events by kind: of programs, of evaluations over OFREP, of the web UI.",
    labels: ["kind"],
    samples: () => Array.from(streams(), ([kind, count]) => [{ kind }, count] as const),
  });
  registerMetric(registry, {
    kind: "gauge",
    name: "gatehouse_database_bytes",
    help: "Sizes of the databases and their journals.",
    labels: ["file"],
    samples: async () =>
      (await databaseFiles()).map(({ name, bytes }) => [{ file: name }, bytes] as const),
  });
}
