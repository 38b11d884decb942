import type { Actor } from "./actor-context.ts";
import { ActorGates, type GateInputs } from "./actor-gates.ts";
import type { CompiledExpressions } from "./compiled-expressions.ts";
import { FeatureGraph } from "./feature-graph.ts";
import { runSteps } from "./run-steps.ts";
import type { Toggle } from "./toggle.ts";

/** What a check needs beside actors and toggles. */
export interface CheckInputs extends GateInputs {
  /** Finds another feature of the environment, for the operator `FeatureEnabled`. */
  find(key: string): Toggle | undefined;
  /** Keeps compiled expressions for the next checks. */
  readonly expressions: CompiledExpressions;
}

/**
 * Checks toggles for the same actors, in one request: a feature has one answer, also where others
 * refer to it, and an operator of its expression is evaluated at most twice for each actor. The
 * gates are tried in the order boolean, expression, actors, percentage of actors, percentage of
 * time, groups; the first open one enables the feature (docs/decisions.md#evaluation-order).
 */
export class ActorCheck {
  readonly #inputs: CheckInputs;
  readonly #gates: ActorGates;
  /** Answers of features that refer to no other one. Created when it is needed. */
  #known: Map<string, boolean> | undefined;
  #list: AnsweredList | undefined;
  #graph: FeatureGraph | undefined;

  constructor(actors: readonly Actor[], inputs: CheckInputs) {
    this.#inputs = inputs;
    this.#gates = new ActorGates(actors, inputs);
    inputs.expressions.beginCheck();
  }

  isEnabled(toggle: Toggle): boolean {
    return isSimple(toggle)
      ? this.#isSimpleEnabled(toggle)
      : runSteps(this.isEnabledInSteps(toggle));
  }

  /** As `isEnabled`; each step takes time for a few expressions at most. */
  *isEnabledInSteps(toggle: Toggle): Generator<void, boolean> {
    if (isSimple(toggle)) {
      return this.#isSimpleEnabled(toggle);
    }
    this.#known ??= knownAnswers(this.#list);
    const known = this.#known.get(toggle.key);
    if (known !== undefined) {
      return known;
    }
    const answer = this.#answerAlone(toggle);
    if (answer === undefined) {
      return yield* this.#answerInGraph(toggle);
    }
    this.#known.set(toggle.key, answer);
    return answer;
  }

  /**
   * The indexes of the toggles that are enabled, in any order; the list has no toggle twice. Faster
   * than `isEnabled` for each, as answers are put into a map only if a feature refers to others.
   */
  enabledAmong(toggles: readonly Toggle[]): readonly number[] {
    if (this.#hasAnswered) {
      return runSteps(this.#enabledOneByOne(toggles));
    }
    const answered = { toggles, enabled: [], referring: [] };
    this.#answerAloneFrom(answered, 0, toggles.length);
    this.#list = answered;
    return answered.referring.length === 0 ? answered.enabled : runSteps(this.#enabledOf(answered));
  }

  /** As `enabledAmong`; each step takes time for a few expressions at most. */
  *enabledAmongInSteps(toggles: readonly Toggle[]): Generator<void, readonly number[]> {
    if (this.#hasAnswered) {
      return yield* this.#enabledOneByOne(toggles);
    }
    const answered = { toggles, enabled: [], referring: [] };
    for (let start = 0; start < toggles.length; start += togglesPerStep) {
      this.#answerAloneFrom(answered, start, Math.min(start + togglesPerStep, toggles.length));
      yield;
    }
    this.#list = answered;
    return yield* this.#enabledOf(answered);
  }

  /** Whether a feature that was answered and others refer to each other in a cycle. */
  isInCycle(toggle: Toggle): boolean {
    return this.#graph?.isInCycle(toggle.key) === true;
  }

  get #hasAnswered(): boolean {
    return this.#known !== undefined || this.#list !== undefined;
  }

  *#enabledOneByOne(toggles: readonly Toggle[]): Generator<void, readonly number[]> {
    const enabled: number[] = [];
    for (const [index, toggle] of toggles.entries()) {
      if (yield* this.isEnabledInSteps(toggle)) {
        enabled.push(index);
      }
    }
    return enabled;
  }

  /** Answers what refers to other features, after all that does not. */
  *#enabledOf({
    toggles,
    enabled: alone,
    referring,
  }: AnsweredList): Generator<void, readonly number[]> {
    const enabled = [...alone];
    for (const place of referring) {
      const toggle = toggles[place];
      if (toggle !== undefined && (yield* this.#answerInGraph(toggle))) {
        enabled.push(place);
      }
      yield;
    }
    return enabled;
  }

  /** A loop of its own, not in a generator, because most of the time of a check is spent here. */
  #answerAloneFrom({ toggles, enabled, referring }: AnsweredList, start: number, end: number) {
    for (let index = start; index < end; index++) {
      const toggle = toggles[index];
      const answer = toggle !== undefined && this.#answerAlone(toggle);
      if (answer === true) {
        enabled.push(index);
      } else if (answer === undefined) {
        referring.push(index);
      }
    }
  }

  #isSimpleEnabled(toggle: Toggle): boolean {
    return toggle.gates.boolean || this.#gates.isAnyOtherOpen(toggle);
  }

  /** Undefined for a feature whose expression refers to other features. */
  #answerAlone(toggle: Toggle): boolean | undefined {
    if (toggle.gates.boolean) {
      return true;
    }
    const { expressions } = this.#inputs;
    if (toggle.gates.expression !== null) {
      if (toggle.refersToOthers(expressions)) {
        return undefined;
      }
      const expression = toggle.compiledExpression(expressions);
      if (expression !== null && this.#gates.isExpressionTrue(toggle.key, expression)) {
        return true;
      }
    }
    return this.#gates.isAnyOtherOpen(toggle);
  }

  #answerInGraph(toggle: Toggle): Generator<void, boolean> {
    this.#graph ??= this.#newGraph();
    return this.#graph.answer(toggle);
  }

  #newGraph(): FeatureGraph {
    const { find, expressions } = this.#inputs;
    return new FeatureGraph(
      {
        find,
        referringExpression: (toggle) =>
          !toggle.gates.boolean && toggle.refersToOthers(expressions)
            ? toggle.compiledExpression(expressions)
            : null,
        answerAlone: (toggle) => this.isEnabled(toggle),
      },
      this.#gates,
    );
  }
}

/** So few that compiling the largest expressions of all of them takes some milliseconds. */
const togglesPerStep = 8;

/** A list that was answered, with the indexes of what is enabled, and of what refers to others. */
interface AnsweredList {
  readonly toggles: readonly Toggle[];
  readonly enabled: number[];
  readonly referring: number[];
}

/** Whether the answer needs no expression and no random number, and so is not remembered. */
function isSimple({ gates }: Toggle): boolean {
  return gates.boolean || (gates.expression === null && gates.percentageOfTime === 0);
}

function knownAnswers(list: AnsweredList | undefined): Map<string, boolean> {
  const known = new Map<string, boolean>();
  if (list !== undefined) {
    const toggles = (indexes: readonly number[]) =>
      indexes.flatMap((index) => list.toggles[index] ?? []);
    const others = list.toggles.filter((toggle) => !isSimple(toggle));
    const enabled = new Set(toggles(list.enabled));
    for (const toggle of others) {
      known.set(toggle.key, enabled.has(toggle));
    }
    for (const toggle of toggles(list.referring)) {
      known.delete(toggle.key);
    }
  }
  return known;
}
