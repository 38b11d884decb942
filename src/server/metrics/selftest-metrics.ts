import type { Registry } from "prom-client";
import { secondMs } from "../../core/time-units.ts";
import { registerMetric } from "./register-metric.ts";

/** The outcome of the latest self-test. */
export interface SelftestFigures {
  /** Null before the first one has ended. */
  readonly passed: boolean | null;
  /** Milliseconds since the epoch: when the latest one ended; null before. */
  readonly endedAt: number | null;
}

/** `figures` returns undefined before the schedule runs. */
export function registerSelftest(
  registry: Registry,
  figures: () => SelftestFigures | undefined,
): void {
  registerMetric(registry, {
    kind: "gauge",
    name: "gatehouse_selftest_success",
    help: "1 if the last self-test passed, 0 if it failed; NaN before the first one.",
    samples: () => {
      const passed = figures()?.passed ?? null;
      return [[{}, passed === null ? Number.NaN : Number(passed)]];
    },
  });
  registerMetric(registry, {
    kind: "gauge",
    name: "gatehouse_selftest_timestamp_seconds",
    help: "When the last self-test ended, in seconds since 1970; 0 before the first one.",
    samples: () => [[{}, (figures()?.endedAt ?? 0) / secondMs]],
  });
}
