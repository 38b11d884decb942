import { EventLoopSlice } from "./event-loop-slice.ts";

/**
 * Runs the steps of long work to their end, and resolves with their result. It yields to other work
 * of the thread between two steps, once 5 ms have passed. Rejects with the error of a step.
 */
export async function runYielding<Result>(steps: Iterator<void, Result>): Promise<Result> {
  const slice = new EventLoopSlice();
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      return step.value;
    }
    if (slice.isOver) {
      await slice.startNext();
    }
  }
}
