/**
 * Runs the steps of work to their end, and returns its result. Work that may take long is written
 * as steps, so that a server can do other work between them.
 */
export function runSteps<Result>(steps: Iterator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      return step.value;
    }
  }
}
