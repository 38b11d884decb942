import { StorageError } from "../storage/storage.ts";
import { type ReadEntry, readArchive } from "./backup-archive.ts";
import { BackupError } from "./backup-error.ts";
import {
  type DatabaseEntry,
  type Manifest,
  manifestBytesMax,
  manifestName,
  parseManifest,
} from "./backup-manifest.ts";
import { digestOf } from "./digest.ts";

/** Returns the function that receives the bytes of a database while the backup is read. */
export type ChunkReceiver = (entry: DatabaseEntry) => (chunk: Uint8Array) => void;

/** The prefix of zlib's codes for damaged input. */
const inflatingPrefix = "Z_";

const discardChunks: ChunkReceiver = () => () => undefined;

/**
 * Reads a whole backup and verifies each file against the manifest. Resolves to the manifest;
 * rejects with a `BackupError` at the first difference. File names come from a closed list, so an
 * archive cannot choose where its files are written.
 */
export async function readBackup(
  file: string,
  receiverOf: ChunkReceiver = discardChunks,
): Promise<Manifest> {
  const reader = new BackupReader(receiverOf);
  try {
    await readArchive(file, (entry) => reader.visit(entry));
    return reader.finish();
  } catch (error) {
    throw toReadError(file, error);
  }
}

class BackupReader {
  readonly #receiverOf: ChunkReceiver;
  #manifest: Manifest | undefined;
  #remaining: readonly DatabaseEntry[] = [];

  constructor(receiverOf: ChunkReceiver) {
    this.#receiverOf = receiverOf;
  }

  async visit(entry: ReadEntry): Promise<void> {
    if (this.#manifest === undefined) {
      this.#manifest = await readManifest(entry);
      this.#remaining = this.#manifest.databases;
      return;
    }
    const [expected, ...remaining] = this.#remaining;
    if (expected === undefined || entry.name !== expected.name || !entry.isFile) {
      throw new BackupError("its files are not those of its manifest");
    }
    this.#remaining = remaining;
    // Checked before the content is read: an entry longer than the manifest says could fill the
    // disk.
    const digest =
      entry.bytes === expected.bytes
        ? await digestOf(entry.content, this.#receiverOf(expected))
        : undefined;
    if (digest?.sha256 !== expected.sha256) {
      throw new BackupError(`its ${expected.name} differs from the one that was backed up`);
    }
  }

  finish(): Manifest {
    if (this.#manifest === undefined || this.#remaining.length > 0) {
      throw new BackupError("it is cut off");
    }
    return this.#manifest;
  }
}

async function readManifest({ name, isFile, bytes, content }: ReadEntry): Promise<Manifest> {
  if (name !== manifestName || !isFile || bytes > manifestBytesMax) {
    throw new BackupError("it is not a Gatehouse backup");
  }
  return parseManifest(await new Response(content).text());
}

function toReadError(file: string, error: unknown): Error {
  if (error instanceof StorageError) {
    return error;
  }
  if (error instanceof BackupError) {
    return new BackupError(`${file}: ${error.message}`, { cause: error });
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  return code === undefined || code.startsWith(inflatingPrefix)
    ? new BackupError(`${file}: it is damaged, or not a backup`, { cause: error })
    : new BackupError(`${file} cannot be read: ${code}`, { cause: error });
}
