/** The largest count there is; JSON numbers are exact up to here (DESIGN.md section 4). */
export const countMax = Number.MAX_SAFE_INTEGER;

/** Evaluations of one key in one bucket; each at most 2^53-1, where it stays. */
export interface Counts {
  enabled: number;
  disabled: number;
}

/** Past 2^53-1 a sum of two counts may be rounded, but never down to 2^53-1: this is exact. */
export function added(count: number, more: number): number {
  return Math.min(count + more, countMax);
}
