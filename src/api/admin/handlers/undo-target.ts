import type { Static } from "@sinclair/typebox";
import { requireTypedCount } from "../../../app/commands/confirmation.ts";
import type { HistoryService } from "../../../app/services/history-service.ts";
import type {
  HistoryTarget,
  RollbackPreview,
  ShownFeatures,
} from "../../../app/services/history-types.ts";
import { GatehouseError } from "../../../core/errors.ts";
import type { Caller } from "../../../core/model/caller.ts";
import { idIn } from "../asked-environment.ts";
import type { UndoTo } from "../contract/audit-models.ts";

type UndoTarget = HistoryTarget & { readonly sequence: number };

export const firstKey: ShownFeatures<string> = { max: 1, show: ({ key }) => key };

/**
 * A record with its whole step, the gates that its step changed in its feature, or its feature in the
 * state right after the record.
 */
export async function undoTarget(
  history: HistoryService,
  caller: Caller,
  audit: string,
  to: Static<typeof UndoTo>,
): Promise<UndoTarget> {
  const sequence = idIn(audit);
  if (Number.isNaN(sequence)) {
    throw new GatehouseError("audit_not_found");
  }
  if (to === "before") {
    return { kind: "before", sequence, scope: "step" };
  }
  if (to === "gate") {
    return { kind: "gate", sequence };
  }
  const { featureKey } = await history.audit(caller, sequence);
  return { kind: "after", sequence, key: featureKey };
}

/**
 * An undo that many users notice in Production needs the typed number of its features, or the key
 * if it changes only one.
 */
export function requireTypedUndo(
  { isNoticed, featureCount, features }: RollbackPreview<string>,
  typed: string | undefined,
): void {
  if (isNoticed && featureCount > 1) {
    requireTypedCount(featureCount, typed);
  } else if (isNoticed && typed !== features[0]) {
    throw new GatehouseError("confirmation_required");
  }
}
