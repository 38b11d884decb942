import { compareUtf8 } from "../text/compare-utf8.ts";

/**
 * A set of strings as an immutable array, sorted by UTF-8 bytes: gates are small and read often.
 */
export type SortedSet = readonly string[];

export function sortedSet(values: Iterable<string>): SortedSet {
  return [...new Set(values)].sort(compareUtf8);
}

export function contains(set: SortedSet, value: string): boolean {
  return set[insertionIndex(set, value)] === value;
}

/** The set with the value; the same object if it contained the value already. */
export function including(set: SortedSet, value: string): SortedSet {
  const at = insertionIndex(set, value);
  return set[at] === value ? set : set.toSpliced(at, 0, value);
}

/** The set without the value; the same object if it did not contain the value. */
export function excluding(set: SortedSet, value: string): SortedSet {
  const at = insertionIndex(set, value);
  return set[at] === value ? set.toSpliced(at, 1) : set;
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
