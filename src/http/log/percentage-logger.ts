import type { RoundedPercentages } from "../../core/percentages/rounded-percentages.ts";
import type { Log } from "./log.ts";

/** Logs which percentages of a request were rounded: the first 20, and how many there were. */
export function percentageLogger(log: Log): (rounded: RoundedPercentages) => void {
  return (rounded) =>
    log.warn("percentages rounded", { count: rounded.count, rounded: rounded.toString() });
}
