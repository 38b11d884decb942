import { type OpenedStorage, StorageError } from "./storage.ts";

const retryMs = 25;

/**
 * Opens a storage that another process may be about to let go, such as a command of the shell.
 * Throws what `open` throws, a directory in use only once it has been for `patienceMs`.
 */
export async function openPatiently(
  open: () => OpenedStorage,
  patienceMs: number,
): Promise<OpenedStorage> {
  for (let waitedMs = 0; ; waitedMs += retryMs) {
    try {
      return open();
    } catch (error) {
      if (!isInUse(error) || waitedMs >= patienceMs) {
        throw error;
      }
    }
    await Bun.sleep(retryMs);
  }
}

/** Whether another process has the data directory or its database. */
export function isInUse(error: unknown): boolean {
  const cause = error instanceof StorageError ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "SQLITE_BUSY";
}
