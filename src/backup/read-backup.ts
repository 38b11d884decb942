import { StorageError } from "../storage/storage.ts";
import { type FoundEntry, readArchive } from "./archive.ts";
import { BackupError } from "./backup-error.ts";
import { digestOf } from "./digest.ts";
import {
  type DatabaseEntry,
  type Manifest,
  manifestBytesMax,
  manifestName,
  parseManifest,
} from "./manifest.ts";

/** What takes the bytes of one database on their way out of a backup. */
export type Taker = (entry: DatabaseEntry) => (chunk: Uint8Array) => void;

/** What zlib calls everything that is wrong with its input. */
const inflatingPrefix = "Z_";

const nobody: Taker = () => () => undefined;

/**
 * Reads a backup to its end and holds each file to its manifest. Resolves to that when all of them
 * are whole; rejects with a `BackupError` as soon as anything is not as it was written. Names come
 * from a closed list, so that nothing in an archive says where it is to be put.
 */
export async function readBackup(file: string, takerOf: Taker = nobody): Promise<Manifest> {
  const reading = new Reading(takerOf);
  try {
    await readArchive(file, (entry) => reading.visit(entry));
    return reading.finish();
  } catch (error) {
    throw refusalOf(file, error);
  }
}

class Reading {
  readonly #takerOf: Taker;
  #manifest: Manifest | undefined;
  #waiting: readonly DatabaseEntry[] = [];

  constructor(takerOf: Taker) {
    this.#takerOf = takerOf;
  }

  async visit(entry: FoundEntry): Promise<void> {
    if (this.#manifest === undefined) {
      this.#manifest = await readManifest(entry);
      this.#waiting = this.#manifest.databases;
      return;
    }
    const [expected, ...waiting] = this.#waiting;
    if (expected === undefined || entry.name !== expected.name || !entry.isFile) {
      throw new BackupError("it does not hold the files that its manifest names");
    }
    this.#waiting = waiting;
    // Before any of it is taken: what is longer than it says could fill a disk.
    const digest =
      entry.bytes === expected.bytes
        ? await digestOf(entry.content, this.#takerOf(expected))
        : undefined;
    if (digest?.sha256 !== expected.sha256) {
      throw new BackupError(`its ${expected.name} is not the one that was written`);
    }
  }

  finish(): Manifest {
    if (this.#manifest === undefined || this.#waiting.length > 0) {
      throw new BackupError("it is cut off");
    }
    return this.#manifest;
  }
}

async function readManifest({ name, isFile, bytes, content }: FoundEntry): Promise<Manifest> {
  if (name !== manifestName || !isFile || bytes > manifestBytesMax) {
    throw new BackupError("it is no backup of Gatehouse");
  }
  return parseManifest(await new Response(content).text());
}

function refusalOf(file: string, error: unknown): Error {
  if (error instanceof StorageError) {
    return error;
  }
  if (error instanceof BackupError) {
    return new BackupError(`${file}: ${error.message}`, { cause: error });
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  return code === undefined || code.startsWith(inflatingPrefix)
    ? new BackupError(`${file}: it is damaged, or no backup`, { cause: error })
    : new BackupError(`${file} cannot be read: ${code}`, { cause: error });
}
