import type { EvaluationSeries } from "../../api/admin/contract/telemetry-models.ts";
import { sum } from "../evaluations/sum.ts";

const secondMs = 1_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;
const hoursKnown = 23;

/** How many days of telemetry have the time since `from`: one day has hours, and more have days. */
export function daysSince(from: number, now: number): number {
  return now - from < hoursKnown * hourMs ? 1 : Math.ceil((now - from) / dayMs) + 1;
}

/**
 * How many checks were enabled between two times at most: the counts are those of whole hours or
 * days. Null if telemetry does not go back so far.
 */
export function enabledChecks(
  { start, stepSeconds, enabled, retentionDays }: EvaluationSeries,
  from: number,
  to: number,
): number | null {
  const stepMs = stepSeconds * secondMs;
  const isIn = (index: number) => {
    const at = start + index * stepMs;
    return at < to && at + stepMs > from;
  };
  return retentionDays === 0 || from < start ? null : sum(enabled.filter((_, at) => isIn(at)));
}
