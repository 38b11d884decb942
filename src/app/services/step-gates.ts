import { GatehouseError } from "../../core/errors.ts";
import type { Caller } from "../../core/model/caller.ts";
import { type OwnState, ownStateOf } from "../../core/model/own-state.ts";
import { quote } from "../../core/text/quote.ts";
import type { Writer } from "../writer/writer.ts";
import { ExpensiveAnswers } from "./expensive-answers.ts";
import { FeatureHistory } from "./feature-history.ts";
import type { HistoryReads } from "./history-reads.ts";
import type { HistoryService } from "./history-service.ts";
import { StepWatch } from "./step-watch.ts";

/** What an environment had of a feature before a step and right after it. */
export interface StepSides {
  readonly before: OwnState;
  readonly after: OwnState;
}

/** Finds the gates around a step from the current gates and all audits since. */
export class StepGates {
  readonly #reads: HistoryReads;
  readonly #writer: Writer;
  readonly #history: Pick<HistoryService, "audit">;
  readonly #answers = new ExpensiveAnswers();

  constructor(reads: HistoryReads, writer: Writer, history: Pick<HistoryService, "audit">) {
    this.#reads = reads;
    this.#writer = writer;
    this.#history = history;
  }

  /**
   * The gates of a feature around the step of an audit; of the audit's feature unless another key is
   * given. `use` runs while no other answer has gates of this size. Rejects with `audit_not_found`, with
   * `undo_impossible` if the gates are unknown, and with `unavailable`.
   */
  around<Answer>(
    caller: Caller,
    { sequence, key }: { readonly sequence: number; readonly key: string | null },
    use: (sides: StepSides) => Answer,
    signal?: AbortSignal,
  ): Promise<Answer> {
    return this.#answers.run(
      caller,
      async () => use(await this.#around(caller, sequence, key)),
      signal,
    );
  }

  async #around(caller: Caller, sequence: number, asked: string | null): Promise<StepSides> {
    const { state } = this.#writer;
    const { environment } = caller;
    const { step, featureKey } = await this.#history.audit(caller, sequence);
    const key = asked ?? featureKey;
    const watch = new StepWatch(step);
    const history = new FeatureHistory(this.#reads, state, environment);
    for await (const [, rewind] of history.at([key], { after: step - 1, until: null }, watch)) {
      if (rewind.failure !== null) {
        throw new GatehouseError("undo_impossible", {
          message: `The earlier gates of ${quote(key)} are not known: ${rewind.failure}`,
        });
      }
      const before = rewind.state;
      return { before, after: watch.after ?? before };
    }
    const now = ownStateOf(state, environment, key);
    return { before: now, after: now };
  }
}
