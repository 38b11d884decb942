import { type OpenedStorage, StorageError } from "./storage.ts";

const retryMs = 25;

/**
 * Opens a storage, and retries while another process, such as a CLI command, holds the directory's
 * lock. Rejects as `open` does; if the directory is in use, only after `waitMsMax` milliseconds. An
 * attempt that itself waited that long for a lock is the last one.
 */
export async function openWithRetry(
  open: () => Promise<OpenedStorage>,
  waitMsMax: number,
): Promise<OpenedStorage> {
  const deadlineMs = performance.now() + waitMsMax;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!isStorageInUse(error) || performance.now() >= deadlineMs) {
        throw error;
      }
    }
    await Bun.sleep(retryMs);
  }
}

/** Whether another process uses the data directory or its database. */
export function isStorageInUse(error: unknown): boolean {
  if (error instanceof StorageError) {
    return isStorageInUse(error.cause);
  }
  return error instanceof Error && "code" in error && error.code === "SQLITE_BUSY";
}
