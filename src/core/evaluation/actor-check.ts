import type { Actor } from "./actor-context.ts";
import { ActorGates, type AskedGateInputs } from "./actor-gates.ts";
import { FeatureGraph } from "./feature-graph.ts";
import type { GateKey } from "./gates.ts";
import { runSteps } from "./run-steps.ts";
import type { Toggle } from "./toggle.ts";

/** What a check needs beside actors and toggles. */
export interface CheckInputs extends AskedGateInputs {
  /** Finds another feature of the environment, for the operator `FeatureEnabled`. */
  find(key: string): Toggle | undefined;
}

/**
 * Checks toggles for the same actors, in one request: a feature has one answer, also where others
 * refer to it, and an operator of its expression is evaluated at most twice for each actor. The
 * gates are tried in the order boolean, expression, actors, percentage of actors, percentage of
 * time, groups; the first open one enables the feature (docs/decisions.md#evaluation-order).
 */
export class ActorCheck {
  readonly hasActors: boolean;
  protected readonly gates: ActorGates;
  /** Created when it is needed. */
  protected graph: FeatureGraph | undefined;
  readonly #find: CheckInputs["find"];
  readonly #expressions: CheckInputs["expressions"];

  constructor(actors: readonly Actor[], inputs: CheckInputs) {
    this.hasActors = actors.length > 0;
    this.gates = new ActorGates(actors, inputs);
    this.#find = inputs.find;
    this.#expressions = inputs.expressions;
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
    return isSimple(toggle)
      ? (this.gates.openGate(toggle) ?? null)
      : runSteps(this.openGateInSteps(toggle));
  }

  /** As `openGate`; each step takes time for a few expressions at most. */
  openGateInSteps(toggle: Toggle): Generator<void, GateKey | null> {
    this.graph ??= new FeatureGraph(this.#find, this.gates, this.alreadyKnown());
    return this.graph.openGate(toggle);
  }

  /** Whether an answer may need those of other features, which takes time for each of them. */
  refersToOthers(toggle: Toggle): boolean {
    return !isSimple(toggle) && toggle.refersToOthers(this.#expressions);
  }

  /** Whether a feature that was answered and others refer to each other in a cycle. */
  isInCycle(toggle: Toggle): boolean {
    return this.graph?.inCycles.has(toggle.key) === true;
  }

  /** Open gates by feature, of what was answered before there was a graph. */
  protected alreadyKnown(): Map<string, GateKey | null> {
    return new Map();
  }
}

/** Whether the answer needs no expression and no random number, and so is not remembered. */
export function isSimple({ gates }: Toggle): boolean {
  return gates.boolean || (gates.expression === null && gates.percentageOfTime === 0);
}
