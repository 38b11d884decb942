import { useState } from "react";
import type { CallError } from "../api/call.ts";
import { useEnvironment } from "../paths/environment.ts";
import { dropDraft, keepDraft, keptDraft } from "../session/kept-drafts.ts";
import { useSession } from "../session/session.ts";

/** The relation of a gate's draft to the saved gate. */
export interface DraftState {
  readonly isDirty: boolean;
  /** Whether it was restored after the page was left. */
  readonly isRestored: boolean;
  /** Whether another person changed the gate since the first edit. */
  readonly isConflict: boolean;
  /** The tag of the gate that the page showed when the editing began. */
  readonly seen: string;
  readonly discard: () => void;
  /** Marks the draft as saved: it stays until the gate changes. */
  readonly settle: () => void;
  /** Applies the draft to the current gate. */
  readonly keepMine: () => void;
}

/** A changed gate before it is saved. */
export interface GateDraft<Value> extends DraftState {
  /** The draft, or the saved gate without one. */
  readonly value: Value;
  readonly set: (value: Value) => void;
}

/** A refusal that the card of a gate shows itself: the conflict, with the current gate. */
export function isConflictError({ code }: CallError): boolean {
  return code === "gate_changed";
}

/** A gate of a feature, as a name for its draft. */
export interface DraftOf {
  readonly featureKey: string;
  readonly gate: string;
}

/**
 * Remembers for which content of the gate a draft was made. The draft survives the page and the
 * session, in this tab.
 */
export function useGateDraft<Value>(
  saved: Value,
  tag: string,
  isSame: (left: Value, right: Value) => boolean,
  { featureKey, gate }: DraftOf,
): GateDraft<Value> {
  const { id } = useEnvironment();
  const { user } = useSession();
  const slot = JSON.stringify([user?.id ?? null, id, featureKey, gate]);
  const [stored, setDraft] = useState<Stored<Value> | null>(() => restored(slot));
  const isOutdated = stored?.isSettled === true && !isSame(stored.value, saved);
  const draft = isOutdated ? null : stored;
  const isDirty = draft !== null && !isSame(draft.value, saved);
  const seen = isDirty ? draft.seen : tag;
  const replace = (next: Stored<Value> | null) => {
    setDraft(next);
    if (next === null || next.isSettled || isSame(next.value, saved)) {
      dropDraft(slot);
    } else {
      keepDraft(slot, { value: next.value, seen: next.seen });
    }
  };
  return {
    value: draft === null ? saved : draft.value,
    isDirty,
    isRestored: isDirty && draft.isRestored === true,
    isConflict: isDirty && seen !== tag,
    seen,
    set: (value) => replace({ value, seen, isSettled: false }),
    discard: () => replace(null),
    settle: () => replace(stored && { ...stored, isSettled: true }),
    keepMine: () => replace(stored && { ...stored, seen: tag }),
  };
}

interface Stored<Value> {
  readonly value: Value;
  readonly seen: string;
  readonly isSettled: boolean;
  readonly isRestored?: boolean;
}

/** A slot contains values of its own gate, because only this page writes them. */
function restored<Value>(slot: string): Stored<Value> | null {
  const kept = keptDraft(slot);
  return (
    kept && { value: kept.value as Value, seen: kept.seen, isSettled: false, isRestored: true }
  );
}
