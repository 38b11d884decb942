import type { Caller } from "../../core/model/caller.ts";
import { Draft } from "../../core/model/draft.ts";
import { inSlices } from "../../core/scheduling/shared-slices.ts";
import { type BulkChange, type BulkResult, changeInBulk } from "../commands/bulk-change.ts";
import { requireTypedCount } from "../commands/confirmation.ts";
import type { GroupPolicy } from "../commands/group-policy.ts";
import { runInStepsAs } from "../commands/permit-changes.ts";
import type { Writer } from "../writer/writer.ts";
import { ExpensiveAnswers } from "./expensive-answers.ts";

interface BulkServiceOptions {
  readonly writer: Writer;
  readonly groupPolicy: GroupPolicy;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Changes many features in one command, which one undo reverts. */
export class BulkService {
  readonly #options: BulkServiceOptions;
  readonly #answers = new ExpensiveAnswers();

  constructor(options: BulkServiceOptions) {
    this.#options = options;
  }

  /**
   * Makes one change to features; keys without a feature are skipped. `typed` must be the number of
   * keys for a change in Production that many notice, or that deletes something; null confirms it.
   * Rejects with `confirmation_required`, and as `changeInBulk`.
   */
  change(
    caller: Caller,
    keys: readonly string[],
    change: BulkChange,
    typed: string | null | undefined,
  ): Promise<BulkResult> {
    const { writer, groupPolicy } = this.#options;
    const work = function* (draft: Draft): Generator<void, BulkResult> {
      const result = yield* changeInBulk(draft, caller, keys, { change, groupPolicy });
      if (result.isNoticed && typed !== null) {
        requireTypedCount(keys.length, typed);
      }
      return result;
    };
    return writer.submitInSteps((draft) => runInStepsAs(draft, caller, work(draft)));
  }

  /**
   * The change on a draft that is never committed; rejects as the change would, and as
   * `ExpensiveAnswers` does.
   */
  preview(
    caller: Caller,
    keys: readonly string[],
    change: BulkChange,
    signal: AbortSignal,
  ): Promise<BulkResult> {
    const { writer, groupPolicy, now } = this.#options;
    return this.#answers.run(
      caller,
      () => {
        const draft = new Draft(writer.state, now());
        return inSlices(changeInBulk(draft, caller, keys, { change, groupPolicy }));
      },
      signal,
    );
  }
}
