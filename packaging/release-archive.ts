import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import { zipArchive } from "./zip-archive.ts";

export interface ReleasedFile {
  /** From the root of the archive, with `/`. */
  readonly path: string;
  readonly content: Uint8Array;
  /** The permissions on Unix, such as 0o755. */
  readonly mode: number;
}

/** The form of the archive that the users of a target can open without more tools. */
export function archiveSuffix(target: string): ".zip" | ".tar.gz" {
  return target.startsWith("windows") ? ".zip" : ".tar.gz";
}

/** Packs files for a target. No date and no owner is stored, so equal files give equal bytes. */
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
