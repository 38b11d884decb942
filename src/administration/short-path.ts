import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The shortest limit among systems, macOS's, less the byte that ends the path. */
const socketPathBytesMax = 103;

/**
 * Works with a path of a file in a directory that fits into a socket's address, however long the
 * directory's own path is: if need be by a link in a directory of this process's own, which goes
 * again when the work is done. The address matters for binding and connecting only.
 */
export async function withShortPath<Result>(
  directory: string,
  name: string,
  work: (path: string) => Result | Promise<Result>,
): Promise<Result> {
  const path = join(directory, name);
  if (Buffer.byteLength(path) <= socketPathBytesMax) {
    return work(path);
  }
  const temporary = mkdtempSync(join(tmpdir(), "gatehouse-"));
  try {
    const link = join(temporary, "d");
    symlinkSync(directory, link);
    return await work(join(link, name));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
