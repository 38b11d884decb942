import { createTarDecoder, createTarPacker } from "modern-tar";
import { NewPrivateFile } from "./new-private-file.ts";

/** A file to write into an archive. */
export interface NewEntry {
  readonly name: string;
  readonly content: Blob;
}

const ownerOnly = 0o600;

/** Writes a gzipped tar to a new file, as streams: a database may be larger than memory. */
export async function writeArchive(
  path: string,
  entries: readonly NewEntry[],
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
    using file = new NewPrivateFile(path);
    for await (const chunk of readable.pipeThrough(new CompressionStream("gzip"))) {
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
 * if `visit` rejects, and for a file that is cut off, damaged or not such an archive.
 */
export async function readArchive(
  path: string,
  visit: (entry: ReadEntry) => Promise<void>,
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
