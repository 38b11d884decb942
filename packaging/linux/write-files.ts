import { chmod, mkdir, readdir, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ReleasedFile } from "../release-archive.ts";

/** Writes files below a directory. They and their folders get the date. */
export async function writeFiles(
  parent: string,
  files: readonly ReleasedFile[],
  date: Date,
): Promise<void> {
  for (const { path, content, mode } of files) {
    const target = join(parent, path);
    await mkdir(dirname(target), { recursive: true });
    await Bun.write(target, content);
    await chmod(target, mode);
  }
  for (const path of await readdir(parent, { recursive: true })) {
    await utimes(join(parent, path), date, date);
  }
}
