/** The largest count, 2^53-1: JSON numbers are exact up to here. */
export const countMax = Number.MAX_SAFE_INTEGER;

/** Evaluations of one key in one bucket; each count stops at `countMax`. */
export interface EvaluationCounts {
  enabled: number;
  disabled: number;
}

/**
 * The sum of two counts, at most `countMax`. A sum above 2^53 may be rounded, but never to below
 * 2^53, so the result is exact.
 */
export function cappedSum(count: number, more: number): number {
  return Math.min(count + more, countMax);
}
