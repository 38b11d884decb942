import { fileProblem } from "../../core/text/file-problem.ts";
import { quote } from "../../core/text/quote.ts";
import { StorageError } from "../storage.ts";
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

/** Receives a backup while it is read; a function that throws ends the reading. */
export interface BackupReceiver {
  /** Called before anything else is read. */
  readonly onManifest: (manifest: Manifest) => void;
  /** Returns the function that receives the bytes of a database. */
  readonly receiverOf: (entry: DatabaseEntry) => (chunk: Uint8Array) => void;
}

/** The prefix of zlib's codes for damaged input. */
const inflatingPrefix = "Z_";

const onlyVerify: BackupReceiver = {
  onManifest: () => undefined,
  receiverOf: () => () => undefined,
};
/** Allows for the headers and the padding of the archive, and for bytes read ahead. */
const archiveOverheadBytes = 16 * 1024 * 1024;

/**
 * Reads a whole backup and verifies each file against the manifest. Resolves with the manifest;
 * rejects with a `BackupError` at the first difference. File names come from a closed list, so an
 * archive cannot choose where its files are written.
 */
export async function readBackup(
  file: string,
  receiver: BackupReceiver = onlyVerify,
): Promise<Manifest> {
  const reader = new BackupReader(receiver);
  try {
    await readArchive(
      file,
      (entry) => reader.visit(entry),
      () => reader.bytesMax,
    );
    return reader.finish();
  } catch (error) {
    throw toReadError(file, error);
  }
}

class BackupReader {
  readonly #receiver: BackupReceiver;
  #manifest: Manifest | undefined;
  #remaining: readonly DatabaseEntry[] = [];

  constructor(receiver: BackupReceiver) {
    this.#receiver = receiver;
  }

  /** The largest possible size of the unpacked archive, by what is known so far. */
  get bytesMax(): number {
    const sizes = this.#manifest?.databases.map(({ bytes }) => bytes) ?? [];
    return sizes.reduce((sum, bytes) => sum + bytes, archiveOverheadBytes);
  }

  async visit(entry: ReadEntry): Promise<void> {
    if (this.#manifest === undefined) {
      const manifest = await readManifest(entry);
      this.#receiver.onManifest(manifest);
      this.#manifest = manifest;
      this.#remaining = manifest.databases;
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
        ? await digestOf(entry.content, this.#receiver.receiverOf(expected))
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
    : new StorageError(`${quote(file)} cannot be read: ${fileProblem(error)}`, { cause: error });
}
