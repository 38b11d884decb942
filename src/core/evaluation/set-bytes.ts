import { memoizePerObject } from "../memo/memoize-per-object.ts";
import { type Chunk, ChunkedSet } from "./chunked-set.ts";
import { chunksOf, isChunked, type SortedSet } from "./sorted-set.ts";

/** The UTF-8 bytes of all values. The bytes of chunks of a large set are cached. */
export function bytesOfSet(set: SortedSet): number {
  return isChunked(set)
    ? set.chunks.reduce((sum, chunk) => sum + bytesOfChunk(chunk), 0)
    : countBytes(set);
}

/** How many more bytes `after` has; negative if it has fewer. Skips chunks that both have. */
export function addedBytesOfSet(before: SortedSet, after: SortedSet): number {
  if (before === after) {
    return 0;
  }
  if (before instanceof ChunkedSet || after instanceof ChunkedSet) {
    return bytesOfSet(after) - bytesOfSet(before);
  }
  return addedBytes(chunksOf(before)[0] ?? [], chunksOf(after)[0] ?? []);
}

const bytesOfChunk = memoizePerObject((chunk: Chunk) => countBytes(chunk));

function addedBytes(before: readonly string[], after: readonly string[]): number {
  const shorter = Math.min(before.length, after.length);
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

function countBytes(values: readonly string[], start = 0, end = values.length): number {
  let bytes = 0;
  for (let index = start; index < end; index++) {
    bytes += Buffer.byteLength(values[index] ?? "");
  }
  return bytes;
}
