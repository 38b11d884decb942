const pauseMsMax = 32;

/**
 * The result of work that another process's lock may keep from starting: it is tried again, in
 * longer and longer steps, until it has waited so many milliseconds in all; then it rejects as the
 * work throws. SQLite itself would wait in place, and every reader with it.
 */
export async function unlessBusy<Result>(
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

/** SQLITE_BUSY and its kin, such as SQLITE_BUSY_RECOVERY. */
function isBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    error.code.startsWith("SQLITE_BUSY")
  );
}
