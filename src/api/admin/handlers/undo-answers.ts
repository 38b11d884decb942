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
const membersShown = 3;
/** Bounds the answer: an undo of an import can have many features with many members. */
const membersOfUndoMax = 20_000;

/** The changes of an undo for its first features, with at most so many members of each gate. */
export function featuresShownInUndo(membersMax = membersShown): ShownFeatures<GateDifference> {
  let rest = membersOfUndoMax;
  return {
    max: 200,
    show: (difference) => {
      const shown = differenceOf(difference, Math.min(membersMax, rest));
      rest -= shown.changes.reduce((sum, { values }) => sum + (values?.length ?? 0), 0);
      return shown;
    },
  };
}

/** A preview of an undo in the form of the contract. */
export function undoPreview(preview: RollbackPreview<GateDifference>): UndoPreview {
  return {
    differences: preview.features,
    featureCount: preview.featureCount,
    laterCount: preview.laterCount,
    stayCount: preview.stayCount,
    changedAgainCount: preview.changedAgainCount,
    mustType: preview.isNoticed,
    tag: preview.tag,
  };
}

function differenceOf(
  { key, now, then, changesByAction }: RollbackDifference,
  membersMax: number,
): GateDifference {
  return {
    key,
    changes: changesByAction.map((changes) => {
      const [first] = changes;
      return {
        action: first.action,
        value: short(changeValue(first)),
        before: short(beforeOf(first, now)),
        count: changes.length,
        ...(isOfMember(first)
          ? { values: changes.slice(0, membersMax).map((each) => changeValue(each) ?? "") }
          : {}),
      };
    }),
    feature: featureFate(now, then),
  };
}

function isOfMember({ action }: GateChange): boolean {
  return action.endsWith("_actor") || action.endsWith("_group");
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
