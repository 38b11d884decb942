import { statfs } from "node:fs/promises";
import type { ReadinessCheck } from "./readiness.ts";

/** The part of a storage that the database check uses. */
export interface ProbedStorage {
  /** Rejects if nothing could be committed; writes only if the last commit failed. */
  probe(kind: "quick"): Promise<void>;
}

/** Fails while writes fail. After a failed write it fails until a commit or a probe is stored. */
export function databaseCheck(storage: ProbedStorage): ReadinessCheck {
  return () => storage.probe("quick");
}

/**
 * Fails if the data has been stale for longer than this. Never fails without a limit, because an
 * unreachable database would take all servers out of the load balancer.
 */
export function staleCheck(staleMs: () => number, staleMsMax: number | undefined): ReadinessCheck {
  return async () => {
    const ms = staleMs();
    if (staleMsMax !== undefined && ms > staleMsMax) {
      throw new Error(`the data is ${Math.round(ms / 1_000)} seconds old`);
    }
  };
}

const diskFreeBytesMin = 64 * 1024 * 1024;

/** Fails if fewer bytes are free on the directory's disk. */
export function diskCheck(directory: string, freeBytesMin = diskFreeBytesMin): ReadinessCheck {
  return async () => {
    const { bavail, bsize } = await statfs(directory);
    const freeBytes = bavail * bsize;
    if (freeBytes < freeBytesMin) {
      throw new Error(`${freeBytes} bytes are free, and ${freeBytesMin} are needed`);
    }
  };
}
