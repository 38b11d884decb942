import type { StoredChange } from "./stored-change.ts";

/** Long enough that most batches are one text, and short enough to join in a millisecond. */
const textLengthMin = 128 * 1024;

/**
 * Writes the texts of a batch, each a JSON list of stored changes, in steps. `onText` gets each
 * text except the last as soon as it is complete; the last one is the result.
 */
export function* batchTexts(
  changes: Iterable<StoredChange>,
  onText: (text: string) => void,
): Generator<void, string> {
  let pieces: string[] = [];
  let length = 0;
  for (const change of changes) {
    if (length >= textLengthMin) {
      onText(listOf(pieces));
      pieces = [];
      length = 0;
    }
    const piece = JSON.stringify(change);
    pieces.push(piece);
    length += piece.length;
    yield;
  }
  return listOf(pieces);
}

function listOf(pieces: readonly string[]): string {
  return `[${pieces.join(",")}]`;
}
