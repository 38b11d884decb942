import type { Actor } from "./actor-context.ts";
import { ActorGates, type GateInputs } from "./actor-gates.ts";
import type { CompiledExpressions } from "./compiled-expressions.ts";
import { FeatureGraph } from "./feature-graph.ts";
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
    if (isSimple(toggle)) {
      return toggle.gates.boolean || this.#gates.isAnyOtherOpen(toggle);
    }
    this.#known ??= knownAnswers(this.#list);
    const known = this.#known.get(toggle.key);
    if (known !== undefined) {
      return known;
    }
    const answer = this.#answerAlone(toggle);
    if (answer === undefined) {
      return this.#answerInGraph(toggle);
    }
    this.#known.set(toggle.key, answer);
    return answer;
  }

  /**
   * The indexes of the toggles that are enabled, in any order; the list has no toggle twice. Faster
   * than `isEnabled` for each, as answers are put into a map only if a feature refers to others.
   */
  enabledAmong(toggles: readonly Toggle[]): readonly number[] {
    if (this.#known !== undefined || this.#list !== undefined) {
      return [...toggles.keys()].filter((index) => {
        const toggle = toggles[index];
        return toggle !== undefined && this.isEnabled(toggle);
      });
    }
    const enabled: number[] = [];
    let referring: number[] | undefined;
    let index = 0;
    for (const toggle of toggles) {
      const answer = this.#answerAlone(toggle);
      if (answer === true) {
        enabled.push(index);
      } else if (answer === undefined) {
        referring ??= [];
        referring.push(index);
      }
      index++;
    }
    this.#list = { toggles, enabled, referring };
    if (referring === undefined) {
      return enabled;
    }
    return enabled.concat(
      referring.filter((place) => {
        const toggle = toggles[place];
        return toggle !== undefined && this.#answerInGraph(toggle);
      }),
    );
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

  #answerInGraph(toggle: Toggle): boolean {
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

/** A list that was answered, with the indexes of what is enabled, and of what refers to others. */
interface AnsweredList {
  readonly toggles: readonly Toggle[];
  readonly enabled: readonly number[];
  readonly referring: readonly number[] | undefined;
}

/** Whether the answer needs no expression and no random number, and so is not remembered. */
function isSimple({ gates }: Toggle): boolean {
  return gates.boolean || (gates.expression === null && gates.percentageOfTime === 0);
}

function knownAnswers(list: AnsweredList | undefined): Map<string, boolean> {
  const known = new Map<string, boolean>();
  if (list !== undefined) {
    const toggles = (indexes: readonly number[] = []) =>
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
