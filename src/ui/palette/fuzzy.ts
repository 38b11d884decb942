/** Where a text matches a label, and how well. */
export interface Match {
  readonly score: number;
  /** The matched parts as pairs of start and end. */
  readonly marks: readonly (readonly [start: number, end: number])[];
}

const atStart = 100;
const atWord = 80;
const inside = 50;
const scattered = 20;
const spaces = /\s+/;
const isWordPart = /[\p{L}\p{N}]/u;

/** Matches if each word of the text is in the label, or its letters are there in this order. */
export function fuzzyMatch(text: string, label: string): Match | null {
  const words = text.toLowerCase().split(spaces).filter(Boolean);
  const lower = label.toLowerCase();
  const found: Match[] = [];
  for (const word of words) {
    const match = wordMatch(word, lower);
    if (match === null) {
      return null;
    }
    found.push(match);
  }
  const sum = found.reduce((total, { score }) => total + score, 0);
  return {
    score: sum / Math.max(words.length, 1),
    // The lower case of few letters is longer: then the places are unknown.
    marks: lower.length === label.length ? joined(found.flatMap(({ marks }) => marks)) : [],
  };
}

function wordMatch(word: string, label: string): Match | null {
  const first = label.indexOf(word);
  if (first < 0) {
    return lettersMatch(word, label);
  }
  const start = wordStart(word, label, first);
  const at = start < 0 ? first : start;
  const score = at === 0 ? atStart : start < 0 ? inside : atWord;
  return { score, marks: [[at, at + word.length]] };
}

/** The first place at which the word begins a word of the label. */
function wordStart(word: string, label: string, first: number): number {
  for (let at = first; at >= 0; at = label.indexOf(word, at + 1)) {
    if (at === 0 || !isWordPart.test(label.charAt(at - 1))) {
      return at;
    }
  }
  return -1;
}

/** The letters one after another, as in `ckr` for `checkout_redesign`; the first begins a word. */
function lettersMatch(word: string, label: string): Match | null {
  const [letter = "", ...others] = word;
  let at = wordStart(letter, label, label.indexOf(letter));
  if (others.length === 0 || at < 0) {
    return null;
  }
  const begin = at;
  const marks: (readonly [number, number])[] = [[at, at + letter.length]];
  for (const other of others) {
    at = label.indexOf(other, at + 1);
    if (at < 0) {
      return null;
    }
    marks.push([at, at + other.length]);
  }
  return { score: scattered - (at - begin - others.length) / 2, marks };
}

/** The parts in their order; those that touch become one. */
function joined(marks: Match["marks"]): Match["marks"] {
  const result: [number, number][] = [];
  for (const [start, end] of marks.toSorted((left, right) => left[0] - right[0])) {
    const last = result.at(-1);
    if (last !== undefined && start <= last[1]) {
      last[1] = Math.max(last[1], end);
    } else {
      result.push([start, end]);
    }
  }
  return result;
}
