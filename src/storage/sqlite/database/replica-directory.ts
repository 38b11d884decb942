import { existsSync } from "node:fs";
import { join } from "node:path";
import { StorageError } from "../../storage.ts";

/** The telemetry that waits in the data directory of a replica. */
export const spoolName = "spool.db";

/**
 * Throws a `StorageError` for the data directory of a replica: a server would take it for an empty
 * one, and make an installation of its own in it.
 */
export function refuseReplicaDirectory(directory: string): void {
  if (existsSync(join(directory, spoolName))) {
    throw new StorageError(
      `${directory}: it is the directory of a replica, which only --mode replica can use; run commands at its origin`,
    );
  }
}
