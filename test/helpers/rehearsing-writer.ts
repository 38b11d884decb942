import type { Writer } from "../../src/app/writer/writer.ts";
import { Draft } from "../../src/core/model/draft.ts";

/**
 * A writer that first runs each command on a separate draft, and drops this draft. Then it submits the
 * command. Writers may run a command several times, and only the last run may have an effect.
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

/** Ignores errors of the first run, because the second run throws them again. */
function rehearse(run: () => void): void {
  try {
    run();
  } catch {
    // The second run throws it again.
  }
}
