import { type OpenedStorage, StorageError } from "./storage.ts";

const retryMs = 25;

/**
 * Opens a storage, and retries while another process, such as a shell command, holds the
 * directory's lock. Rejects as `open` does; if the directory is in use, only after `waitMsMax`
 * milliseconds.
 */
export async function openWithRetry(
  open: () => Promise<OpenedStorage>,
  waitMsMax: number,
): Promise<OpenedStorage> {
  for (let waitedMs = 0; ; waitedMs += retryMs) {
    try {
      return await open();
    } catch (error) {
      if (!isStorageInUse(error) || waitedMs >= waitMsMax) {
        throw error;
      }
    }
    await Bun.sleep(retryMs);
  }
}

/** Whether an error says that another process uses the data directory or its database. */
export function isStorageInUse(error: unknown): boolean {
  const cause = error instanceof StorageError ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && cause.code === "SQLITE_BUSY";
}
