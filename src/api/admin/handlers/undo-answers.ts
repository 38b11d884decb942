import { featureFate } from "../../../app/services/feature-fate.ts";
import type {
  RollbackDifference,
  RollbackPreview,
  ShownFeatures,
} from "../../../app/services/history-types.ts";
import { changeValue, type GateChange } from "../../../core/evaluation/gate-change.ts";
import type { OwnState } from "../../../core/model/own-state.ts";
import type { GateDifference, UndoPreview } from "../contract/audit-models.ts";

/** Longer expressions are not shown: the page only says that they change. */
const valueLengthMax = 1_000;

/** The changes of an undo for its first features, in the form of the contract. */
export const featuresShownInUndo: ShownFeatures<GateDifference> = { max: 200, show: differenceOf };

/** A preview of an undo in the form of the contract. */
export function undoPreview(preview: RollbackPreview<GateDifference>): UndoPreview {
  return {
    differences: preview.features,
    featureCount: preview.featureCount,
    laterCount: preview.laterCount,
    mustType: preview.isNoticed,
    tag: preview.tag,
  };
}

function differenceOf({ key, now, then, changesByAction }: RollbackDifference): GateDifference {
  return {
    key,
    changes: changesByAction.map(({ first, count }) => ({
      action: first.action,
      value: short(changeValue(first)),
      before: short(beforeOf(first, now)),
      count,
    })),
    feature: featureFate(now, then),
  };
}

function short(value: string | null): string | null {
  return value === null || value.length > valueLengthMax ? null : value;
}

function beforeOf(change: GateChange, now: OwnState): string | null {
  if (now.kind !== "own") {
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
