import type { Registry } from "prom-client";
import { sampled } from "./sampled.ts";

/** What only the process itself can tell. */
export interface ProcessFacts {
  /** Microseconds since the start. */
  cpuUsage(): { readonly user: number; readonly system: number };
  memoryUsage(): { readonly rss: number; readonly heapUsed: number };
  /** Seconds since the start. */
  uptime(): number;
}

/**
 * What dashboards expect of every process. prom-client's own set is written for Node: in Bun most
 * of it is always zero, and it starts timers and observers that run between scrapes too.
 */
export function registerProcess(registry: Registry, facts: ProcessFacts, now: () => number): void {
  const startedAtSeconds = now() / 1_000 - facts.uptime();
  sampled(registry, {
    kind: "counter",
    name: "process_cpu_seconds_total",
    help: "Total user and system CPU time spent in seconds.",
    samples: () => {
      const { user, system } = facts.cpuUsage();
      return [[{}, (user + system) / 1_000_000]];
    },
  });
  sampled(registry, {
    kind: "gauge",
    name: "process_resident_memory_bytes",
    help: "Resident memory size in bytes.",
    samples: () => [[{}, facts.memoryUsage().rss]],
  });
  sampled(registry, {
    kind: "gauge",
    name: "process_heap_bytes",
    help: "Process heap size in bytes.",
    samples: () => [[{}, facts.memoryUsage().heapUsed]],
  });
  sampled(registry, {
    kind: "gauge",
    name: "process_start_time_seconds",
    help: "Start time of the process since unix epoch in seconds.",
    samples: () => [[{}, startedAtSeconds]],
  });
}
