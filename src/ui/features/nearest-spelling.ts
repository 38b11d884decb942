import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";

const editsMax = 2;
const lengthMin = 3;
const betweenWords = /[^\p{L}\p{N}]+/u;

/** The word in keys and tags that is most like the text; null if none is like it. */
export function nearestSpelling(rows: readonly FeatureRow[], text: string): string | null {
  const typed = text.trim().toLowerCase();
  if (typed.length < lengthMin) {
    return null;
  }
  let nearest: string | null = null;
  // Short texts are like many words after two edits.
  let least = Math.min(editsMax, Math.floor(typed.length / lengthMin)) + 1;
  for (const word of wordsIn(rows)) {
    const edits = editsBetween(typed, word, least);
    if (edits > 0 && edits < least) {
      nearest = word;
      least = edits;
    }
  }
  return nearest;
}

function wordsIn(rows: readonly FeatureRow[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { key, tags } of rows) {
    for (const text of [key, ...tags]) {
      const lower = text.toLowerCase();
      words.add(lower);
      for (const word of lower.split(betweenWords)) {
        words.add(word);
      }
    }
  }
  return words;
}

/** How many letters must be changed, added, removed or swapped; at least `max` if that is too many. */
function editsBetween(left: string, right: string, max: number): number {
  if (Math.abs(left.length - right.length) >= max) {
    return max;
  }
  let before: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const next = [row];
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped =
        row > 1 &&
        column > 1 &&
        left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1];
      next.push(
        Math.min(
          at(last, column) + 1,
          at(next, column - 1) + 1,
          at(last, column - 1) + Number(!isSame),
          isSwapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    before = last;
    last = next;
  }
  return at(last, right.length);
}

function at(list: readonly number[], index: number): number {
  return list[index] ?? Number.POSITIVE_INFINITY;
}
