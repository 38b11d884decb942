/** How long steps run before other work gets a turn: readers hardly notice that delay. */
const turnMs = 5;

/** Resolves in a later turn of the event loop, after the input and output that was ready. */
export function nextTurn(): Promise<void> {
  return new Promise((resume) => setImmediate(resume));
}

/**
 * Runs the steps of long work to their end, and resolves with their result. Other work of the
 * thread gets a turn between two steps, at the latest when a step ends after `turnMs`. Rejects with
 * what a step throws.
 */
export async function inTurns<Result>(steps: Iterator<void, Result>): Promise<Result> {
  let turnEndsMs = performance.now() + turnMs;
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      return step.value;
    }
    if (performance.now() >= turnEndsMs) {
      await nextTurn();
      turnEndsMs = performance.now() + turnMs;
    }
  }
}
