import type { RolloutGuard } from "../model/rollout.ts";
import { type ArmMinute, actorBucketCount } from "./guard-minute.ts";

/** Outcomes and bad outcomes of the 16 buckets of actors. */
export interface OutcomeBuckets {
  readonly totals: readonly number[];
  readonly bad: readonly number[];
}

export interface Counts {
  readonly total: number;
  readonly bad: number;
}

export const noOutcomeBuckets: OutcomeBuckets = {
  totals: new Array<number>(actorBucketCount).fill(0),
  bad: new Array<number>(actorBucketCount).fill(0),
};

export function countBad({ totals, errors }: ArmMinute, bad: RolloutGuard["bad"]): OutcomeBuckets {
  return bad === "errors"
    ? { totals, bad: errors }
    : { totals, bad: totals.map((total, index) => total - (errors[index] ?? 0)) };
}

export function addBuckets(one: OutcomeBuckets, other: OutcomeBuckets): OutcomeBuckets {
  return { totals: addEach(one.totals, other.totals), bad: addEach(one.bad, other.bad) };
}

export function sumBuckets({ totals, bad }: OutcomeBuckets): Counts {
  return { total: sumOf(totals), bad: sumOf(bad) };
}

export function rateOf({ total, bad }: Counts): number {
  return total === 0 ? 0 : bad / total;
}

/** The variance of the rate, from the differences between the buckets. */
export function rateVariance(buckets: OutcomeBuckets): number {
  const sums = sumBuckets(buckets);
  const rate = rateOf(sums);
  let squares = 0;
  for (let index = 0; index < actorBucketCount; index += 1) {
    squares += ((buckets.bad[index] ?? 0) - (buckets.totals[index] ?? 0) * rate) ** 2;
  }
  const correction = actorBucketCount / (actorBucketCount - 1);
  return sums.total === 0 ? 0 : (squares / sums.total ** 2) * correction;
}

function addEach(one: readonly number[], other: readonly number[]): readonly number[] {
  const sums: number[] = [];
  for (let index = 0; index < actorBucketCount; index += 1) {
    sums.push((one[index] ?? 0) + (other[index] ?? 0));
  }
  return sums;
}

function sumOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) {
    sum += value;
  }
  return sum;
}
