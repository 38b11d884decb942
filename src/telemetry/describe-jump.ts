const dayMs = 24 * 60 * 60 * 1_000;

/** What an operator is told of a clock that was far from the time of the newest telemetry. */
export function describeJump(jumpMs: number): string {
  const days = Math.abs(jumpMs / dayMs).toFixed(1);
  return jumpMs < 0
    ? `the clock is ${days} days before the last time that telemetry was stored`
    : `the clock is ${days} days after the last time that telemetry was stored; no counts are deleted before there are newer ones`;
}
