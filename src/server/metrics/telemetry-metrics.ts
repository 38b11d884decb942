import type { Registry } from "prom-client";
import type { TelemetryCounters } from "../../telemetry/telemetry-counters.ts";
import { registerMetric } from "./register-metric.ts";

export function registerTelemetry(registry: Registry, counters: () => TelemetryCounters): void {
  registerMetric(registry, {
    kind: "counter",
    name: "gatehouse_telemetry_submissions_total",
    help: "Telemetry submissions by outcome.",
    labels: ["outcome"],
    samples: () => {
      const { submissions, duplicates, refused, unavailable } = counters();
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
    samples: () => [[{}, counters().metrics]],
  });
  registerMetric(registry, {
    kind: "counter",
    name: "gatehouse_telemetry_dropped_total",
    help: "Metrics of accepted telemetry submissions that were not counted.",
    labels: ["reason"],
    samples: () => {
      const { droppedKeyTooLong, droppedTimeOutOfRange, droppedUnknownKey } = counters();
      return byLabel("reason", {
        key_too_long: droppedKeyTooLong,
        time_out_of_range: droppedTimeOutOfRange,
        unknown_key: droppedUnknownKey,
      });
    },
  });
  registerMetric(registry, {
    kind: "counter",
    name: "gatehouse_telemetry_outcomes_total",
    help: "Outcomes of accepted submissions: counted, or dropped as no guard watches them.",
    labels: ["result"],
    samples: () => {
      const { outcomes: counted, droppedOutcomes: dropped } = counters();
      return byLabel("result", { counted, dropped });
    },
  });
  registerMetric(registry, {
    kind: "counter",
    name: "gatehouse_telemetry_clamped_counts_total",
    help: "How often a telemetry count was at its maximum of 2^53-1 after a write.",
    samples: () => [[{}, counters().clamped]],
  });
  registerWork(registry, counters);
}

function registerWork(registry: Registry, counters: () => TelemetryCounters): void {
  registerMetric(registry, {
    kind: "gauge",
    name: "gatehouse_telemetry_waiting",
    help: "Telemetry submissions that are being received or wait to be committed.",
    samples: () => [[{}, counters().waiting]],
  });
  registerMetric(registry, {
    kind: "gauge",
    name: "gatehouse_telemetry_waiting_bytes",
    help: "Received bytes of the submissions that gatehouse_telemetry_waiting counts.",
    samples: () => [[{}, counters().waitingBytes]],
  });
  registerMetric(registry, {
    kind: "counter",
    name: "gatehouse_telemetry_commits_total",
    help: "Commits to the telemetry database.",
    samples: () => [[{}, counters().commits]],
  });
  registerMetric(registry, {
    kind: "counter",
    name: "gatehouse_telemetry_commit_seconds_total",
    help: "Time spent in commits to the telemetry database.",
    samples: () => [[{}, counters().commitMs / 1_000]],
  });
  registerMetric(registry, {
    kind: "counter",
    name: "gatehouse_telemetry_worker_restarts_total",
    help: "How often the telemetry worker ended and was restarted.",
    samples: () => [[{}, counters().workerRestarts]],
  });
}

function byLabel(label: string, values: Readonly<Record<string, number>>) {
  return Object.entries(values).map(([name, value]) => [{ [label]: name }, value] as const);
}
