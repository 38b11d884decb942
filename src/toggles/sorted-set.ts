import { compareUtf8, sortUtf8 } from "../text/compare-utf8.ts";

/**
 * A set of strings as an immutable array, sorted by UTF-8 bytes: gates are small and read often.
 */
export type SortedSet = readonly string[];

export function sortedSet(values: Iterable<string>): SortedSet {
  return sortUtf8([...new Set(values)]);
}

export function contains(set: SortedSet, value: string): boolean {
  return set[insertionIndex(set, value)] === value;
}

/** The set with the value; the same object if it contained the value already. */
export function including(set: SortedSet, value: string): SortedSet {
  const at = insertionIndex(set, value);
  return set[at] === value
    ? set
    : withBytesOf(set, set.toSpliced(at, 0, value), Buffer.byteLength(value));
}

/** The set without the value; the same object if it did not contain the value. */
export function excluding(set: SortedSet, value: string): SortedSet {
  const at = insertionIndex(set, value);
  return set[at] === value
    ? withBytesOf(set, set.toSpliced(at, 1), -Buffer.byteLength(value))
    : set;
}

/**
 * The set with some values more and others less; a value that is in both is in it. The same object
 * if nothing changes. Takes time for the whole set once, however many values change.
 */
export function changedSet(
  set: SortedSet,
  added: Iterable<string>,
  removed: Iterable<string>,
): SortedSet {
  const without = new Set(removed);
  const missing = difference(sortedSet(added), set);
  if (without.size > 0) {
    for (const value of added) {
      without.delete(value);
    }
  }
  const kept = without.size === 0 ? set : set.filter((value) => !without.has(value));
  if (missing.length === 0) {
    return kept.length === set.length ? set : kept;
  }
  return mergedSets(kept, missing);
}

/** The members of two sets that have none in common. */
function mergedSets(left: SortedSet, right: SortedSet): SortedSet {
  const merged: string[] = [];
  let at = 0;
  for (const value of right) {
    let next = left[at];
    while (next !== undefined && compareUtf8(next, value) < 0) {
      merged.push(next);
      at++;
      next = left[at];
    }
    merged.push(value);
  }
  return merged.concat(left.slice(at));
}

/** Comparing smaller sets takes less time than looking up what is remembered. */
const rememberedSizeMin = 64;
const rememberedBytes = new WeakMap<SortedSet, number>();

/**
 * The UTF-8 bytes of all values. The bytes of a large set are remembered, and those of the sets that
 * are made from it by one value follow from them.
 */
export function bytesOfSet(set: SortedSet): number {
  if (set.length < rememberedSizeMin) {
    return countBytes(set, 0, set.length);
  }
  let bytes = rememberedBytes.get(set);
  if (bytes === undefined) {
    bytes = countBytes(set, 0, set.length);
    rememberedBytes.set(set, bytes);
  }
  return bytes;
}

/** How many more bytes `after` has; below 0 if it has fewer. Does not count what both have. */
export function addedBytesOfSet(before: SortedSet, after: SortedSet): number {
  if (before === after) {
    return 0;
  }
  const shorter = Math.min(before.length, after.length);
  if (shorter >= rememberedSizeMin) {
    return bytesOfSet(after) - bytesOfSet(before);
  }
  let start = 0;
  while (start < shorter && before[start] === after[start]) {
    start++;
  }
  let beforeEnd = before.length;
  let afterEnd = after.length;
  while (Math.min(beforeEnd, afterEnd) > start && before[beforeEnd - 1] === after[afterEnd - 1]) {
    beforeEnd--;
    afterEnd--;
  }
  return countBytes(after, start, afterEnd) - countBytes(before, start, beforeEnd);
}

function withBytesOf(set: SortedSet, changed: SortedSet, addedBytes: number): SortedSet {
  const bytes = changed.length < rememberedSizeMin ? undefined : rememberedBytes.get(set);
  if (bytes !== undefined) {
    rememberedBytes.set(changed, bytes + addedBytes);
  }
  return changed;
}

function countBytes(set: SortedSet, start: number, end: number): number {
  let bytes = 0;
  for (let index = start; index < end; index++) {
    bytes += Buffer.byteLength(set[index] ?? "");
  }
  return bytes;
}

/**
 * The members of `set` that `other` does not contain. Takes time for the members between the first
 * and the last difference only, as large sets mostly differ in one member.
 */
export function difference(set: SortedSet, other: SortedSet): readonly string[] {
  let start = 0;
  while (start < set.length && set[start] === other[start]) {
    start++;
  }
  let end = set.length;
  let otherEnd = other.length;
  while (end > start && otherEnd > start && set[end - 1] === other[otherEnd - 1]) {
    end--;
    otherEnd--;
  }
  const between = set.slice(start, end);
  const rest = other.slice(start, otherEnd);
  return rest.length === 0 ? between : missingMembers(between, rest);
}

/** The members of `set` that `other` does not contain, by walking through both. */
function missingMembers(set: SortedSet, other: SortedSet): readonly string[] {
  let at = 0;
  return set.filter((value) => {
    let candidate = other[at];
    while (candidate !== undefined && compareUtf8(candidate, value) < 0) {
      at++;
      candidate = other[at];
    }
    return candidate !== value;
  });
}

/** The index of the first member that is not below the value, by binary search. */
function insertionIndex(set: SortedSet, value: string): number {
  let low = 0;
  let high = set.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const candidate = set[middle];
    if (candidate !== undefined && compareUtf8(candidate, value) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
