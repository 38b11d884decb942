import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The name of the socket in the data directory. Only users who may open the databases may use it. */
export const socketName = "gatehouse.sock";

/**
 * The shortest limit of the supported systems, macOS's 104 bytes, without the terminating zero
 * byte.
 */
const socketPathBytesMax = 103;

/**
 * Calls `work` with the path of a socket in a directory. The length of a socket's address is
 * limited: if the path is too long, a symbolic link in a temporary directory shortens it. The link
 * is removed when the work is done, because the address matters only while binding or connecting.
 */
export async function withShortSocketPath<Result>(
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
