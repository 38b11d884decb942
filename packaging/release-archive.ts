import { gzipSync } from "node:zlib";
import { type ZipOptions, zipSync } from "fflate";
import { packTar } from "modern-tar";

export interface ReleasedFile {
  /** From the root of the archive, with `/`. */
  readonly path: string;
  readonly content: Uint8Array;
  /** The permissions on Unix, such as 0o755. */
  readonly mode: number;
}

/** The first day of the ZIP format, in the time zone of the machine, as fflate writes it. */
const firstDay = new Date(1980, 0, 1);
/** Marks the archive as created on Unix, so that the file mode counts. */
const madeOnUnix = 3;
const regularFile = 0o100000;

/** The archive format that the users of a target can open without more tools. */
export function archiveSuffix(target: string): ".zip" | ".tar.gz" {
  return target.startsWith("windows") ? ".zip" : ".tar.gz";
}

/** Packs files for a target. It stores no date and no owner, so equal files give equal bytes. */
export async function releaseArchive(
  target: string,
  files: readonly ReleasedFile[],
): Promise<Uint8Array> {
  if (archiveSuffix(target) === ".zip") {
    return zipArchive(files);
  }
  const entries = files.map(({ path, content, mode }) => ({
    header: { name: path, size: content.length, mode, mtime: new Date(0), uid: 0, gid: 0 },
    body: content,
  }));
  return gzipSync(await packTar(entries));
}

function zipArchive(files: readonly ReleasedFile[]): Uint8Array {
  const entries = files.map(({ path, content, mode }): [string, [Uint8Array, ZipOptions]] => [
    path,
    [content, { mtime: firstDay, os: madeOnUnix, attrs: (regularFile | mode) << 16 }],
  ]);
  return zipSync(Object.fromEntries(entries));
}
