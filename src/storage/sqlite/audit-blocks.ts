/**
 * How many audits of an environment join the index of features at once. One by one each would
 * rewrite a page of the index, which was half of what a write of a gate cost; fewer, and reads would
 * save next to nothing, more, and the write that fills a block would take noticeably long.
 */
const auditsPerBlock = 1_024;

/** The newest sequence that is in the index of features; audits after it have to be looked through. */
export function lastIndexed(newestSequence: number): number {
  return newestSequence - (newestSequence % auditsPerBlock);
}

/** The sequence before the block that an audit fills; undefined for one that fills none. */
export function filledBlock(sequence: number): number | undefined {
  return lastIndexed(sequence) === sequence ? sequence - auditsPerBlock : undefined;
}
