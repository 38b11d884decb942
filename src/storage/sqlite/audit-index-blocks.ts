/**
 * How many audits of an environment are added to the index of features at once. Adding them one by
 * one rewrote an index page for each audit, which was half of the time of a gate write. Smaller
 * blocks would save little; with larger ones, the write that completes a block would take
 * noticeably long.
 */
const auditsPerBlock = 1_024;

/** The latest sequence in the index of features; a query must scan the audits after it. */
export function lastIndexedSequence(latestSequence: number): number {
  return latestSequence - (latestSequence % auditsPerBlock);
}

/** The sequence before the block that an audit completes; undefined if it completes none. */
export function filledBlockStart(sequence: number): number | undefined {
  return lastIndexedSequence(sequence) === sequence ? sequence - auditsPerBlock : undefined;
}
