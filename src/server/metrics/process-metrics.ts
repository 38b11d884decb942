import type { Registry } from "prom-client";
import { registerMetric } from "./register-metric.ts";

/** The resources that the process uses; `process` implements it. */
export interface ProcessUsage {
  /** Microseconds since the start. */
  cpuUsage(): { readonly user: number; readonly system: number };
  memoryUsage(): { readonly rss: number; readonly heapUsed: number };
  /** Seconds since the start. */
  uptime(): number;
}

/**
 * Registers the metrics that dashboards expect of every process. The set of prom-client is for Node.
 * In Bun most of its values are zero, and it runs timers and observers between scrapes.
 */
export function registerProcess(registry: Registry, usage: ProcessUsage, now: () => number): void {
  const startedAtSeconds = now() / 1_000 - usage.uptime();
  registerMetric(registry, {
    kind: "counter",
    name: "process_cpu_seconds_total",
    help: "Total user and system CPU time spent in seconds.",
    samples: () => {
      const { user, system } = usage.cpuUsage();
      return [[{}, (user + system) / 1_000_000]];
    },
  });
  registerMetric(registry, {
    kind: "gauge",
    name: "process_resident_memory_bytes",
    help: "Resident memory size in bytes.",
    samples: () => [[{}, usage.memoryUsage().rss]],
  });
  registerMetric(registry, {
    kind: "gauge",
    name: "process_heap_bytes",
    help: "Process heap size in bytes.",
    samples: () => [[{}, usage.memoryUsage().heapUsed]],
  });
  registerMetric(registry, {
    kind: "gauge",
    name: "process_start_time_seconds",
    help: "Start time of the process since unix epoch in seconds.",
    samples: () => [[{}, startedAtSeconds]],
  });
}
