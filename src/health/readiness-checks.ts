import { statfs } from "node:fs/promises";
import type { Check } from "./readiness.ts";

/** What the database check asks. */
export interface Probed {
  /** Nanoseconds since a commit failed; null if none did since the last one that was kept. */
  readonly failingForNs: number | null;
  /** Rejects if nothing could be committed; writes nothing. */
  probe(): Promise<void>;
}

/**
 * A probe that writes nothing cannot see that a disk fails, and writing for each probe would wear
 * the disk: so a failed commit counts for as long, unless one succeeds.
 */
const failureCountsNs = 10_000_000_000;

export function databaseCheck(storage: Probed): Check {
  return async () => {
    const { failingForNs } = storage;
    if (failingForNs !== null && failingForNs < failureCountsNs) {
      throw new Error("the last commit failed");
    }
    await storage.probe();
  };
}

/** That at least so many bytes are free on the disk of a directory. */
export function diskCheck(directory: string, freeBytesMin: number): Check {
  return async () => {
    const { bavail, bsize } = await statfs(directory);
    const freeBytes = bavail * bsize;
    if (freeBytes < freeBytesMin) {
      throw new Error(`${freeBytes} bytes are free, and ${freeBytesMin} are needed`);
    }
  };
}

/** For what can tell at once. */
export function simpleCheck(isWell: () => boolean, reason: string): Check {
  return async () => {
    if (!isWell()) {
      throw new Error(reason);
    }
  };
}
