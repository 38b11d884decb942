import type { OwnState } from "../../model/own-state.ts";
import type { RollbackDifference, RollbackPreview } from "../../services/history-types.ts";
import type { GateChange } from "../../toggles/gate-change.ts";
import type { GateDifference, UndoPreview } from "../contract/audit-routes.ts";

const shownMax = 200;

/** A preview of an undo in the form of the contract. */
export function undoPreview(preview: RollbackPreview, isProduction: boolean): UndoPreview {
  return {
    differences: preview.features.slice(0, shownMax).map(differenceOf),
    featureCount: preview.featureCount,
    laterCount: preview.laterCount,
    mustType: isProduction && isNoticedByMany(preview),
    tag: preview.tag,
  };
}

/** Whether an undo enables a feature for everyone, disables or removes one. */
export function isNoticedByMany({ features }: RollbackPreview): boolean {
  return features.some(
    ({ now, then, changes }) =>
      featureChange(now, then) === "removed" ||
      changes.some(({ action }) => action === "enable" || action === "disable"),
  );
}

function differenceOf({ key, now, then, changes }: RollbackDifference): GateDifference {
  const byAction = Map.groupBy(changes, ({ action }) => action);
  return {
    key,
    changes: Array.from(byAction, ([action, same]) => ({
      action,
      value: shownValueOf(same[0]),
      before: beforeOf(same[0], now),
      count: same.length,
    })),
    feature: featureChange(now, then),
  };
}

function shownValueOf(change: GateChange | undefined): string | null {
  if (change === undefined || !("value" in change)) {
    return null;
  }
  return typeof change.value === "object" ? JSON.stringify(change.value) : String(change.value);
}

function beforeOf(change: GateChange | undefined, now: OwnState): string | null {
  if (change === undefined || now.kind !== "own") {
    return null;
  }
  const { gates } = now;
  switch (change.action) {
    case "percentage_of_actors":
      return String(gates.percentageOfActors);
    case "percentage_of_time":
      return String(gates.percentageOfTime);
    case "enable_expression":
    case "disable_expression":
      return gates.expression === null ? null : JSON.stringify(gates.expression);
    default:
      return null;
  }
}

function featureChange(now: OwnState, then: OwnState): GateDifference["feature"] {
  if (now.kind === then.kind) {
    return null;
  }
  if (now.kind === "missing") {
    return "created";
  }
  if (then.kind === "missing") {
    return "removed";
  }
  return then.kind === "mirrored" ? "mirrored" : "overridden";
}
