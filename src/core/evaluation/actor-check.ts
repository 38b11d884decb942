import type { Actor } from "./actor-context.ts";
import { ActorGates, type AskedGateInputs } from "./actor-gates.ts";
import { FeatureGraph } from "./feature-graph.ts";
import type { GateKey } from "./gates.ts";
import { runSteps } from "./run-steps.ts";
import type { Toggle } from "./toggle.ts";

/** The inputs of a check in addition to actors and toggles. */
export interface CheckInputs extends AskedGateInputs {
  /** Finds another feature of the environment, for the operator `FeatureEnabled`. */
  find(key: string): Toggle | undefined;
}

/**
 * Checks toggles for the same actors, in one request. A feature has one result, also where others
 * refer to it. An operator of its expression is evaluated at most twice for each actor. The gates
 * are tried in the order boolean, expression, actors, percentage of actors, percentage of time,
 * groups; the first match enables the feature (docs/decisions.md#evaluation-order).
 */
export class ActorCheck {
  readonly hasActors: boolean;
  protected readonly gates: ActorGates;
  /** Created on first use. */
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
   * The gate that matches; null if none does. If features refer to each other in a cycle, gates
   * after the expression take precedence over it.
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

  /** Whether a result may need the results of other features, which takes time for each of them. */
  refersToOthers(toggle: Toggle): boolean {
    return !isSimple(toggle) && toggle.refersToOthers(this.#expressions);
  }

  /** Whether a checked feature and others refer to each other in a cycle. */
  isInCycle(toggle: Toggle): boolean {
    return this.graph?.inCycles.has(toggle.key) === true;
  }

  /** Matching gates by feature, from results computed before there was a graph. */
  protected alreadyKnown(): Map<string, GateKey | null> {
    return new Map();
  }
}

/** Whether the result needs no expression and no random number, and so is not cached. */
export function isSimple({ gates }: Toggle): boolean {
  return gates.boolean || (gates.expression === null && gates.percentageOfTime === 0);
}
