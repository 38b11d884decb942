import { GzipText } from "../../../http/response/gzip-text.ts";
import type { KeyCountsAnswer } from "../../../telemetry/messages/key-counts.ts";

/** The counts of some features; both lists have the same order. */
interface CountedKeys {
  readonly keys: readonly string[];
  readonly counts: readonly KeyCountsAnswer[];
}

/**
 * The JSON of `head` as gzip, with the rows in its last member, an empty list. It is compressed while
 * it is written, because all rows take much memory. Undefined rows are omitted.
 */
export async function gzippedRows(
  head: object,
  parts: AsyncIterable<CountedKeys>,
  rowOf: (key: string, counts: KeyCountsAnswer | undefined) => object | undefined,
): Promise<Blob> {
  const text = new GzipText();
  text.add(JSON.stringify(head).slice(0, -"]}".length));
  let separator = "";
  for await (const { keys, counts } of parts) {
    for (const [at, key] of keys.entries()) {
      const row = rowOf(key, counts[at]);
      if (row !== undefined) {
        text.add(separator + JSON.stringify(row));
        separator = ",";
      }
    }
  }
  text.add("]}");
  return text.finish();
}
