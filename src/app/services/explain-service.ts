import type { CheckInputs } from "../../core/evaluation/actor-check.ts";
import type { Actor } from "../../core/evaluation/actor-context.ts";
import { isChance } from "../../core/evaluation/actor-feature.ts";
import { ExplainedFeatures } from "../../core/evaluation/explain-check.ts";
import type { ExplainedCheck } from "../../core/evaluation/explained-check.ts";
import { expressionsOfChance } from "../../core/evaluation/expressions-of-chance.ts";
import type { Caller } from "../../core/model/caller.ts";
import { collectNewSoon } from "../../core/scheduling/count-long-work.ts";
import { inSlices } from "../../core/scheduling/shared-slices.ts";
import type { ExpensiveAnswers } from "./expensive-answers.ts";
import type { CheckedFeatures, DeclaredGroups, FeatureReads } from "./feature-reads.ts";
import { refuseExpensiveCheck } from "./large-checks.ts";
import { pastInputs } from "./past-inputs.ts";
import type { AskedMoment, PastMoment } from "./past-moment.ts";
import type { PastReader } from "./past-reader.ts";

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
export const termsMax = 50_000;

/** An explanation of an earlier moment. */
export interface ExplainedThen {
  /** Null for a feature that did not exist. */
  readonly explained: ExplainedCheck | null;
  /** Whether chance decided, so that the result of that moment is unknown. */
  readonly isChance: boolean;
}

interface ExplainedCheckInputs extends ExplainQuestion {
  readonly found: CheckedFeatures;
  readonly inputs: CheckInputs;
}

type AnswerOf<Answer> = (key: string, explained: ExplainedCheck | null) => Answer;

/** Answers checks with the reason of each gate; they do not count as evaluations. */
export class ExplainService {
  readonly #features: FeatureReads;
  readonly #past: PastReader;
  readonly #answers: ExpensiveAnswers;

  constructor(features: FeatureReads, past: PastReader, answers: ExpensiveAnswers) {
    this.#features = features;
    this.#past = past;
    this.#answers = answers;
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
    answerOf: AnswerOf<Answer>,
  ): Promise<readonly Answer[]> {
    return this.#answers.run(
      caller,
      () => {
        const found = this.#features.snapshot(caller);
        const inputs = this.#inputsIn(caller, question, found);
        return inSlices(this.#explainSteps(caller, keys, { ...question, found, inputs }, answerOf));
      },
      question.signal,
    );
  }

  /**
   * As `explainEach`, at a moment of the past, with the groups and properties of the question. Rejects
   * as `PastReader.some` in addition.
   */
  explainThen<Answer>(
    caller: Caller,
    keys: ReadonlySet<string>,
    { moment, ...question }: ExplainQuestion & { readonly moment: AskedMoment },
    answerOf: (key: string, then: ExplainedThen) => Answer,
  ): Promise<{ readonly moment: PastMoment; readonly answers: readonly Answer[] }> {
    return this.#past.answers.run(
      caller,
      () =>
        this.#past.some(caller, keys, moment, async (snapshot) => {
          const inputs = pastInputs(this.#inputsIn(caller, question, snapshot), snapshot.moment);
          const check = { ...question, found: snapshot, inputs };
          const pairOf: AnswerOf<readonly [string, ExplainedCheck | null]> = (key, explained) => [
            key,
            explained,
          ];
          const pairs = await inSlices(this.#explainSteps(caller, keys, check, pairOf));
          const ofChance = await inSlices(expressionsOfChance(snapshot.eachToggle()));
          const answers = pairs.map(([key, explained]) =>
            answerOf(key, {
              explained,
              isChance: explained !== null && isChance(explained, ofChance.has(key)),
            }),
          );
          return { moment: snapshot.moment, answers };
        }),
      question.signal,
    );
  }

  /** In steps of one expression and one actor. */
  *#explainSteps<Answer>(
    caller: Caller,
    keys: Iterable<string>,
    { actors, isKnownGroup, inputs, found }: ExplainedCheckInputs,
    answerOf: AnswerOf<Answer>,
  ): Generator<void, readonly Answer[]> {
    const toggles = Array.from(keys, (key) => [key, found.find(key)] as const);
    const known = toggles.flatMap(([, toggle]) => toggle ?? []);
    yield* refuseExpensiveCheck(this.#features, caller, known, actors.length, found);
    const explained = new ExplainedFeatures(actors, { ...inputs, isKnownGroup }, termsMax);
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

  #inputsIn(caller: Caller, question: ExplainQuestion, found: CheckedFeatures): CheckInputs {
    const { declaredGroups, requestIdOf } = question;
    return this.#features.checkInputs(caller, declaredGroups, requestIdOf, found);
  }
}
