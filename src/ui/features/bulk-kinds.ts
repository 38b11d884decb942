/** The changes of many features that the bar of the selection offers. */
export type BulkKind = "tag" | "owner" | "copy" | "set" | "delete";

/** As many features as one request can change. */
export const selectedMax = 5_000;
