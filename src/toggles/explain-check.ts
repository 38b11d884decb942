import { type ExplainedExpression, explainExpression } from "../expressions/explain-expression.ts";
import type { Expression } from "../expressions/expression.ts";
import { hashIds, isBucketIncluded } from "../percentages/bucket.ts";
import { ActorCheck, type CheckInputs } from "./actor-check.ts";
import type { Actor } from "./actor-context.ts";
import type { ExplainedCheck, ExplainedGate } from "./explained-check.ts";
import type { Toggle } from "./toggle.ts";

export interface ExplainInputs extends CheckInputs {
  /** Whether a group is registered, or has a predicate. */
  isKnownGroup(group: string): boolean;
}

/** A gate is open for buckets below so many for each percent. */
const bucketsPerPercent = 1_000;

/**
 * Answers a check of one feature with the reason of each gate, in the order of their evaluation
 * (docs/decisions.md#evaluation-order). Agrees with `ActorCheck` for the same time and random
 * numbers; asks all gates, also after an open one.
 */
export function explainCheck(
  toggle: Toggle,
  actors: readonly Actor[],
  inputs: ExplainInputs,
): ExplainedCheck {
  const now = inputs.now();
  const fixed = { ...inputs, now: () => now };
  const others: readonly ExplainedGate[] = [
    actorsGate(toggle, actors),
    percentageOfActorsGate(toggle, actors, inputs),
    percentageOfTimeGate(toggle, inputs),
    groupsGate(toggle, actors, inputs),
  ];
  const opensOtherwise = toggle.gates.boolean || others.some(({ opens }) => opens);
  const gates: readonly ExplainedGate[] = [
    { gate: "boolean", opens: toggle.gates.boolean },
    expressionGate(toggle, actors, fixed, opensOtherwise),
    ...others,
  ];
  return { enabled: gates.some(({ opens }) => opens), gates };
}

function expressionGate(
  toggle: Toggle,
  actors: readonly Actor[],
  inputs: ExplainInputs,
  opensOtherwise: boolean,
): ExplainedGate {
  const { expression } = toggle.gates;
  if (expression === null) {
    return { gate: "expression", opens: false, actors: [], tree: null, isInCycle: false };
  }
  const check = new ActorCheck(actors, inputs);
  const enabled = check.isEnabled(toggle);
  const isInCycle = check.isInCycle(toggle);
  const explained = explainForActors(toggle.key, expression, actors, inputs, check);
  const isTrue = explained.some(({ explanation }) => explanation.isTrue);
  const shown = explained.find(({ explanation }) => explanation.isTrue) ?? explained[0];
  return {
    gate: "expression",
    // In a cycle the answers of all features are found together, not from the tree.
    opens: isInCycle && !opensOtherwise ? enabled : isTrue,
    actors: explained.map(({ flipperId, explanation: { isTrue: isForActor, failed } }) => ({
      flipperId,
      isTrue: isForActor,
      failed,
    })),
    tree: shown?.explanation.tree ?? null,
    isInCycle,
  };
}

function explainForActors(
  key: string,
  expression: Expression,
  actors: readonly Actor[],
  inputs: ExplainInputs,
  check: ActorCheck,
): readonly { readonly flipperId: string | null; readonly explanation: ExplainedExpression }[] {
  // As in a check, an operator `Random` draws one number for all actors.
  const draws: number[] = [];
  const random = (draw: number) => {
    draws[draw] ??= inputs.random();
    return draws[draw];
  };
  const isFeatureEnabled = (name: string) => {
    const other = name === key ? undefined : inputs.find(name);
    return other !== undefined && check.isEnabled(other);
  };
  const shared = {
    featureKey: key,
    now: inputs.now,
    random,
    crc32: inputs.crc32,
    isFeatureEnabled,
  };
  return (actors.length === 0 ? [null] : actors).map((actor) => ({
    flipperId: actor?.flipperId ?? null,
    explanation: explainExpression(expression, {
      ...shared,
      properties: actor === null ? {} : { ...actor.properties, flipper_id: actor.flipperId },
    }),
  }));
}

function actorsGate(toggle: Toggle, actors: readonly Actor[]): ExplainedGate {
  const matched = actors.filter(({ flipperId }) => toggle.hasActor(flipperId));
  return {
    gate: "actors",
    opens: matched.length > 0,
    count: toggle.gates.actors.length,
    matched: matched.map(({ flipperId }) => flipperId),
  };
}

function percentageOfActorsGate(
  toggle: Toggle,
  actors: readonly Actor[],
  { crc32 }: ExplainInputs,
): ExplainedGate {
  const percentage = toggle.gates.percentageOfActors;
  const ids = actors.map(({ flipperId }) => flipperId);
  const bucket = ids.length === 0 ? null : toggle.buckets(crc32).of(hashIds(ids, crc32));
  return {
    gate: "percentage_of_actors",
    opens: bucket !== null && isBucketIncluded(bucket, percentage),
    percentage,
    bucket,
    threshold: percentage * bucketsPerPercent,
    opensAbove: bucket === null ? null : bucket / bucketsPerPercent,
  };
}

function percentageOfTimeGate(toggle: Toggle, { random }: ExplainInputs): ExplainedGate {
  const percentage = toggle.gates.percentageOfTime;
  return {
    gate: "percentage_of_time",
    opens: percentage > 0 && random() * 100 < percentage,
    percentage,
  };
}

function groupsGate(
  toggle: Toggle,
  actors: readonly Actor[],
  { isInGroup, isKnownGroup }: ExplainInputs,
): ExplainedGate {
  const groups = toggle.gates.groups.map((name) => ({
    name,
    matches: isInGroup !== undefined && actors.some((actor) => isInGroup(name, actor)),
    isKnown: isKnownGroup(name),
  }));
  return { gate: "groups", opens: groups.some(({ matches }) => matches), groups };
}
