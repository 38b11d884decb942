import { memoizePerObject } from "../../core/memo/memoize-per-object.ts";
import { compareUtf8 } from "../../core/text/compare-utf8.ts";
import { textHash } from "../../core/text/text-hash.ts";

/*
 * The keys alone decide where a sorted list of keys is divided into blocks: equal lists have equal
 * blocks, whatever changed before. Adding or removing one key moves only the nearest bounds.
 */

/** A block ends after a key whose hash is a multiple of this. */
const usualLength = 88;
const lengthMin = 48;
const lengthMax = 512;

/** The blocks of a sorted list of keys. */
export interface BlockLayout {
  readonly keys: readonly string[];
  /** The index of the first key of each block, and after the last block the number of keys. */
  readonly bounds: readonly number[];
}

export const blockLayoutOf = memoizePerObject((keys: readonly string[]): BlockLayout => {
  const bounds = [0];
  let start = 0;
  for (let index = 0; index < keys.length; index++) {
    const length = index + 1 - start;
    const endsHere = length >= lengthMin && textHash(keys[index] ?? "") % usualLength === 0;
    if (endsHere || length === lengthMax) {
      start = index + 1;
      bounds.push(start);
    }
  }
  if (start < keys.length) {
    bounds.push(keys.length);
  }
  return { keys, bounds };
});

/** The index of the block in which the key is, or would be. */
export function blockIndexOf({ keys, bounds }: BlockLayout, key: string): number {
  let low = 0;
  let high = bounds.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (compareUtf8(keys[bounds[middle] ?? 0] ?? "", key) <= 0) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}
