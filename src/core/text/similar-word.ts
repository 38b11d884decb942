const comparedLengthMax = 64;
/** A third of the letters may be wrong. */
const lettersPerMistake = 3;
const prefixLengthMin = 2;
/** Each comparison takes up to some 0.1 ms. */
const comparedMax = 200;

/**
 * Returns the candidate that a user probably meant by a misspelt or shortened word; undefined if
 * none is similar. Letter case does not count. The first of equally similar candidates wins.
 */
export function similarWord(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > comparedLengthMax) {
    return undefined;
  }
  const meant = word.toLowerCase();
  const mistakesMax = Math.max(1, Math.floor(meant.length / lettersPerMistake));
  const isPossible = ({ length }: string) => Math.abs(length - meant.length) <= mistakesMax;
  let best: { readonly candidate: string; readonly mistakes: number } | undefined;
  for (const candidate of candidates.filter(isPossible).slice(0, comparedMax)) {
    const mistakes = mistakeCount(meant, candidate.toLowerCase());
    if (
      meant.length > 1 &&
      mistakes <= mistakesMax &&
      mistakes < (best?.mistakes ?? Number.POSITIVE_INFINITY)
    ) {
      best = { candidate, mistakes };
    }
  }
  const beginsWith = (candidate: string) => candidate.toLowerCase().startsWith(meant);
  return (
    best?.candidate ?? (meant.length >= prefixLengthMin ? candidates.find(beginsWith) : undefined)
  );
}

/**
 * The Damerau-Levenshtein distance (optimal string alignment): how many letters are missing, extra,
 * wrong, or swapped with the next one.
 */
function mistakeCount(given: string, expected: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: expected.length + 1 }, (_, index) => index);
  for (let row = 1; row <= given.length; row++) {
    const current = [row];
    for (let column = 1; column <= expected.length; column++) {
      const isEqual = given[row - 1] === expected[column - 1];
      const isSwapped =
        given[row - 1] === expected[column - 2] && given[row - 2] === expected[column - 1];
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isEqual ? 0 : 1),
          isSwapped
            ? (beforeLast[column - 2] ?? Number.POSITIVE_INFINITY) + 1
            : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[expected.length] ?? 0;
}
