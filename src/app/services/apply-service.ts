import type { Caller } from "../../core/model/caller.ts";
import { Draft } from "../../core/model/draft.ts";
import type { Environment } from "../../core/model/environment.ts";
import { inSlices } from "../../core/scheduling/shared-slices.ts";
import type { GroupPolicy } from "../commands/group-policy.ts";
import { runInStepsAs } from "../commands/permit-changes.ts";
import type { Writer } from "../writer/writer.ts";
import { type AppliedFeatures, applyFeatures, type WantedFeatures } from "./apply-features.ts";
import { ExpensiveAnswers } from "./expensive-answers.ts";

interface ApplyServiceOptions {
  readonly writer: Writer;
  readonly groupPolicy: GroupPolicy;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The author of an application of features, and the project's Production. */
export interface ApplyAuthor {
  readonly callerIn: (environment: Environment) => Caller;
  readonly production: Environment;
}

/** Makes features what files declare (docs/flags-as-code.md). */
export class ApplyService {
  readonly #options: ApplyServiceOptions;
  readonly #answers = new ExpensiveAnswers();

  constructor(options: ApplyServiceOptions) {
    this.#options = options;
  }

  /** Applies all of the features in one commit, or none. Rejects as `applyFeatures`. */
  apply(author: ApplyAuthor, wanted: WantedFeatures): Promise<AppliedFeatures> {
    const { writer, groupPolicy } = this.#options;
    const caller = firstCaller(author, wanted);
    return writer.submitInSteps((draft) =>
      runInStepsAs(draft, caller, applyFeatures(draft, { ...author, ...wanted, groupPolicy })),
    );
  }

  /** What `apply` would change, on a draft that is never committed. Rejects as `apply`. */
  preview(
    author: ApplyAuthor,
    wanted: WantedFeatures,
    signal: AbortSignal,
  ): Promise<AppliedFeatures> {
    const { writer, groupPolicy, now } = this.#options;
    return this.#answers.run(
      firstCaller(author, wanted),
      () => {
        const draft = new Draft(writer.state, now());
        return inSlices(applyFeatures(draft, { ...author, ...wanted, groupPolicy }));
      },
      signal,
    );
  }
}

/** Approvals count for the environment of the first feature; a request can change only one. */
function firstCaller({ callerIn, production }: ApplyAuthor, { features }: WantedFeatures): Caller {
  const [first] = features.flatMap(({ environments }) => environments);
  return callerIn(first?.environment ?? production);
}
