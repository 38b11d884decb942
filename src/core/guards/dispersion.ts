import { actorBucketCount } from "./guard-minute.ts";
import { type OutcomeBuckets, rateOf, sumBuckets } from "./outcome-buckets.ts";

/** Fewer bad outcomes say nothing about the dispersion. */
export const dispersedMin = 8;

/**
 * How much more the rates of the buckets differ than those of independent outcomes: at least 1, and
 * more if few actors cause many of the bad outcomes. Starts at 4.
 */
export function dispersion(arms: readonly OutcomeBuckets[]): number {
  let x2 = 0;
  let degrees = 0;
  for (const arm of arms) {
    if (sumBuckets(arm).bad >= dispersedMin) {
      const tested = chiSquare(arm);
      x2 += tested.x2;
      degrees += tested.degrees;
    }
  }
  return dispersionOf(x2, degrees);
}

export function dispersionOf(x2: number, degrees: number): number {
  return Math.max(1, (x2 + 32) / (degrees + 8));
}

/** Pearson's X² of the rates of the buckets, and its degrees of freedom. */
function chiSquare(buckets: OutcomeBuckets): { readonly x2: number; readonly degrees: number } {
  const rate = rateOf(sumBuckets(buckets));
  const variance = rate * (1 - rate);
  let x2 = 0;
  let filled = 0;
  for (let index = 0; index < actorBucketCount; index += 1) {
    const total = buckets.totals[index] ?? 0;
    if (total > 0) {
      filled += 1;
      const above = (buckets.bad[index] ?? 0) - total * rate;
      x2 += variance === 0 ? 0 : above ** 2 / (total * variance);
    }
  }
  return { x2, degrees: Math.max(filled - 1, 0) };
}
