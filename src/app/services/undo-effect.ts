import type { AuditAction } from "../../core/model/audit.ts";
import type { GateDifference, GatePatch, SetDifference } from "../../core/model/gate-difference.ts";

/** What an undo did to a feature, from what undoes it again. */
export interface UndoEffect {
  /** What happened to the feature, or to its gates in the environment. */
  readonly feature: "created" | "removed" | "mirrored" | "overridden" | null;
  readonly changes: readonly UndoneChange[];
}

export interface UndoneChange {
  readonly action: AuditAction;
  /** The percentage before the undo; null for other gates. */
  readonly before: string | null;
  readonly count: number;
}

const fates = {
  created: "created",
  removed: "removed",
  pinned: "overridden",
  dropped: "mirrored",
} as const;

/** Null if it is unknown. */
export function undoEffectOf(difference: GateDifference): UndoEffect | null {
  switch (difference.kind) {
    case "created":
    case "removed":
    case "pinned":
    case "dropped":
      return { feature: fates[difference.kind], changes: [] };
    case "changed":
      return { feature: null, changes: changesOf(difference.patch) };
    default:
      return null;
  }
}

function changesOf(patch: GatePatch): readonly UndoneChange[] {
  const { boolean, expression, percentageOfActors, percentageOfTime, groups, actors } = patch;
  return [
    ...(boolean === undefined ? [] : [one(boolean ? "disable" : "enable")]),
    ...(percentageOfActors === undefined ? [] : [one("percentage_of_actors", percentageOfActors)]),
    ...(percentageOfTime === undefined ? [] : [one("percentage_of_time", percentageOfTime)]),
    ...(expression === undefined ? [] : [one("enable_expression")]),
    ...membersOf(groups, "enable_group", "disable_group"),
    ...membersOf(actors, "enable_actor", "disable_actor"),
  ];
}

function one(action: AuditAction, before: number | null = null): UndoneChange {
  return { action, before: before === null ? null : String(before), count: 1 };
}

/** What the difference would add again, the undo removed. */
function membersOf(
  set: SetDifference | undefined,
  enabled: AuditAction,
  disabled: AuditAction,
): readonly UndoneChange[] {
  return [
    { action: enabled, before: null, count: set?.removed.length ?? 0 },
    { action: disabled, before: null, count: set?.added.length ?? 0 },
  ].filter(({ count }) => count > 0);
}
