import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { GatehouseError } from "../../core/errors.ts";

/** In the data directory, next to the database, and never in a backup. */
export const keyFileName = "gatehouse.key";

export const sealingKeyBytes = 32;
const ownerOnly = 0o600;
const rootId = 0;

/** The key that seals the secrets of webhooks. Its methods throw if it cannot be read or created. */
export interface KeySource {
  /** Undefined if there is none yet. */
  existing(): Buffer | undefined;
  /** Creates one if there is none. */
  orNew(): Buffer;
}

/** A key in base64, or the path of its file. */
export type KeyLocation = { readonly text: string } | { readonly file: string };

/** The key of a data directory, created for the first secret. */
export function directoryKey(directory: string): KeySource {
  const path = join(directory, keyFileName);
  const existing = () => readKey(path, readPrivateFile);
  return { existing, orNew: () => existing() ?? newKey(path) };
}

/** For data in memory. */
export function memoryKey(): KeySource {
  const key = randomBytes(sealingKeyBytes);
  return { existing: () => key, orNew: () => key };
}

/**
 * The key of servers that share a database. Each server gets it from its settings: in the database,
 * it would protect nothing.
 */
export function sharedKey(place: KeyLocation | undefined): KeySource {
  const existing = () =>
    place === undefined
      ? undefined
      : "text" in place
        ? keyOf(place.text, "GATEHOUSE_KEY")
        : readKey(place.file);
  return {
    existing,
    orNew() {
      const key = existing();
      if (key === undefined) {
        throw new GatehouseError("unavailable", {
          message: "Webhooks need a key that all servers of the database have: see --key-file",
        });
      }
      return key;
    },
  };
}

/** The key of a data directory, or of the database that replaces it. */
export function keySourceOf(
  directory: string,
  database: { readonly key: KeyLocation | undefined } | undefined,
): KeySource {
  return database === undefined ? directoryKey(directory) : sharedKey(database.key);
}

function keyOf(text: string, place: string): Buffer {
  const key = Buffer.from(text.trim(), "base64");
  if (key.length !== sealingKeyBytes) {
    throw new Error(`${place} holds no key`);
  }
  return key;
}

/** Undefined without a file. */
function readKey(path: string, read = (file: string) => readFileSync(file, "utf8")) {
  try {
    return keyOf(read(path), path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}

/** Never follows a link, and never waits for the writer of a pipe. */
function readPrivateFile(path: string): string {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = openSync(path, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(file).isFile()) {
      throw new Error(`${path} is no regular file`);
    }
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

/** Written to a temporary file first, so that a killed process leaves a whole file or none. */
function newKey(path: string): Buffer {
  const written = `${path}.new`;
  rmSync(written, { force: true });
  const file = openSync(written, "wx", ownerOnly);
  try {
    if (fstatSync(file).uid === rootId) {
      // Root may act for the owner of the directory, whose server must read the key.
      const { uid, gid } = statSync(dirname(path));
      fchownSync(file, uid, gid);
    }
    writeSync(file, `${randomBytes(sealingKeyBytes).toString("base64")}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    // Unlike a rename this never replaces a key that another process has created.
    linkSync(written, path);
  } finally {
    rmSync(written, { force: true });
  }
  const key = readKey(path);
  if (key === undefined) {
    throw new Error(`${path} was removed`);
  }
  return key;
}
