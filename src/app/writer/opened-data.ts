import type { OpenedStorage } from "../../storage/storage.ts";
import { LocalWriter, type LocalWriterOptions } from "./local-writer.ts";
import type { Writer, WriterStart } from "./writer.ts";

export type OpenWriter = (options: LocalWriterOptions) => Writer;

/** An opened storage, and the writer that fits it. */
export interface OpenedData extends OpenedStorage {
  /** Missing for a storage that no other process writes to. */
  readonly openWriter?: OpenWriter | undefined;
  /**
   * The clock of all processes that use the storage, in milliseconds since the epoch; missing for a
   * storage that no other process uses.
   */
  readonly now?: (() => number) | undefined;
}

/** The writer of an opened storage. */
export function writerOf(
  { openWriter = (options) => new LocalWriter(options), ...opened }: OpenedData,
  options: Pick<WriterStart, "now" | "onFailure">,
): Writer {
  return openWriter({ ...opened, ...options });
}
