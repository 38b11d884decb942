import { Duplex } from "node:stream";
import { constants, createGzip } from "node:zlib";
import { createTarDecoder, createTarPacker } from "modern-tar";
import { BackupError } from "./backup-error.ts";
import { NewPrivateFile } from "./new-private-file.ts";

/** A file to write into an archive. */
export interface NewEntry {
  readonly name: string;
  readonly content: Blob;
}

const ownerOnly = 0o600;

/**
 * Writes a gzipped tar to a new file, as streams: a database may be larger than memory. Without
 * compression it is still a gzip file, of about the size of the entries.
 */
export async function writeArchive(
  path: string,
  entries: readonly NewEntry[],
  now: Date,
  { isCompressed } = { isCompressed: true },
): Promise<void> {
  const { readable, controller } = createTarPacker();
  async function pack(): Promise<void> {
    for (const { name, content } of entries) {
      const header = {
        name,
        type: "file",
        size: content.size,
        mtime: now,
        mode: ownerOnly,
      } as const;
      await content.stream().pipeTo(controller.add(header));
    }
    controller.finalize();
  }
  async function write(): Promise<void> {
    using file = new NewPrivateFile(path);
    const gzip = createGzip(isCompressed ? {} : { level: constants.Z_NO_COMPRESSION });
    for await (const chunk of readable.pipeThrough(Duplex.toWeb(gzip))) {
      file.write(chunk);
    }
  }
  await Promise.all([write(), pack()]);
}

export interface ReadEntry {
  readonly name: string;
  /** False for a link, a directory and every other kind of entry. */
  readonly isFile: boolean;
  readonly bytes: number;
  readonly content: ReadableStream<Uint8Array>;
}

/**
 * Calls `visit` with every entry of a gzipped tar, in order; `visit` must read the content. Rejects
 * if `visit` rejects, and for a file that is cut off, damaged or not such an archive. Also rejects
 * if it expands to more than `bytesMax()` bytes, which may grow during the reading.
 */
export async function readArchive(
  path: string,
  visit: (entry: ReadEntry) => Promise<void>,
  bytesMax: () => number,
): Promise<void> {
  const entries = Bun.file(path)
    .stream()
    .pipeThrough(new DecompressionStream("gzip"))
    .pipeThrough(limitingBytes(bytesMax))
    .pipeThrough(createTarDecoder({ strict: true }));
  for await (const { header, body } of entries) {
    const { name, size, type } = header;
    await visit({ name, isFile: type === "file", bytes: size, content: body });
  }
}

/** The decoder reads any number of parts without a file, and everything after the last file. */
function limitingBytes(bytesMax: () => number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > bytesMax()) {
        throw new BackupError("it holds more than its manifest says");
      }
      controller.enqueue(chunk);
    },
  });
}
