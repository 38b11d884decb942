import { statfs } from "node:fs/promises";
import type { ReadinessCheck } from "./readiness.ts";

/** What the database check needs of a storage. */
export interface ProbedStorage {
  /**
   * Nanoseconds since the first failed commit after the last successful one; null if none failed.
   */
  readonly failingForNs: number | null;
  /** Rejects if nothing could be committed; writes nothing. */
  probe(): Promise<void>;
}

/**
 * How long a failed commit makes the check fail, unless a commit succeeds meanwhile. A probe that
 * writes nothing cannot notice a failing disk, and a write for each probe would wear the disk out.
 */
const failureCountsNs = 10_000_000_000;

export function databaseCheck(storage: ProbedStorage): ReadinessCheck {
  return async () => {
    const { failingForNs } = storage;
    if (failingForNs !== null && failingForNs < failureCountsNs) {
      throw new Error("the last commit failed");
    }
    await storage.probe();
  };
}

/** Fails if fewer bytes are free on the directory's disk. */
export function diskCheck(directory: string, freeBytesMin: number): ReadinessCheck {
  return async () => {
    const { bavail, bsize } = await statfs(directory);
    const freeBytes = bavail * bsize;
    if (freeBytes < freeBytesMin) {
      throw new Error(`${freeBytes} bytes are free, and ${freeBytesMin} are needed`);
    }
  };
}

/** Fails with `reason` if `isHealthy` returns false. */
export function conditionCheck(isHealthy: () => boolean, reason: string): ReadinessCheck {
  return async () => {
    if (!isHealthy()) {
      throw new Error(reason);
    }
  };
}
