import { type GateKey, type Gates, isClosed } from "./gates.ts";

/**
 * Why a feature has its result, in the words of OpenFeature (docs/decisions.md#evaluation-reasons).
 */
export type EvaluationReason = "STATIC" | "TARGETING_MATCH" | "SPLIT";

/** The result of a check of one feature, as OpenFeature's clients expect it. */
export interface Evaluation {
  readonly enabled: boolean;
  readonly variant: "on" | "off";
  readonly reason: EvaluationReason;
  /** The gate that matched; null if the feature is disabled. */
  readonly gate: GateKey | null;
  /** Whether a gate that needs an actor did not match because the check has no actor. */
  readonly lacksActor: boolean;
}

/** The evaluation for the result of `ActorCheck.openGate`. */
export function evaluationOf(gates: Gates, gate: GateKey | null, hasActors: boolean): Evaluation {
  return {
    enabled: gate !== null,
    variant: gate === null ? "off" : "on",
    reason: gate === null ? reasonOfClosed(gates) : reasonOfOpen[gate],
    gate,
    lacksActor: gate === null && !hasActors && needsActor(gates),
  };
}

const reasonOfOpen: Readonly<Record<GateKey, EvaluationReason>> = {
  boolean: "STATIC",
  expression: "TARGETING_MATCH",
  actors: "TARGETING_MATCH",
  percentage_of_actors: "SPLIT",
  percentage_of_time: "SPLIT",
  groups: "TARGETING_MATCH",
};

function reasonOfClosed(gates: Gates): EvaluationReason {
  if (isClosed(gates)) {
    return "STATIC";
  }
  return gates.percentageOfActors > 0 || gates.percentageOfTime > 0 ? "SPLIT" : "TARGETING_MATCH";
}

function needsActor({ actors, percentageOfActors, groups }: Gates): boolean {
  return actors.length > 0 || percentageOfActors > 0 || groups.length > 0;
}
