import { actorsOf } from "./client-actors.ts";
import type { ClientRequests } from "./client-requests.ts";
import type { ClientOutcomes, ClientRuntime } from "./client-types.ts";
import { submitCounts } from "./count-submitter.ts";
import type { NoteFailure } from "./failures.ts";
import type { OutcomeCounter } from "./outcomes/outcome-counter.ts";

/** Loads the code that counts outcomes when the application first uses it. */
export function lazyOutcomes(
  requests: ClientRequests,
  runtime: ClientRuntime,
  failures: () => NoteFailure,
) {
  let counter: OutcomeCounter | undefined;
  let mayStart = true;
  let isEnded = false;
  function used(): OutcomeCounter | undefined {
    if (mayStart) {
      mayStart = false;
      const note = failures();
      import("./outcomes/outcome-counter.ts").then(({ createOutcomeCounter }) => {
        counter = isEnded
          ? undefined
          : createOutcomeCounter({ requests, runtime, failures, submitCounts, actorsOf });
      }, note);
    }
    return counter;
  }
  const outcomes: ClientOutcomes = {
    run(name, work) {
      const loaded = used();
      return loaded ? loaded.run(name, work) : work();
    },
    fail: () => counter?.fail(),
    track: (...given) => used()?.track(...given),
  };
  return {
    outcomes,
    counter: () => counter,
    end() {
      mayStart = false;
      isEnded = true;
      counter?.stop();
    },
  };
}
