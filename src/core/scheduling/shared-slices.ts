import { countLongWork } from "./count-long-work.ts";
import { yieldToEventLoop } from "./event-loop-slice.ts";

/** How long a slice of work may take: other requests hardly notice that delay. */
const sliceMs = 5;

/** Shared by all long work, as it shares one thread. */
let latest: Promise<unknown> = Promise.resolve();

/**
 * Runs steps of long work for some milliseconds at most, after all slices that already wait. Each
 * iteration of the event loop runs one slice, however much work there is. `step` returns whether it
 * has more to do. Resolves with the result of the last step; rejects with the error of a step.
 */
export function runSlice(step: () => boolean): Promise<boolean> {
  const slice = latest.then(yieldToEventLoop).then(() => {
    const startedMs = performance.now();
    try {
      while (step()) {
        if (performance.now() >= startedMs + sliceMs) {
          return true;
        }
      }
      return false;
    } finally {
      countLongWork(performance.now() - startedMs);
    }
  });
  latest = slice.catch(() => undefined);
  return slice;
}

/** Runs the steps of long work to their end, in slices, and resolves with their result. */
export async function inSlices<Result>(steps: Iterator<void, Result>): Promise<Result> {
  let step = steps.next();
  while (step.done !== true) {
    await runSlice(() => {
      step = steps.next();
      return step.done !== true;
    });
  }
  return step.value;
}
