import type { Caller } from "../model/caller.ts";
import type { Actor } from "../toggles/actor-context.ts";
import { ExplainedFeatures } from "../toggles/explain-check.ts";
import type { ExplainedCheck } from "../toggles/explained-check.ts";
import { runSteps } from "../toggles/run-steps.ts";
import type { DeclaredGroups, FeatureService } from "./feature-service.ts";

export interface ExplainQuestion {
  readonly actors: readonly Actor[];
  /** Groups that the actors are in according to the request. */
  readonly declaredGroups: DeclaredGroups;
  /** Whether a group is registered, or has a predicate. */
  readonly isKnownGroup: (group: string) => boolean;
  /** The id of the request, for the log of faults. */
  readonly requestIdOf?: () => string | null;
}

/**
 * An expression has fewer terms, so that the first features of an answer always have their trees. A
 * term takes some hundred bytes.
 */
const termsMax = 50_000;

/** Answers checks with the reason of each gate; they do not count as evaluations. */
export class ExplainService {
  readonly #features: FeatureService;

  constructor(features: FeatureService) {
    this.#features = features;
  }

  /** Throws `feature_not_found`. */
  explain(caller: Caller, key: string, question: ExplainQuestion): ExplainedCheck {
    const toggle = this.#features.get(caller, key);
    return runSteps(this.#explainedFeatures(caller, question).explain(toggle));
  }

  /**
   * Explains several features with one time and one draw for each gate, in steps of one expression
   * and one actor. Unknown features are null.
   */
  *explainEach<Answer>(
    caller: Caller,
    keys: Iterable<string>,
    question: ExplainQuestion,
    answerOf: (key: string, explained: ExplainedCheck | null) => Answer,
  ): Generator<void, readonly Answer[]> {
    const snapshot = this.#features.snapshot(caller);
    const explained = this.#explainedFeatures(caller, question);
    const answers: Answer[] = [];
    for (const key of keys) {
      const toggle = snapshot.find(key);
      answers.push(answerOf(key, toggle === undefined ? null : yield* explained.explain(toggle)));
      yield;
    }
    return answers;
  }

  #explainedFeatures(caller: Caller, question: ExplainQuestion): ExplainedFeatures {
    const { actors, declaredGroups, isKnownGroup, requestIdOf } = question;
    const inputs = this.#features.checkInputs(caller, declaredGroups, requestIdOf);
    return new ExplainedFeatures(actors, { ...inputs, isKnownGroup }, termsMax);
  }
}
