import { type SortedSet, setOfSorted, sortedValues } from "../../core/evaluation/sorted-set.ts";
import { compareUtf8 } from "../../core/text/compare-utf8.ts";
import type { ImportSteps } from "./import-steps.ts";

/** An unsorted run is sorted at this length, which takes some milliseconds at most. */
const sortedAtOnceMax = 2_048;
/** How many values are merged between two pauses. */
const mergedAtOnce = 1_000;

/**
 * Builds the `sortedSet` of values that arrive one after the other, in steps: sorting 100,000 long
 * values takes up to a second. Values in order, as an export has them, are never compared twice.
 */
export class SortedSetBuilder {
  readonly #runs: (readonly string[])[] = [];
  /** The run being collected. */
  #run: string[] = [];
  #isInOrder = true;

  add(value: string): void {
    const last = this.#run.at(-1);
    const order = last === undefined ? -1 : compareUtf8(last, value);
    if (order === 0) {
      return;
    }
    if (order > 0 && this.#isInOrder) {
      if (this.#run.length >= sortedAtOnceMax) {
        this.#endRun();
      } else {
        this.#isInOrder = false;
      }
    }
    this.#run.push(value);
    if (!this.#isInOrder && this.#run.length >= sortedAtOnceMax) {
      this.#endRun();
    }
  }

  *build(): ImportSteps<SortedSet> {
    this.#endRun();
    let runs = this.#runs;
    while (runs.length > 1) {
      const merged: (readonly string[])[] = [];
      for (let index = 0; index < runs.length; index += 2) {
        merged.push(yield* mergedSets(runs[index] ?? [], runs[index + 1] ?? []));
        yield "pause";
      }
      runs = merged;
    }
    return setOfSorted(runs[0] ?? []);
  }

  #endRun(): void {
    this.#runs.push(this.#isInOrder ? this.#run : sortedValues(this.#run));
    this.#run = [];
    this.#isInOrder = true;
  }
}

function* mergedSets(
  left: readonly string[],
  right: readonly string[],
): ImportSteps<readonly string[]> {
  const merge: Merge = { left, leftAt: 0, right, rightAt: 0, merged: [] };
  while (!mergeSome(merge)) {
    yield "pause";
  }
  return merge.merged.concat(left.slice(merge.leftAt), right.slice(merge.rightAt));
}

interface Merge {
  readonly left: readonly string[];
  leftAt: number;
  readonly right: readonly string[];
  rightAt: number;
  readonly merged: string[];
}

/** Merges some values; returns whether one side is at its end. */
function mergeSome(merge: Merge): boolean {
  const { left, right, merged } = merge;
  let { leftAt, rightAt } = merge;
  let isEnded = false;
  for (let count = 0; count < mergedAtOnce; count++) {
    const a = left[leftAt];
    const b = right[rightAt];
    if (a === undefined || b === undefined) {
      isEnded = true;
      break;
    }
    const order = compareUtf8(a, b);
    merged.push(order <= 0 ? a : b);
    leftAt += order <= 0 ? 1 : 0;
    rightAt += order >= 0 ? 1 : 0;
  }
  merge.leftAt = leftAt;
  merge.rightAt = rightAt;
  return isEnded;
}
