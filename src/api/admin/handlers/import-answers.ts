import type {
  ImportedFeatureChange,
  ImportPreview,
} from "../../../app/services/summarize-import.ts";
import type { AuditAction } from "../../../core/model/audit.ts";
import type { GateDifference } from "../contract/audit-models.ts";
import type { ImportResult } from "../contract/transfer-models.ts";

const shownMax = 200;

/** The changes of an import, as pages show them. */
export function importResult(preview: ImportPreview): Omit<ImportResult, "revision"> {
  return {
    ...preview.totals,
    unchanged: preview.unchangedCount,
    retired: preview.retired.length,
    retiredKeys: preview.retired.slice(0, shownMax),
    features: preview.features.map(({ key, kind, actions }) => ({
      key,
      change: kind,
      actions: { ...actions },
    })),
    differences: preview.features.slice(0, shownMax).map(differenceOf),
  };
}

const featureChanges: Readonly<Record<ImportedFeatureChange["kind"], GateDifference["feature"]>> = {
  created: "created",
  removed: "removed",
  changed: null,
  cleared: null,
};

function differenceOf({ key, kind, actions }: ImportedFeatureChange): GateDifference {
  const counted = new Map<string, number>(Object.entries(actions));
  return {
    key,
    changes: [...counted].flatMap(([action, count]) =>
      isGateAction(action) ? [{ action, value: null, before: null, count }] : [],
    ),
    feature: featureChanges[kind],
  };
}

/** The feature itself shows `create` and `remove`. */
function isGateAction(action: string): action is AuditAction {
  return action !== "create" && action !== "remove";
}
