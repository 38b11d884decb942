import { existsSync } from "node:fs";
import { join } from "node:path";
import { StorageError } from "../../storage.ts";

/** The unsent telemetry in the data directory of a replica. */
export const spoolName = "spool.db";

/**
 * Throws a `StorageError` for the data directory of a replica. A server would regard it as empty,
 * and create its own installation in it.
 */
export function refuseReplicaDirectory(directory: string): void {
  if (existsSync(join(directory, spoolName))) {
    throw new StorageError(
      `${directory}: it is the directory of a replica, which only --mode replica can use; run commands at its origin`,
    );
  }
}
