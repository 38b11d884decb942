import { createTarDecoder, createTarPacker } from "modern-tar";
import { NewFile } from "./new-file.ts";

/** A file for an archive. */
export interface ArchiveEntry {
  readonly name: string;
  readonly content: Blob;
}

const ownerOnly = 0o600;

/** Writes a gzipped tar to a new file, in streams: a database may be larger than memory. */
export async function writeArchive(
  path: string,
  entries: readonly ArchiveEntry[],
  now: Date,
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
    using file = new NewFile(path);
    for await (const chunk of readable.pipeThrough(new CompressionStream("gzip"))) {
      file.write(chunk);
    }
  }
  await Promise.all([write(), pack()]);
}

export interface FoundEntry {
  readonly name: string;
  /** Whether it is a file, rather than a link, a directory or something else. */
  readonly isFile: boolean;
  readonly bytes: number;
  readonly content: ReadableStream<Uint8Array>;
}

/**
 * Has every entry of a gzipped tar visited, in order, its content read before the next one.
 * Rejects as the visit does, and for a file that is cut off, damaged or no such archive.
 */
export async function readArchive(
  path: string,
  visit: (entry: FoundEntry) => Promise<void>,
): Promise<void> {
  const entries = Bun.file(path)
    .stream()
    .pipeThrough(new DecompressionStream("gzip"))
    .pipeThrough(createTarDecoder({ strict: true }));
  for await (const { header, body } of entries) {
    const { name, size, type } = header;
    await visit({ name, isFile: type === "file", bytes: size, content: body });
  }
}
