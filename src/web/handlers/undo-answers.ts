import type { OwnState } from "../../model/own-state.ts";
import { featureFate } from "../../services/feature-fate.ts";
import type { RollbackDifference, RollbackPreview } from "../../services/history-types.ts";
import { changeValue, type GateChange } from "../../toggles/gate-change.ts";
import type { GateDifference, UndoPreview } from "../contract/audit-routes.ts";

const shownMax = 200;

/** A preview of an undo in the form of the contract. */
export function undoPreview(preview: RollbackPreview, isProduction: boolean): UndoPreview {
  return {
    differences: preview.features.slice(0, shownMax).map(differenceOf),
    featureCount: preview.featureCount,
    laterCount: preview.laterCount,
    mustType: isProduction && preview.isNoticed,
    tag: preview.tag,
  };
}

function differenceOf({ key, now, then, changes }: RollbackDifference): GateDifference {
  const byAction = Map.groupBy(changes, ({ action }) => action);
  return {
    key,
    changes: Array.from(byAction, ([action, same]) => ({
      action,
      value: same[0] === undefined ? null : changeValue(same[0]),
      before: beforeOf(same[0], now),
      count: same.length,
    })),
    feature: featureFate(now, then),
  };
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
