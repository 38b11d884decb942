import { statfsSync, statSync } from "node:fs";
import { BackupError } from "./backup-error.ts";
import type { DatabaseEntry } from "./backup-manifest.ts";

/**
 * How many times its size an archive may expand to. Databases hold times, ids and hashes, and expand
 * to 3 to 20 times; an archive of zeros expands to 1,000 times.
 */
const expansionMax = 200;
/** An archive may always expand to this: the pages of a small database are mostly empty. */
const expandedBytesAllowed = 64 * 1024 * 1024;

/** Whether the databases are so much larger than their archive that a restore refuses them. */
export function isSuspiciouslySmall(
  archiveBytes: number,
  databases: readonly DatabaseEntry[],
): boolean {
  return totalBytes(databases) > Math.max(expandedBytesAllowed, expansionMax * archiveBytes);
}

/**
 * Refuses a backup by the sizes that its manifest declares, before anything is written: one crafted
 * to fill the disk, and one that does not fit. The archive's files must then have these sizes.
 */
export function refuseTooLarge(
  archive: string,
  databases: readonly DatabaseEntry[],
  directory: string,
): void {
  const bytes = totalBytes(databases);
  const archiveBytes = statSync(archive).size;
  if (isSuspiciouslySmall(archiveBytes, databases)) {
    throw new BackupError(
      `it is made to fill the disk: its ${archiveBytes} bytes would expand to ${bytes}`,
    );
  }
  const { bavail, bsize } = statfsSync(directory);
  if (bytes > bavail * bsize) {
    throw new BackupError(
      `the disk of ${directory} is too small: the backup needs ${bytes} bytes, and ${bavail * bsize} are free`,
    );
  }
}

function totalBytes(databases: readonly DatabaseEntry[]): number {
  return databases.reduce((sum, { bytes }) => sum + bytes, 0);
}
