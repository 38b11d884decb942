import type { SubmittedMetric } from "./telemetry-api.ts";

/** Metrics of one moment: for each key the enabled and the disabled evaluations. */
export function metricsOf(
  atMs: number,
  sums: Readonly<Record<string, readonly [enabled: number, disabled: number]>>,
): readonly SubmittedMetric[] {
  const time = Math.floor(atMs / 1_000);
  return Object.entries(sums).flatMap(([key, [enabled, disabled]]) => [
    { key, time, result: true, value: enabled },
    { key, time, result: false, value: disabled },
  ]);
}
