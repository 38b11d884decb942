import type { FeatureAnswer, GateName } from "../../api/admin/contract/feature-models.ts";
import { type DraftSlot, readDraft, writeDraft } from "./draft-store.ts";
import { type Edit, withEdit } from "./feature-draft.ts";

/** Adds an edit to a draft from outside the feature's page, such as from the palette. */
export function addToDraft<Name extends GateName>(
  slot: DraftSlot,
  feature: FeatureAnswer,
  name: Name,
  edit: Edit<Name>,
): void {
  const draft = readDraft(slot) ?? { edits: {}, seen: {}, at: 0 };
  writeDraft(slot, withEdit(draft, feature, name, edit, Date.now()));
}
