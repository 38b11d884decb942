import { BackupError } from "./backup-error.ts";

/** Where the data is, as flags and variables of `gatehouse backup`; secrets are variables only. */
export interface BackupSource {
  readonly flags: readonly string[];
  /** All variables of the process. */
  readonly environment: Record<string, string | undefined>;
}

/**
 * Backs up data in a child process: copying, checking and packing use most of a core,
 * which the server needs for requests. `program` is the command that starts this executable.
 * Rejects with the child's error message.
 */
export async function backUpInChildProcess(
  program: readonly string[],
  { flags, environment }: BackupSource,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const child = Bun.spawn([...program, "backup", ...flags, "--", file], {
    env: environment,
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
