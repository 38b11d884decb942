import type { GateChange } from "../evaluation/gate-change.ts";
import type { Gates } from "../evaluation/gates.ts";
import { sameExpression } from "../evaluation/same-expression.ts";
import { chunksOf, difference, type SortedSet } from "../evaluation/sorted-set.ts";
import type {
  EnvironmentGates,
  FeatureFields,
  GateDifference,
  GatePatch,
  SetDifference,
} from "./gate-difference.ts";

/** In UTF-16 units of the members; a larger difference is not stored (docs/decisions.md#undo). */
export const differenceLengthMax = 8 * 1024 * 1024;

const tooLarge: GateDifference = Object.freeze({ kind: "too_large" });
const none: GateDifference = Object.freeze({ kind: "none" });
const flipped: GateDifference = Object.freeze({ kind: "flipped" });

/** What undoes a change from `before` to `after`, by its action where the action suffices. */
export function differenceOfChange(
  before: Gates,
  after: Gates,
  change: GateChange,
): GateDifference {
  if (before === after) {
    return none;
  }
  switch (change.action) {
    case "enable_actor":
    case "disable_actor":
    case "enable_group":
    case "disable_group":
      return flipped;
    case "percentage_of_actors":
      return { kind: "percentage", before: before.percentageOfActors };
    case "percentage_of_time":
      return { kind: "percentage", before: before.percentageOfTime };
    case "enable_expression":
    case "disable_expression":
      return { kind: "expression", before: before.expression };
    case "enable":
    case "disable":
    case "clear":
      return differenceOfGates(before, after);
  }
}

/** What undoes any change of gates. */
export function differenceOfGates(before: Gates, after: Gates): GateDifference {
  const patch = patchBetween(after, before);
  return patchLength(patch) > differenceLengthMax ? tooLarge : { kind: "changed", patch };
}

export function differenceOfDrop(gates: Gates): GateDifference {
  return gatesLength(gates) > differenceLengthMax ? tooLarge : { kind: "dropped", gates };
}

export function differenceOfRemoval(
  fields: FeatureFields,
  gates: readonly EnvironmentGates[],
): GateDifference {
  const length = gates.reduce((sum, each) => sum + gatesLength(each.gates), 0);
  return length > differenceLengthMax ? tooLarge : { kind: "removed", fields, gates };
}

/** What turns gates into others. */
export function patchBetween(from: Gates, to: Gates): GatePatch {
  const patch: { -readonly [Gate in keyof GatePatch]: GatePatch[Gate] } = {};
  if (from.boolean !== to.boolean) {
    patch.boolean = to.boolean;
  }
  if (!sameExpression(from.expression, to.expression)) {
    patch.expression = to.expression;
  }
  if (from.percentageOfActors !== to.percentageOfActors) {
    patch.percentageOfActors = to.percentageOfActors;
  }
  if (from.percentageOfTime !== to.percentageOfTime) {
    patch.percentageOfTime = to.percentageOfTime;
  }
  const groups = setDifference(from.groups, to.groups);
  if (groups !== undefined) {
    patch.groups = groups;
  }
  const actors = setDifference(from.actors, to.actors);
  if (actors !== undefined) {
    patch.actors = actors;
  }
  return patch;
}

function setDifference(from: SortedSet, to: SortedSet): SetDifference | undefined {
  if (from === to) {
    return undefined;
  }
  const added = difference(to, from);
  const removed = difference(from, to);
  return added.length + removed.length === 0 ? undefined : { added, removed };
}

function patchLength({ groups, actors }: GatePatch): number {
  return [groups, actors].reduce(
    (sum, set) => sum + lengthOf(set?.added ?? []) + lengthOf(set?.removed ?? []),
    0,
  );
}

function gatesLength({ groups, actors }: Gates): number {
  return lengthOf(groups) + lengthOf(actors);
}

/** A separator counts for each member. */
function lengthOf(members: SortedSet): number {
  let length = members.length;
  for (const chunk of chunksOf(members)) {
    for (const member of chunk) {
      length += member.length;
    }
  }
  return length;
}
