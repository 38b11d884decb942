import type { Registry } from "prom-client";
import type { SharedWriterFacts } from "../../app/writer/shared-writer.ts";
import { secondMs } from "../../core/time-units.ts";
import { type MetricOptions, registerMetric } from "./register-metric.ts";

/** The state of a server in a cluster. */
export interface ClusterFigures {
  /** Undefined before the writer exists. */
  readonly facts: () => SharedWriterFacts | undefined;
  readonly isLeading: () => boolean;
  /** How far the server's clock is ahead of the database's clock. */
  readonly clockAheadMs: () => number;
  /** How many other roles of the database hold locks of Gatehouse. */
  readonly foreignLockRoles: () => number;
}

const figures = [
  gauge("position", "The number of the latest commit that the server has.", (f) => f.position),
  gauge(
    "stale_seconds",
    "Seconds since the server last had all commits of the database.",
    (f) => f.staleMs / secondMs,
  ),
  gauge(
    "unanswered_seconds",
    "Seconds since the last usable answer of the database; 0 if it answers.",
    (f) => f.unansweredMs / secondMs,
  ),
  counter(
    "conflicts",
    "Commits that were repeated because another server had committed.",
    (f) => f.conflicts,
  ),
  counter("followed", "Commits of other servers that the server applied.", (f) => f.followed),
  counter("doubts", "Commits that were sent again because their answer was lost.", (f) => f.doubts),
  counter("reloads", "How often the server reloaded all data.", (f) => f.reloads),
];

export function registerCluster(registry: Registry, cluster: ClusterFigures): void {
  const { facts, isLeading, clockAheadMs, foreignLockRoles } = cluster;
  registerMetric(registry, {
    kind: "gauge",
    name: "gatehouse_cluster_leading",
    help: "1 if the server does the scheduled work of the cluster, otherwise 0.",
    samples: () => [[{}, isLeading() ? 1 : 0]],
  });
  registerMetric(registry, {
    kind: "gauge",
    name: "gatehouse_cluster_clock_ahead_seconds",
    help: "Seconds by which the machine's clock is ahead of the database's clock, which the server uses.",
    samples: () => [[{}, clockAheadMs() / secondMs]],
  });
  registerMetric(registry, {
    kind: "gauge",
    name: "gatehouse_cluster_foreign_lock_roles",
    help: "How many other roles of the database hold advisory locks of Gatehouse.",
    samples: () => [[{}, foreignLockRoles()]],
  });
  for (const { value, ...metric } of figures) {
    registerMetric(registry, {
      ...metric,
      samples: () => {
        const known = facts();
        return known === undefined ? [] : [[{}, value(known)]];
      },
    });
  }
}

type Value = (facts: SharedWriterFacts) => number;
type Figure = Omit<MetricOptions, "samples"> & { readonly value: Value };

function gauge(name: string, help: string, value: Value): Figure {
  return { kind: "gauge", name: `gatehouse_cluster_${name}`, help, value };
}

function counter(name: string, help: string, value: Value): Figure {
  return { kind: "counter", name: `gatehouse_cluster_${name}_total`, help, value };
}
