import { edenGC } from "bun:jsc";

/**
 * Long work leaves much garbage, and the collector alone waits until the heap has doubled. Starting
 * it after this much work costs little, as it runs in parallel.
 */
const workMsPerCollection = 40;

/** After the response is sent; repeated, as a collection returns memory that the one before freed. */
const endedMs = [100, 1_000, 5_000] as const;

let workMs = 0;

/** Counts the time of long work on this thread. */
export function countLongWork(ms: number): void {
  workMs += ms;
  if (workMs >= workMsPerCollection) {
    workMs = 0;
    Bun.gc(false);
  }
}

/**
 * Collects objects created since the last collection, in the next iteration of the event loop.
 * Objects in use then stay until a full collection.
 */
export function collectNewSoon(): void {
  setImmediate(edenGC);
}

/**
 * As `collectNewSoon`, between two parts of long work. Resolves afterwards, so that no function of
 * the part is on the stack.
 */
export function collectBetweenParts(): Promise<void> {
  workMs = 0;
  return new Promise((resume) => {
    setImmediate(() => {
      edenGC();
      resume();
    });
  });
}

const waiting = new Set<number>();

/** Called at the end of long work. Starts the collector when nothing refers to the work any more. */
export function endLongWork(): void {
  for (const ms of endedMs) {
    if (!waiting.has(ms)) {
      waiting.add(ms);
      setTimeout(() => {
        waiting.delete(ms);
        Bun.gc(false);
      }, ms).unref();
    }
  }
}
