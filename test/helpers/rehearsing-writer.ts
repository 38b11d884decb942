import type { Writer } from "../../src/app/writer/writer.ts";
import { Draft } from "../../src/core/model/draft.ts";

/**
 * A writer that runs each command on a draft of its own before it submits it: commands may be run
 * again, and only their last run may count.
 */
export function rehearsingWriter(writer: Writer): Writer {
  return {
    get state() {
      return writer.state;
    },
    get position() {
      return writer.position;
    },
    get waitingCount() {
      return writer.waitingCount;
    },
    onCommit: (listener) => writer.onCommit(listener),
    onReload: (listener) => writer.onReload(listener),
    submit: (command) =>
      writer.submit((draft) => {
        rehearse(() => command(new Draft(draft.state, draft.now)));
        return command(draft);
      }),
    submitInSteps: (command) =>
      writer.submitInSteps(function* (draft) {
        rehearse(() => {
          const steps = command(new Draft(draft.state, draft.now));
          while (steps.next().done !== true) {
            // Another step.
          }
        });
        return yield* command(draft);
      }),
    close: () => writer.close(),
  };
}

/** What a first run throws does not count either: the second run throws it again. */
function rehearse(run: () => void): void {
  try {
    run();
  } catch {
    // Thrown again by the run that counts.
  }
}
