import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join, resolve } from "node:path";
import { StorageError } from "../storage/storage.ts";
import { describeError } from "../text/describe-error.ts";

const fileName = "first-start.txt";
const ownerOnly = 0o600;

export interface FirstStartFile {
  /** Absolute. */
  readonly path: string;
  remove(): void;
}

/**
 * Writes what the first start shows to a new file in the data directory that only its owner may
 * read. A file of an earlier first start that was interrupted is replaced: its token was never
 * stored. Throws a `StorageError`.
 */
export function writeFirstStartFile(directory: string, text: string): FirstStartFile {
  const path = resolve(join(directory, fileName));
  const remove = () => rmSync(path, { force: true });
  try {
    remove();
    write(openSync(path, "wx", ownerOnly), text);
  } catch (error) {
    throw new StorageError(`${path}: the first token cannot be written: ${describeError(error)}`, {
      cause: error,
    });
  }
  return { path, remove };
}

function write(descriptor: number, text: string): void {
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
