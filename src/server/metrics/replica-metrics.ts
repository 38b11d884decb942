import type { Registry } from "prom-client";
import { registerMetric } from "./register-metric.ts";

/** What a replica tells of how it follows its origin. */
export interface ReplicaFigures {
  readonly ageSeconds: number;
  readonly isConnected: boolean;
  /** Submissions of telemetry that the origin has not counted yet. */
  readonly spooled: number;
  readonly spooledBytes: number;
}

export function registerReplica(registry: Registry, figures: () => ReplicaFigures): void {
  registerMetric(registry, {
    kind: "gauge",
    name: "gatehouse_replica_age_seconds",
    help: "Seconds since the replica last knew that it had all changes of its origin.",
    samples: () => [[{}, figures().ageSeconds]],
  });
  registerMetric(registry, {
    kind: "gauge",
    name: "gatehouse_replica_connected",
    help: "1 if the replica follows its origin at the moment, else 0.",
    samples: () => [[{}, figures().isConnected ? 1 : 0]],
  });
  registerMetric(registry, {
    kind: "gauge",
    name: "gatehouse_replica_spooled_submissions",
    help: "Submissions of telemetry that wait for the origin.",
    samples: () => [[{}, figures().spooled]],
  });
  registerMetric(registry, {
    kind: "gauge",
    name: "gatehouse_replica_spooled_bytes",
    help: "Bytes of the submissions of telemetry that wait for the origin.",
    samples: () => [[{}, figures().spooledBytes]],
  });
}
