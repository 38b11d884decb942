import { BackupError } from "./backup-error.ts";

/**
 * Has a process of its own back up a data directory: copying, checking and packing take a good part
 * of a core for as long as they take, and a server has requests to answer. `program` is what starts
 * this executable. Rejects with the reason that the process gave.
 */
export async function backUpInProcess(
  program: readonly string[],
  dataDirectory: string,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const child = Bun.spawn([...program, "backup", "--data", dataDirectory, "--", file], {
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
    signal,
  });
  const [reason, code] = await Promise.all([child.stderr.text(), child.exited]);
  if (code !== 0) {
    throw new BackupError(reason.trim() || `the process that backs up ended with ${code}`);
  }
}
