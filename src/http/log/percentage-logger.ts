import type { RoundedPercentages } from "../../core/percentages/rounded-percentages.ts";
import type { Log } from "./log.ts";

/** Logs the first 20 rounded percentages of a request, and their total number. */
export function percentageLogger(log: Log): (rounded: RoundedPercentages) => void {
  return (rounded) =>
    log.warn("percentages rounded", { count: rounded.count, rounded: rounded.toString() });
}
