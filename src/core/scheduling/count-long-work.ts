import { edenGC } from "bun:jsc";

/**
 * Long work leaves much garbage, and the collector alone waits until the heap has doubled. Asking it
 * after so much work costs little, as it runs beside the program.
 */
const workMsPerCollection = 40;

/** After the answer is sent; and again, as a collection gives back what the one before made free. */
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
 * Collects what was created since the last collection, in the next turn of the event loop. What is
 * still used then stays until a collection of all.
 */
export function collectNewSoon(): void {
  setImmediate(edenGC);
}

/**
 * As `collectNewSoon`, between two parts of long work: resolves afterwards, so that no function of
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

/** Called when long work has ended: asks the collector to run when nothing refers to it any more. */
export function endLongWork(): void {
  for (const ms of endedMs) {
    setTimeout(() => Bun.gc(false), ms).unref();
  }
}
