import { compareUtf8, sortUtf8 } from "../text/compare-utf8.ts";
import { type Chunk, type ChunkedSet, ChunkWriter, smallSetMax } from "./chunked-set.ts";

/**
 * A set of strings, immutable and sorted by UTF-8 bytes. Most gates are small and read often, so
 * their set is an array. A large set is a `ChunkedSet`, so that the time of a change does not grow
 * with it. Equal sets that this module created have the same form.
 */
export type SortedSet = readonly string[] | ChunkedSet;

export function sortedSet(values: Iterable<string>): SortedSet {
  return setOfSorted(sortedValues(values));
}

/** As `sortedSet`, always as an array. */
export function sortedValues(values: Iterable<string>): readonly string[] {
  return sortUtf8([...new Set(values)]);
}

/** The set of values that are already sorted, without duplicates. */
export function setOfSorted(values: readonly string[]): SortedSet {
  if (values.length <= smallSetMax) {
    return values;
  }
  const writer = new ChunkWriter();
  writer.add(values);
  return writer.finish();
}

/** All values, in chunks that need not be copied. */
export function chunksOf(set: SortedSet): readonly Chunk[] {
  if (isChunked(set)) {
    return set.chunks;
  }
  return set.length === 0 ? [] : [set];
}

function listOf(set: SortedSet): readonly string[] {
  return isChunked(set) ? set.slice() : set;
}

/** Needs no class: clients in a page only look values up. */
export function isChunked(set: SortedSet): set is ChunkedSet {
  return "chunks" in set;
}

export function contains(set: SortedSet, value: string): boolean {
  const values = chunkFor(set, value);
  return values[insertionIndex(values, value)] === value;
}

/** The set with the value; the same object if it already contained the value. */
export function including(set: SortedSet, value: string): SortedSet {
  const values = chunkFor(set, value);
  const at = insertionIndex(values, value);
  return values[at] === value ? set : withValues(set, values, values.toSpliced(at, 0, value));
}

/** The set without the value; the same object if it did not contain the value. */
export function excluding(set: SortedSet, value: string): SortedSet {
  const values = chunkFor(set, value);
  const at = insertionIndex(values, value);
  return values[at] === value ? withValues(set, values, values.toSpliced(at, 1)) : set;
}

/** The values among which the value may be: one chunk of a large set. */
function chunkFor(set: SortedSet, value: string): readonly string[] {
  return isChunked(set) ? set.chunkFor(value) : set;
}

/** The set with the values of one chunk replaced. */
function withValues(set: SortedSet, chunk: Chunk, values: readonly string[]): SortedSet {
  if (!isChunked(set)) {
    return setOfSorted(values);
  }
  const writer = new ChunkWriter();
  for (const each of set.chunks) {
    if (each === chunk) {
      writer.add(values);
    } else {
      writer.keep(each);
    }
  }
  return writer.finish();
}

/**
 * The set with some values added and others removed; a value in both lists is in the set. The same
 * object if nothing changes. Takes time for the whole set once, however many values change.
 */
export function changedSet(
  set: SortedSet,
  added: Iterable<string>,
  removed: Iterable<string>,
): SortedSet {
  const without = new Set(removed);
  for (const value of without.size > 0 ? added : []) {
    without.delete(value);
  }
  const missing = difference(sortedValues(added), set);
  const chunks = chunksOf(set);
  const writer = new ChunkWriter();
  let at = 0;
  let isSame = true;
  for (const [index, chunk] of chunks.entries()) {
    const next = chunks[index + 1]?.[0];
    const end = next === undefined ? missing.length : insertionIndex(missing, next);
    const kept = without.size === 0 ? chunk : chunk.filter((value) => !without.has(value));
    if (kept.length === chunk.length && end === at) {
      writer.keep(chunk);
    } else {
      isSame = false;
      writer.add(mergedSets(kept, missing.slice(at, end)));
    }
    at = end;
  }
  if (chunks.length > 0) {
    return isSame ? set : writer.finish();
  }
  return missing.length === 0 ? set : setOfSorted(missing);
}

/** The members of two sets that have none in common. */
function mergedSets(left: readonly string[], right: readonly string[]): readonly string[] {
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

export function sameSet(left: SortedSet, right: SortedSet): boolean {
  return left === right || (left.length === right.length && difference(left, right).length === 0);
}

/**
 * The members of `set` that `other` does not contain. Takes time for the members between the first
 * and the last difference only, and not for chunks that both have: large sets mostly differ in one
 * member.
 */
export function difference(set: SortedSet, other: SortedSet): readonly string[] {
  return isChunked(set) && isChunked(other)
    ? differenceOfLists(chunksWithout(set, other).flat(), chunksWithout(other, set).flat())
    : differenceOfLists(listOf(set), listOf(other));
}

/** The chunks of a set that the other does not have. */
function chunksWithout(set: ChunkedSet, other: ChunkedSet): readonly Chunk[] {
  const shared = new Set(other.chunks);
  return set.chunks.filter((chunk) => !shared.has(chunk));
}

function differenceOfLists(set: readonly string[], other: readonly string[]): readonly string[] {
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
function missingMembers(set: readonly string[], other: readonly string[]): readonly string[] {
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

/** The index of the first value that is not below the given one, by binary search. */
function insertionIndex(values: readonly string[], value: string): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const candidate = values[middle];
    if (candidate !== undefined && compareUtf8(candidate, value) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
