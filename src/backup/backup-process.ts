import { BackupError } from "./backup-error.ts";

/**
 * Backs up a data directory in a child process: copying, checking and packing use most of a core,
 * which the server needs for requests. `program` is the command that starts this executable.
 * Rejects with the child's error message.
 */
export async function backUpInChildProcess(
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
    throw new BackupError(reason.trim() || `the backup process ended with exit code ${code}`);
  }
}
