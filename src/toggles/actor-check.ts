import type { Actor } from "./actor-context.ts";
import { ActorGates, type GateInputs } from "./actor-gates.ts";
import { FeatureGraph } from "./feature-graph.ts";
import type { GateKey } from "./gates.ts";
import { runSteps } from "./run-steps.ts";
import type { ExpressionKeeper, Toggle } from "./toggle.ts";

/** What a check needs beside actors and toggles. */
export interface CheckInputs extends GateInputs {
  /** Finds another feature of the environment, for the operator `FeatureEnabled`. */
  find(key: string): Toggle | undefined;
  /** Keeps compiled expressions for the next checks. */
  readonly expressions: ExpressionKeeper;
}

/**
 * Checks toggles for the same actors, in one request: a feature has one answer, also where others
 * refer to it, and an operator of its expression is evaluated at most twice for each actor. The
 * gates are tried in the order boolean, expression, actors, percentage of actors, percentage of
 * time, groups; the first open one enables the feature (docs/decisions.md#evaluation-order).
 */
export class ActorCheck {
  readonly hasActors: boolean;
  readonly #inputs: CheckInputs;
  readonly #gates: ActorGates;
  /** The open gates of features that refer to no other one. Created when it is needed. */
  #known: Map<string, GateKey | null> | undefined;
  #graph: FeatureGraph | undefined;

  constructor(actors: readonly Actor[], inputs: CheckInputs) {
    this.hasActors = actors.length > 0;
    this.#inputs = inputs;
    this.#gates = new ActorGates(actors, inputs);
    inputs.expressions.beginCheck();
  }

  isEnabled(toggle: Toggle): boolean {
    return this.openGate(toggle) !== null;
  }

  /**
   * The gate that opens the feature; null if none does. Of features that refer to each other in a
   * cycle, a gate after the expression counts before it.
   */
  openGate(toggle: Toggle): GateKey | null {
    return isSimple(toggle) ? this.#simpleOpenGate(toggle) : runSteps(this.openGateInSteps(toggle));
  }

  /** As `openGate`; each step takes time for a few expressions at most. */
  *openGateInSteps(toggle: Toggle): Generator<void, GateKey | null> {
    if (isSimple(toggle)) {
      return this.#simpleOpenGate(toggle);
    }
    this.#known ??= this.alreadyKnown();
    const known = this.#known.get(toggle.key);
    if (known !== undefined) {
      return known;
    }
    const openGate = this.openGateAlone(toggle);
    if (openGate === undefined) {
      return yield* this.openGateInGraph(toggle);
    }
    this.#known.set(toggle.key, openGate);
    return openGate;
  }

  /** Whether an answer may need those of other features, which takes time for each of them. */
  refersToOthers(toggle: Toggle): boolean {
    return !isSimple(toggle) && toggle.refersToOthers(this.#inputs.expressions);
  }

  /** Whether a feature that was answered and others refer to each other in a cycle. */
  isInCycle(toggle: Toggle): boolean {
    return this.#graph?.isInCycle(toggle.key) === true;
  }

  /** Whether answers are remembered. */
  protected get hasKnown(): boolean {
    return this.#known !== undefined;
  }

  /** What was answered before the first answer that is remembered. */
  protected alreadyKnown(): Map<string, GateKey | null> {
    return new Map();
  }

  /** Not remembered. Undefined for a feature whose expression refers to other features. */
  protected openGateAlone(toggle: Toggle): GateKey | null | undefined {
    if (toggle.gates.boolean) {
      return "boolean";
    }
    const { expressions } = this.#inputs;
    if (toggle.gates.expression !== null) {
      if (toggle.refersToOthers(expressions)) {
        return undefined;
      }
      const expression = toggle.compiledExpression(expressions);
      if (expression !== null && this.#gates.isExpressionTrue(toggle.key, expression)) {
        return "expression";
      }
    }
    return this.#gates.otherOpenGate(toggle);
  }

  /** For a feature whose expression refers to other features. */
  protected openGateInGraph(toggle: Toggle): Generator<void, GateKey | null> {
    this.#graph ??= this.#newGraph();
    return this.#graph.openGate(toggle);
  }

  #simpleOpenGate(toggle: Toggle): GateKey | null {
    return toggle.gates.boolean ? "boolean" : this.#gates.otherOpenGate(toggle);
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
        openGateAlone: (toggle) => this.openGate(toggle),
      },
      this.#gates,
    );
  }
}

/** Whether the answer needs no expression and no random number, and so is not remembered. */
export function isSimple({ gates }: Toggle): boolean {
  return gates.boolean || (gates.expression === null && gates.percentageOfTime === 0);
}
