import { Registry } from "prom-client";
import type { TelemetryCounters } from "../telemetry/telemetry-counters.ts";
import type { ChangeCounters } from "./change-counters.ts";
import type { DatabaseFile } from "./database-files.ts";
import type { Durations } from "./durations.ts";
import { PreparedHistogram } from "./prepared-histogram.ts";
import { type ProcessFacts, registerProcess } from "./process-metrics.ts";
import type { RequestCounters } from "./request-counters.ts";
import { sampled } from "./sampled.ts";
import { registerTelemetry } from "./telemetry-metrics.ts";

/** Where the numbers are kept; all of it is read at a scrape and costs nothing between them. */
export interface MetricSources {
  readonly version: string;
  readonly now: () => number;
  readonly process: ProcessFacts;
  readonly requests: RequestCounters;
  readonly changes: ChangeCounters;
  readonly commits: { readonly durations: Durations; readonly failed: number };
  /** Features that actor checks answered for. */
  readonly evaluations: () => number;
  /** Changes that wait for a commit. */
  readonly writerWaiting: () => number;
  readonly snapshots: () => number;
  readonly databaseFiles: () => Promise<readonly DatabaseFile[]>;
  /** Absent where there is no telemetry. */
  readonly telemetry?: (() => TelemetryCounters) | undefined;
}

/**
 * The metrics of a server. Labels come from closed sets alone: route patterns, methods, statuses,
 * audit actions. Feature keys, environments, actors and paths never become labels: whoever can send
 * them could otherwise make as many series as they like (THREATS.md, metric label explosion).
 */
export function serverMetrics(sources: MetricSources): Registry {
  const registry = new Registry();
  registerRequests(registry, sources);
  registerWriting(registry, sources);
  registerState(registry, sources);
  if (sources.telemetry !== undefined) {
    registerTelemetry(registry, sources.telemetry);
  }
  registerProcess(registry, sources.process, sources.now);
  return registry;
}

function registerRequests(registry: Registry, { requests, evaluations }: MetricSources): void {
  sampled(registry, {
    kind: "counter",
    name: "gatehouse_http_requests_total",
    help: "Answered requests by route pattern, method and status.",
    labels: ["route", "method", "status"],
    samples: () =>
      Array.from(requests.routes(), (tally) =>
        Array.from(
          tally.statuses(),
          ({ status, count }) =>
            [{ route: tally.route, method: tally.method, status }, count] as const,
        ),
      ).flat(),
  });
  new PreparedHistogram({
    name: "gatehouse_http_request_duration_seconds",
    help: "Time from a request's headers to its answer, before that is sent.",
    registry,
    series: () =>
      Array.from(requests.routes(), ({ route, method, durations }) => ({
        labels: { route, method },
        durations,
      })),
  });
  sampled(registry, {
    kind: "counter",
    name: "gatehouse_evaluations_total",
    help: "Features that actor checks answered for.",
    samples: () => [[{}, evaluations()]],
  });
}

function registerWriting(registry: Registry, sources: MetricSources): void {
  const { changes, commits, writerWaiting } = sources;
  sampled(registry, {
    kind: "counter",
    name: "gatehouse_changes_total",
    help: "Committed changes of features and gates by audited action.",
    labels: ["action"],
    samples: () => Array.from(changes.byAction, ([action, count]) => [{ action }, count] as const),
  });
  new PreparedHistogram({
    name: "gatehouse_commit_duration_seconds",
    help: "Time that commits took until they were durable; several changes may share one.",
    registry,
    series: () => [{ labels: {}, durations: commits.durations }],
  });
  sampled(registry, {
    kind: "counter",
    name: "gatehouse_commits_failed_total",
    help: "Commits that the storage did not keep.",
    samples: () => [[{}, commits.failed]],
  });
  sampled(registry, {
    kind: "gauge",
    name: "gatehouse_writer_waiting",
    help: "Changes that wait for a commit.",
    samples: () => [[{}, writerWaiting()]],
  });
}

function registerState(registry: Registry, sources: MetricSources): void {
  const { version, snapshots, databaseFiles } = sources;
  sampled(registry, {
    kind: "gauge",
    name: "gatehouse_build_info",
    help: "Always 1; the label tells the version.",
    labels: ["version"],
    samples: () => [[{ version }, 1]],
  });
  sampled(registry, {
    kind: "gauge",
    name: "gatehouse_snapshots",
    help: "Pictures of environments that are kept in memory to answer reads from.",
    samples: () => [[{}, snapshots()]],
  });
  sampled(registry, {
    kind: "gauge",
    name: "gatehouse_database_bytes",
    help: "Sizes of the databases and their journals.",
    labels: ["file"],
    samples: async () =>
      (await databaseFiles()).map(({ name, bytes }) => [{ file: name }, bytes] as const),
  });
}
