const pauseMsMax = 32;

/**
 * Runs work, and retries it while another process's lock prevents it, with growing pauses. Rejects
 * with the last error after `waitMsMax` milliseconds of pauses. SQLite's own busy timeout would
 * block the thread, and every reader with it.
 */
export async function retryWhileBusy<Result>(
  work: () => Result | Promise<Result>,
  waitMsMax: number,
): Promise<Result> {
  let waitedMs = 0;
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, pauseMsMax)) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || waitedMs >= waitMsMax) {
        throw error;
      }
    }
    await Bun.sleep(pauseMs);
    waitedMs += pauseMs;
  }
}

/** SQLITE_BUSY or one of its extended codes, such as SQLITE_BUSY_RECOVERY. */
export function isBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    error.code.startsWith("SQLITE_BUSY")
  );
}
