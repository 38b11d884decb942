import type { Measurement, Side } from "../measure.ts";

/** Several servers under load at the same time: the sum of their rates, and the slowest times. */
export function together(sides: readonly Side[]): Side {
  return {
    async measure(round) {
      return combined(await Promise.all(sides.map((side) => side.measure(round))));
    },
  };
}

export function combined(parts: readonly Measurement[]): Measurement {
  return {
    ratePerSecond: parts.reduce((sum, { ratePerSecond }) => sum + ratePerSecond, 0),
    p50Ms: highest(parts.map(({ p50Ms }) => p50Ms)),
    p99Ms: highest(parts.map(({ p99Ms }) => p99Ms)),
    // That of the database would be missing.
    processorMicroseconds: undefined,
  };
}

function highest(numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((number) => number !== undefined);
  return known.length < numbers.length || known.length === 0 ? undefined : Math.max(...known);
}
