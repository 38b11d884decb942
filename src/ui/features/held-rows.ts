import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";

export interface HeldRows {
  readonly rows: readonly FeatureRow[];
  /** How many features would move, appear or disappear if the list were in order. */
  readonly waiting: number;
  /** Features that are shown, although they are deleted. */
  readonly gone: ReadonlySet<string>;
}

/** The rows in the order that is shown, with their latest values from `all`. */
export function heldRows(
  shown: readonly FeatureRow[],
  next: readonly FeatureRow[],
  all: readonly FeatureRow[],
): HeldRows {
  const places = new Map(next.map(({ key }, index) => [key, index]));
  const latest = new Map(all.map((row) => [row.key, row]));
  const kept = shown.flatMap(({ key }) => places.get(key) ?? []);
  const moved = kept.length - longestRise(kept);
  return {
    rows: shown.map((row) => latest.get(row.key) ?? row),
    waiting: shown.length - kept.length + (next.length - kept.length) + moved,
    gone: new Set(shown.filter(({ key }) => !latest.has(key)).map(({ key }) => key)),
  };
}

/** The length of the longest part of the numbers, in their order, that rises. */
function longestRise(numbers: readonly number[]): number {
  // For each length, the smallest number that a rise of this length can end with.
  const ends: number[] = [];
  for (const number of numbers) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? number) < number) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    ends[low] = number;
  }
  return ends.length;
}
