/**
 * Long work leaves much garbage, and the collector alone waits until the heap has doubled. Asking it
 * after so much work costs little, as it runs beside the program.
 */
const workMsPerCollection = 40;

let workMs = 0;

/** Counts the time of long work on this thread. */
export function countLongWork(ms: number): void {
  workMs += ms;
  if (workMs >= workMsPerCollection) {
    collectGarbage();
  }
}

/** Asks the collector to run now; called after long work. */
export function collectGarbage(): void {
  workMs = 0;
  Bun.gc(false);
}
