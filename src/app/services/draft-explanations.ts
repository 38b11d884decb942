import type { Actor } from "../../core/evaluation/actor-context.ts";
import { ExplainedFeatures, withFixedDraws } from "../../core/evaluation/explain-check.ts";
import type { ExplainedCheck } from "../../core/evaluation/explained-check.ts";
import { changeGates, type GateChange } from "../../core/evaluation/gate-change.ts";
import { Toggle } from "../../core/evaluation/toggle.ts";
import type { Caller } from "../../core/model/caller.ts";
import { inSlices } from "../../core/scheduling/shared-slices.ts";
import type { ExpensiveAnswers } from "./expensive-answers.ts";
import { type ExplainQuestion, termsMax } from "./explain-service.ts";
import type { DeclaredGroups, FeatureReads } from "./feature-reads.ts";
import { refuseExpensiveCheck } from "./large-checks.ts";

/** An actor that is checked alone. */
export interface SeparateActor {
  readonly actor: Actor;
  readonly declaredGroups: DeclaredGroups;
}

export interface DraftQuestion extends ExplainQuestion {
  readonly key: string;
  /** Null without changes. */
  readonly changes: readonly GateChange[] | null;
  readonly each: readonly SeparateActor[];
}

/** A feature as it is, and with changes that nobody has saved. */
export interface DraftExplanation {
  readonly saved: ExplainedCheck;
  /** Null without changes. */
  readonly changed: ExplainedCheck | null;
}

export interface DraftAnswer extends DraftExplanation {
  readonly each: readonly DraftExplanation[];
}

/** Explains one feature with changes that are not saved, and for several actors one by one. */
export class DraftExplanations {
  readonly #features: FeatureReads;
  readonly #answers: ExpensiveAnswers;

  constructor(features: FeatureReads, answers: ExpensiveAnswers) {
    this.#features = features;
    this.#answers = answers;
  }

  /**
   * All results are of one moment, with one draw for each gate. Rejects with `feature_not_found`, and
   * as `ExplainService.explainEach`.
   */
  async explain(caller: Caller, question: DraftQuestion): Promise<DraftAnswer> {
    this.#features.get(caller, question.key);
    return await this.#answers.run(
      caller,
      () => inSlices(this.#steps(caller, question)),
      question.signal,
    );
  }

  *#steps(caller: Caller, question: DraftQuestion): Generator<void, DraftAnswer> {
    const { key, changes, actors, each, isKnownGroup, requestIdOf } = question;
    const saved = this.#features.get(caller, key);
    const changed =
      changes === null ? null : new Toggle(key, changes.reduce(changeGates, saved.gates));
    for (const toggle of changed === null ? [saved] : [saved, changed]) {
      const count = Math.max(1, actors.length) + each.length;
      yield* refuseExpensiveCheck(this.#features, caller, [toggle], count);
    }
    const fixed = withFixedDraws(
      this.#features.checkInputs(caller, question.declaredGroups, requestIdOf),
    );
    let termsLeft = termsMax;
    const explain = function* (
      toggle: Toggle,
      asked: readonly Actor[],
      isInGroup: typeof fixed.isInGroup,
    ): Generator<void, ExplainedCheck> {
      const find = (name: string) => (name === key ? toggle : fixed.find(name));
      const inputs = { ...fixed, find, isInGroup, isKnownGroup };
      const explained = new ExplainedFeatures(asked, inputs, termsLeft);
      const check = yield* explained.explain(toggle);
      termsLeft = explained.termsLeft;
      return check;
    };
    const both = function* (
      asked: readonly Actor[],
      isInGroup: typeof fixed.isInGroup,
    ): Generator<void, DraftExplanation> {
      return {
        saved: yield* explain(saved, asked, isInGroup),
        changed: changed === null ? null : yield* explain(changed, asked, isInGroup),
      };
    };
    const together = yield* both(actors, fixed.isInGroup);
    const separate: DraftExplanation[] = [];
    for (const { actor, declaredGroups } of each) {
      const own = this.#features.checkInputs(caller, declaredGroups, requestIdOf);
      separate.push(yield* both([actor], own.isInGroup));
    }
    return { ...together, each: separate };
  }
}
