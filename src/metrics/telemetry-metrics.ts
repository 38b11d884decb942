import type { Registry } from "prom-client";
import { registerMetric } from "./register-metric.ts";

/** What telemetry has done since the process started (DESIGN.md section 4). */
export interface TelemetryCounts {
  /** Submissions: counted, seen before, refused for what they say, turned away for want of room. */
  readonly submissions: number;
  readonly duplicates: number;
  readonly refused: number;
  readonly unavailable: number;
  /** Metrics of submissions: counted, and by why they were dropped. */
  readonly metrics: number;
  readonly droppedKeyTooLong: number;
  readonly droppedTimeOutOfRange: number;
  readonly droppedUnknownKey: number;
  readonly commits: number;
  readonly commitMs: number;
  readonly workerRestarts: number;
  /** Submissions that wait, and how much room they take. */
  readonly waiting: number;
  readonly waitingBytes: number;
}

export function registerTelemetry(registry: Registry, counts: () => TelemetryCounts): void {
  registerMetric(registry, {
    kind: "counter",
    name: "gatehouse_telemetry_submissions_total",
    help: "Telemetry submissions by outcome.",
    labels: ["outcome"],
    samples: () => {
      const { submissions, duplicates, refused, unavailable } = counts();
      return byLabel("outcome", {
        accepted: submissions,
        duplicate: duplicates,
        refused,
        unavailable,
      });
    },
  });
  registerMetric(registry, {
    kind: "counter",
    name: "gatehouse_telemetry_metrics_total",
    help: "Metrics of accepted telemetry submissions that were counted.",
    samples: () => [[{}, counts().metrics]],
  });
  registerMetric(registry, {
    kind: "counter",
    name: "gatehouse_telemetry_dropped_total",
    help: "Metrics of accepted telemetry submissions that were not counted.",
    labels: ["reason"],
    samples: () => {
      const { droppedKeyTooLong, droppedTimeOutOfRange, droppedUnknownKey } = counts();
      return byLabel("reason", {
        key_too_long: droppedKeyTooLong,
        time_out_of_range: droppedTimeOutOfRange,
        unknown_key: droppedUnknownKey,
      });
    },
  });
  registerQueueAndWorker(registry, counts);
}

function registerQueueAndWorker(registry: Registry, counts: () => TelemetryCounts): void {
  registerMetric(registry, {
    kind: "gauge",
    name: "gatehouse_telemetry_waiting",
    help: "Telemetry submissions that wait for a commit.",
    samples: () => [[{}, counts().waiting]],
  });
  registerMetric(registry, {
    kind: "gauge",
    name: "gatehouse_telemetry_waiting_bytes",
    help: "Memory that waiting telemetry submissions take.",
    samples: () => [[{}, counts().waitingBytes]],
  });
  registerMetric(registry, {
    kind: "counter",
    name: "gatehouse_telemetry_commits_total",
    help: "Commits to the telemetry database.",
    samples: () => [[{}, counts().commits]],
  });
  registerMetric(registry, {
    kind: "counter",
    name: "gatehouse_telemetry_commit_seconds_total",
    help: "Time spent in commits to the telemetry database.",
    samples: () => [[{}, counts().commitMs / 1_000]],
  });
  registerMetric(registry, {
    kind: "counter",
    name: "gatehouse_telemetry_worker_restarts_total",
    help: "Restarts of the telemetry worker after it ended.",
    samples: () => [[{}, counts().workerRestarts]],
  });
}

function byLabel(label: string, values: Readonly<Record<string, number>>) {
  return Object.entries(values).map(([name, value]) => [{ [label]: name }, value] as const);
}
