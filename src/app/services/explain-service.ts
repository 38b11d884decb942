import { GatehouseError } from "../../core/errors.ts";
import type { Actor } from "../../core/evaluation/actor-context.ts";
import { ExplainedFeatures } from "../../core/evaluation/explain-check.ts";
import type { ExplainedCheck } from "../../core/evaluation/explained-check.ts";
import type { Caller } from "../../core/model/caller.ts";
import { collectNewSoon } from "../../core/scheduling/count-long-work.ts";
import { inSlices } from "../../core/scheduling/shared-slices.ts";
import { ExpensiveAnswers } from "./expensive-answers.ts";
import type { DeclaredGroups, FeatureReads } from "./feature-reads.ts";
import { refuseExpensiveCheck } from "./large-checks.ts";

export interface ExplainQuestion {
  readonly actors: readonly Actor[];
  /** Groups that the actors are in according to the request. */
  readonly declaredGroups: DeclaredGroups;
  /** Whether a group is registered, or has a predicate. */
  readonly isKnownGroup: (group: string) => boolean;
  /** The id of the request, for the log of faults. */
  readonly requestIdOf?: () => string | null;
  /** Aborts when the client disconnects. */
  readonly signal?: AbortSignal;
}

/**
 * An expression has fewer terms, so the first features of an answer always have their trees. A term
 * takes some hundred bytes.
 */
const termsMax = 50_000;

/** Answers checks with the reason of each gate; they do not count as evaluations. */
export class ExplainService {
  readonly #features: FeatureReads;
  readonly #answers = new ExpensiveAnswers();

  constructor(features: FeatureReads) {
    this.#features = features;
  }

  /** Rejects with `feature_not_found`, and as `explainEach`. */
  async explain(caller: Caller, key: string, question: ExplainQuestion): Promise<ExplainedCheck> {
    this.#features.get(caller, key);
    const [explained] = await this.explainEach(caller, [key], question, (_, each) => each);
    if (explained === null || explained === undefined) {
      throw new GatehouseError("feature_not_found");
    }
    return explained;
  }

  /**
   * Explains several features with one time and one draw for each gate. Unknown features are null.
   * Rejects with `parameter_invalid` if it would cost too much, and with `unavailable` while too many
   * explanations wait.
   */
  explainEach<Answer>(
    caller: Caller,
    keys: Iterable<string>,
    question: ExplainQuestion,
    answerOf: (key: string, explained: ExplainedCheck | null) => Answer,
  ): Promise<readonly Answer[]> {
    return this.#answers.run(
      caller,
      () => inSlices(this.#explainSteps(caller, keys, question, answerOf)),
      question.signal,
    );
  }

  /** In steps of one expression and one actor. */
  *#explainSteps<Answer>(
    caller: Caller,
    keys: Iterable<string>,
    question: ExplainQuestion,
    answerOf: (key: string, explained: ExplainedCheck | null) => Answer,
  ): Generator<void, readonly Answer[]> {
    const snapshot = this.#features.snapshot(caller);
    const toggles = Array.from(keys, (key) => [key, snapshot.find(key)] as const);
    const known = toggles.flatMap(([, toggle]) => toggle ?? []);
    yield* refuseExpensiveCheck(this.#features, caller, known, question.actors.length);
    const explained = this.#explainedFeatures(caller, question);
    const answers: Answer[] = [];
    for (const [key, toggle] of toggles) {
      if (answers.length > 0) {
        collectNewSoon();
      }
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
