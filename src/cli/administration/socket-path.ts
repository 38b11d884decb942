import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The name of the socket in the data directory. Access to it is access to the databases. */
export const socketName = "gatehouse.sock";

/** The shortest limit of the supported systems: 104 bytes on macOS, with the terminating zero byte. */
const socketPathBytesMax = 103;

/**
 * Calls `work` with the path of a socket in a directory. Socket addresses have a maximum length, so a
 * symbolic link in a temporary directory shortens a long path. The link is removed after the work:
 * the address matters only while binding or connecting.
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
