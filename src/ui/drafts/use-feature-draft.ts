import { useEffect } from "react";
import type { FeatureAnswer, GateName } from "../../api/admin/contract/feature-models.ts";
import { useEnvironment } from "../paths/environment.ts";
import { useMay, useSession } from "../session/session.ts";
import { type DraftSlot, dropDraft, useDraft, writeDraft } from "./draft-store.ts";
import {
  conflicts,
  type Edit,
  editedGates,
  type FeatureDraft,
  type GateEdits,
  incompleteGates,
  isUnchanged,
  rebased,
  withEdit,
  withoutEdit,
} from "./feature-draft.ts";

/** The draft of a feature, compared with its saved gates. */
export interface DraftOfFeature {
  readonly edits: GateEdits;
  readonly edited: readonly GateName[];
  /** The edited gates that somebody else changed since the editing began. */
  readonly conflicts: readonly GateName[];
  /** The edited gates with incomplete input. */
  readonly incomplete: readonly GateName[];
  readonly set: <Name extends GateName>(name: Name, edit: Edit<Name>) => void;
  readonly revert: (name: GateName) => void;
  /** Keeps an edit although somebody changed the gate. */
  readonly keepMine: (name: GateName) => void;
  readonly discard: () => void;
}

const none: FeatureDraft = { edits: {}, seen: {}, at: 0 };

export function useDraftSlot(key: string): DraftSlot {
  const { id } = useEnvironment();
  const { user } = useSession();
  return { user: user?.id ?? null, environment: id, key };
}

export function useFeatureDraft(feature: FeatureAnswer): DraftOfFeature {
  const slot = useDraftSlot(feature.key);
  const mayChange = useMay("member");
  const kept = useDraft(slot);
  // A person who may only look has no use for an earlier draft.
  const stored = (mayChange ? kept : null) ?? none;
  // An edit that equals the saved gate is no edit any longer: it was saved, here or by another person.
  const draft = editedGates(stored)
    .filter((name) => isUnchanged(feature, stored, name))
    .reduce(withoutEdit, stored);
  useEffect(() => {
    if (draft !== stored) {
      writeDraft(slot, draft);
    }
  });
  return {
    edits: draft.edits,
    edited: editedGates(draft),
    conflicts: conflicts(draft, feature),
    incomplete: incompleteGates(draft),
    set: (name, edit) => writeDraft(slot, withEdit(draft, feature, name, edit, Date.now())),
    revert: (name) => writeDraft(slot, withoutEdit(draft, name)),
    keepMine: (name) => writeDraft(slot, rebased(draft, feature, name)),
    discard: () => dropDraft(slot),
  };
}
