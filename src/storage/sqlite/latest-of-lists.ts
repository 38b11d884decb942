/** A list of descending numbers that is read in pieces. */
export interface DescendingList {
  /** The first and largest number. */
  readonly largest: number;
  /** Returns at most `limit` numbers below `before`, from the largest down. */
  older(before: number, limit: number): readonly number[];
}

const read = Number.NEGATIVE_INFINITY;

/**
 * Returns the `count` largest numbers of the lists and of `others`, from the largest down. Reads
 * little more than it returns: about `count` numbers in total, and one of each list.
 */
export function latestOfLists(
  lists: readonly DescendingList[],
  others: readonly number[],
  count: number,
): readonly number[] {
  const found = [...others, ...lists.map(({ largest }) => largest)];
  let open = lists.map((list) => ({ list, oldest: list.largest }));
  let pieceLength = Math.ceil(count / Math.max(1, lists.length));
  for (;;) {
    found.sort((left, right) => right - left);
    const last = found[count - 1] ?? read;
    open = open.filter(({ oldest }) => oldest > last);
    if (open.length === 0) {
      return found.slice(0, count);
    }
    for (const each of open) {
      const piece = each.list.older(each.oldest, pieceLength);
      for (const number of piece) {
        found.push(number);
      }
      each.oldest = piece.length < pieceLength ? read : (piece.at(-1) ?? read);
    }
    pieceLength = Math.min(count, 2 * pieceLength);
  }
}
