import type { Registry } from "prom-client";
import { registerMetric } from "./register-metric.ts";

/** How a replica follows its primary. */
export interface ReplicaFigures {
  readonly ageSeconds: number;
  readonly isConnected: boolean;
  /** Submissions of telemetry that the primary has not counted yet. */
  readonly spooled: number;
  readonly spooledBytes: number;
}

export function registerReplica(registry: Registry, figures: () => ReplicaFigures): void {
  registerMetric(registry, {
    kind: "gauge",
    name: "gatehouse_replica_age_seconds",
    help: "Seconds since the replica last had all changes of its primary.",
    samples: () => [[{}, figures().ageSeconds]],
  });
  registerMetric(registry, {
    kind: "gauge",
    name: "gatehouse_replica_connected",
    help: "1 if the replica currently follows its primary, otherwise 0.",
    samples: () => [[{}, figures().isConnected ? 1 : 0]],
  });
  registerMetric(registry, {
    kind: "gauge",
    name: "gatehouse_replica_spooled_submissions",
    help: "Submissions of telemetry that wait for the primary.",
    samples: () => [[{}, figures().spooled]],
  });
  registerMetric(registry, {
    kind: "gauge",
    name: "gatehouse_replica_spooled_bytes",
    help: "Bytes of the submissions of telemetry that wait for the primary.",
    samples: () => [[{}, figures().spooledBytes]],
  });
}
