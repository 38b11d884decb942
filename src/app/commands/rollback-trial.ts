import type { Caller } from "../../core/model/caller.ts";
import { Draft } from "../../core/model/draft.ts";
import type { State } from "../../core/model/state.ts";
import { OwnGatesOnce } from "./own-gates.ts";
import { refuseAboveQuotas } from "./quotas.ts";
import { type Rollback, refuseAboveByteQuotas, rollBackFeatures } from "./rollback-commands.ts";

/**
 * Tries a rollback of features that are given in parts, and stores only the sums for the quotas:
 * the gates of all features together take too much memory. `add` and `finish` throw as `rollBack`
 * does.
 */
export class RollbackTrial {
  readonly #before: State;
  readonly #now: number;
  readonly #caller: Caller;
  readonly #ownGates: OwnGatesOnce;
  /** The state after all parts, but with the earlier gates. */
  #counted: State;

  constructor(state: State, now: number, caller: Caller) {
    this.#before = state;
    this.#now = now;
    this.#caller = caller;
    this.#ownGates = new OwnGatesOnce(state, caller.environment.projectId);
    this.#counted = state;
  }

  /** No feature may be given twice. */
  *add(rollback: Rollback): Generator<void, void> {
    const draft = new Draft(this.#counted, this.#now);
    yield* rollBackFeatures(draft, this.#caller, rollback, this.#ownGates);
    this.#counted = { ...(yield* draft.applyInSteps()), toggles: this.#before.toggles };
  }

  *finish(): Generator<void, void> {
    refuseAboveQuotas(this.#before, this.#counted, this.#caller.environment);
    yield* refuseAboveByteQuotas(this.#before, this.#counted);
  }
}
