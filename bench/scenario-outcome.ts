import type { Measurement } from "./measure.ts";
import { median, medianIfAll } from "./statistics.ts";

/** The promise of a scenario (docs/performance.md#promises). */
export interface PerformancePromise {
  readonly scenario: string;
  /** The unit of `ours` and `ceiling`, such as `requests/s`. */
  readonly unit: string;
  readonly floor: number | null;
  readonly aim: number | null;
  /** True if a smaller ratio is better. */
  readonly isAtMost?: boolean;
  /** True if floor and aim are values of `ours`, not of the ratio. */
  readonly isRate?: boolean;
}

export interface Outcome extends PerformancePromise {
  readonly ours: number | null;
  readonly ceiling: number | null;
  readonly ratio: number | null;
  /** Processor time of the ceiling for an answer, divided by ours; little changed by other load. */
  readonly processorRatio: number | null;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly ceilingP99Ms: number | null;
  readonly note: string | null;
}

/**
 * The medians of all rounds. The ratio is the median of the ratios of each round, as both sides of
 * a round ran while the machine had the same speed.
 */
export function compareRounds(
  promised: PerformancePromise,
  ours: readonly Measurement[],
  ceiling: readonly Measurement[],
): Outcome {
  const oursProcessor = medianIfAll(ours.map((round) => round.processorMicroseconds));
  const ceilingProcessor = medianIfAll(ceiling.map((round) => round.processorMicroseconds));
  return {
    ...promised,
    ours: median(rates(ours)),
    ceiling: promised.isRate === true ? null : median(rates(ceiling)),
    ratio: promised.isRate === true ? null : medianRatio(ours, ceiling),
    processorRatio:
      oursProcessor === undefined || ceilingProcessor === undefined
        ? null
        : ceilingProcessor / oursProcessor,
    p50Ms: medianIfAll(ours.map((round) => round.p50Ms)) ?? null,
    p99Ms: medianIfAll(ours.map((round) => round.p99Ms)) ?? null,
    ceilingP99Ms: medianIfAll(ceiling.map((round) => round.p99Ms)) ?? null,
    note: null,
  };
}

export function unavailableOutcome(promised: PerformancePromise, note: string): Outcome {
  return {
    ...promised,
    ours: null,
    ceiling: null,
    ratio: null,
    processorRatio: null,
    p50Ms: null,
    p99Ms: null,
    ceilingP99Ms: null,
    note,
  };
}

export type Verdict = "aim met" | "floor met" | "BELOW FLOOR" | "not available" | "";

export function verdictOf({ ours, ratio, floor, aim, isAtMost, isRate }: Outcome): Verdict {
  const measured = isRate === true ? ours : ratio;
  if (measured === null) {
    return "not available";
  }
  if (floor === null || aim === null) {
    return "";
  }
  const reaches = (bound: number) => (isAtMost === true ? measured <= bound : measured >= bound);
  if (reaches(aim)) {
    return "aim met";
  }
  return reaches(floor) ? "floor met" : "BELOW FLOOR";
}

function medianRatio(ours: readonly Measurement[], theirs: readonly Measurement[]): number {
  const other = rates(theirs);
  return median(rates(ours).map((rate, round) => rate / (other[round] ?? Number.NaN)));
}

function rates(rounds: readonly Measurement[]): readonly number[] {
  return rounds.map((round) => round.ratePerSecond);
}
