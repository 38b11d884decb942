import type { HistoryService } from "../../../app/services/history-service.ts";
import { type HistoryTarget, noFeaturesShown } from "../../../app/services/history-types.ts";
import { GatehouseError } from "../../../core/errors.ts";
import type { Caller } from "../../../core/model/caller.ts";
import { idIn } from "../asked-environment.ts";

type UndoTarget = HistoryTarget & { readonly sequence: number };

/** A record with its whole step, or its feature in the state right after the record. */
export async function undoTarget(
  history: HistoryService,
  caller: Caller,
  audit: string,
  to: "before" | "after",
): Promise<UndoTarget> {
  const sequence = idIn(audit);
  if (Number.isNaN(sequence)) {
    throw new GatehouseError("audit_not_found");
  }
  if (to === "before") {
    return { kind: "before", sequence, scope: "step" };
  }
  const { featureKey } = await history.audit(caller, sequence);
  return { kind: "after", sequence, keys: [featureKey] };
}

/** A change that many users notice in Production needs the typed key of the feature. */
export async function requireTypedKey(
  history: HistoryService,
  caller: Caller,
  target: UndoTarget,
  {
    tag,
    typed,
    signal,
  }: { readonly tag: string; readonly typed?: string; readonly signal: AbortSignal },
): Promise<void> {
  const { featureKey } = await history.audit(caller, target.sequence);
  if (typed === featureKey) {
    return;
  }
  const preview = await history.preview(caller, target, noFeaturesShown, signal);
  // An outdated page first gets the refusal about the change.
  if (preview.tag !== tag) {
    throw new GatehouseError("gate_changed");
  }
  if (preview.isNoticed) {
    throw new GatehouseError("confirmation_required");
  }
}
