import { statfs } from "node:fs/promises";
import type { ReadinessCheck } from "./readiness.ts";

/** What the database check needs of a storage. */
export interface ProbedStorage {
  /** Rejects if nothing could be committed; writes only if the last commit failed. */
  probe(kind: "quick"): Promise<void>;
}

/** Fails while writes fail; after a failed one until a write is kept, a commit or a probe's. */
export function databaseCheck(storage: ProbedStorage): ReadinessCheck {
  return () => storage.probe("quick");
}

/**
 * Fails if data is known to be current no more for longer than this; never without a limit, as a
 * database that is away would else take all servers from their balancer.
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
