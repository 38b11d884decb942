import { unpackTar } from "modern-tar";
import type { ReleasedFile } from "../release-archive.ts";

/** The files of an archive of `make release`, with paths inside its top folder. */
export async function archivedFiles(path: string): Promise<readonly ReleasedFile[]> {
  const entries = await unpackTar(Bun.gunzipSync(await Bun.file(path).bytes()));
  return entries.flatMap(({ header, data }) => {
    const inside = header.name.slice(header.name.indexOf("/") + 1);
    return data === undefined ? [] : [{ path: inside, content: data, mode: header.mode ?? 0o644 }];
  });
}
