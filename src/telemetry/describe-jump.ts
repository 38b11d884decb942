import { dayMs } from "../core/time-units.ts";

/** What an operator reads about a clock that is far from the time of the stored telemetry. */
export function describeJump(jumpMs: number): string {
  const days = Math.abs(jumpMs / dayMs).toFixed(1);
  return jumpMs < 0
    ? `the clock is ${days} days before the last time that telemetry was stored`
    : `the clock is ${days} days after the last time that telemetry was stored; no counts are deleted before there are newer ones`;
}
