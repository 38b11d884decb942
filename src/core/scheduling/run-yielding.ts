import { EventLoopSlice } from "./event-loop-slice.ts";

/**
 * Runs the steps of long work to their end, and resolves with their result. Other work of the
 * thread gets a turn between two steps, at the latest when a step ends after 5 ms. Rejects with what
 * a step throws.
 */
export async function runYielding<Result>(steps: Iterator<void, Result>): Promise<Result> {
  const turns = new EventLoopSlice();
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      return step.value;
    }
    if (turns.isDue) {
      await turns.take();
    }
  }
}
