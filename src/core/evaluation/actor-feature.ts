import type { ExplainedTerm } from "../expressions/explained-term.ts";
import type { ExplainedCheck, ExplainedGate } from "./explained-check.ts";
import type { GateKey } from "./gates.ts";
import type { Toggle } from "./toggle.ts";

/** A disabled feature is close if so many points more of its percentage of actors enable it. */
const closePointsMax = 10;

/** The lowest whole percentage of actors that includes a bucket. */
function lowestPercentageOf(bucket: number): number {
  return Math.floor(bucket / 1_000) + 1;
}

/** The result of one feature for one actor, with its reason. */
export interface ActorFeature {
  readonly key: string;
  /** The first gate that matches; null if the feature is disabled. */
  readonly gate: GateKey | null;
  /** Whether the next check with the same input may have another result. */
  readonly isChance: boolean;
  /** 0 to 99,999. */
  readonly bucket: number;
  readonly percentage: number;
  readonly opensFrom: number;
  readonly pointsMissing: number | null;
  readonly actorCount: number;
  /** The first group of the gate that the actor is in. */
  readonly group: string | null;
  readonly groupCount: number;
  /** Null without an expression. */
  readonly expression: { readonly failed: boolean; readonly error: string | null } | null;
}

/**
 * How many points the percentage of actors of a disabled feature must rise for a bucket. Null without
 * a percentage, as then nobody has begun to enable the feature step by step.
 */
export function pointsMissing(bucket: number, percentage: number): number | null {
  return percentage === 0 ? null : lowestPercentageOf(bucket) - percentage;
}

export function isClose(points: number | null): boolean {
  return points !== null && points <= closePointsMax;
}

/** `gate` is the deciding gate of the check that `explained` explains, for one actor. */
export function actorFeatureOf(
  toggle: Toggle,
  gate: GateKey | null,
  explained: ExplainedCheck,
  isExpressionOfChance: boolean,
): ActorFeature {
  const { key, gates } = toggle;
  const { expression, percentageOfActors, groups } = partsOf(explained);
  const bucket = percentageOfActors?.bucket ?? 0;
  return {
    key,
    gate,
    isChance: isChance(explained, isExpressionOfChance),
    bucket,
    percentage: gates.percentageOfActors,
    opensFrom: lowestPercentageOf(bucket),
    pointsMissing: gate === null ? pointsMissing(bucket, gates.percentageOfActors) : null,
    actorCount: gates.actors.length,
    group: groups?.groups.find(({ matches }) => matches)?.name ?? null,
    groupCount: gates.groups.length,
    expression:
      gates.expression === null
        ? null
        : {
            failed: expression?.actors.some(({ failed }) => failed) === true,
            error: firstError(expression?.tree ?? null),
          },
  };
}

/** Whether the next check of the same actors may have another result. */
export function isChance({ gates }: ExplainedCheck, isExpressionOfChance: boolean): boolean {
  let mayChange = isExpressionOfChance;
  for (const gate of gates) {
    const isTime = gate.gate === "percentage_of_time";
    const isRolled = isTime && gate.percentage > 0 && gate.percentage < 100;
    mayChange ||= isRolled;
    if (gate.opens && !isRolled && !(gate.gate === "expression" && isExpressionOfChance)) {
      return false;
    }
  }
  return mayChange;
}

function partsOf({ gates }: ExplainedCheck) {
  const find = <Name extends GateKey>(name: Name) =>
    gates.find((each): each is Extract<ExplainedGate, { gate: Name }> => each.gate === name);
  return {
    expression: find("expression"),
    percentageOfActors: find("percentage_of_actors"),
    groups: find("groups"),
  };
}

function firstError(term: ExplainedTerm | null): string | null {
  if (term === null || term.error !== null) {
    return term?.error ?? null;
  }
  for (const operand of term.operands) {
    const error = firstError(operand);
    if (error !== null) {
      return error;
    }
  }
  return null;
}
