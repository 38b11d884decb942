import { closeSync, fsyncSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Writer } from "../../app/writer/writer.ts";
import type { State } from "../../core/model/state.ts";
import { hashSecret } from "../../core/secrets/random-secret.ts";
import { describeError } from "../../core/text/describe-error.ts";
import { StorageError } from "../../storage/storage.ts";

const fileName = "first-start.txt";
const ownerOnly = 0o600;
/** Far larger than any file that a start writes. */
const bytesMax = 65_536;
const linkForm = /\/set-up#(?<code>[\w-]{43})/;

export interface FirstStartFile {
  readonly path: string;
  remove(): void;
}

/**
 * Writes the secrets of the first start to a new file in the data directory. Only its owner may read
 * it. Replaces an earlier file. Throws a `StorageError`.
 */
export function writeFirstStartFile(directory: string, text: string): FirstStartFile {
  const path = pathIn(directory);
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

/** The text of the file; empty without one. */
export function readFirstStartFile(directory: string): string {
  const path = pathIn(directory);
  try {
    return statSync(path).size > bytesMax ? "" : readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** Removes the file if it shows the link with that code. Throws if the removal fails. */
export function removeFirstStartFile(directory: string, code: string): void {
  if (readFirstStartFile(directory).includes(code)) {
    rmSync(pathIn(directory), { force: true });
  }
}

/** Removes the file if its link is used or has expired. Throws if the removal fails. */
export function removeUsedFirstStartFile(directory: string, { signInLinks }: State): void {
  const code = linkForm.exec(readFirstStartFile(directory))?.groups?.code;
  if (code !== undefined && !signInLinks.has(hashSecret(code))) {
    removeFirstStartFile(directory, code);
  }
}

/**
 * Removes the file when its link is used, also on another server that shares the database. The state
 * must already have the link when this is called.
 */
export function removeFirstStartFileAtUse(
  directory: string,
  writer: Pick<Writer, "onCommit" | "onReload">,
): void {
  writer.onCommit((changes, state) => {
    if (changes.some(({ kind }) => kind === "sign_in_link.removed")) {
      removeUsedFirstStartFile(directory, state);
    }
  });
  writer.onReload((state) => removeUsedFirstStartFile(directory, state));
}

function pathIn(directory: string): string {
  return resolve(join(directory, fileName));
}

function write(descriptor: number, text: string): void {
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
