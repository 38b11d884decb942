import { useState } from "react";
import type { CallError } from "../api/call.ts";
import { useEnvironment } from "../paths/environment.ts";
import { dropDraft, keepDraft, keptDraft } from "../session/kept-drafts.ts";
import { useSession } from "../session/session.ts";

/** How a draft of a gate stands to what is saved. */
export interface DraftState {
  readonly isDirty: boolean;
  /** Whether it was typed before the page was left, and is here again. */
  readonly isRestored: boolean;
  /** Whether somebody else changed the gate since the first edit. */
  readonly isConflict: boolean;
  /** The tag of the gate that the page showed when the editing began. */
  readonly seen: string;
  readonly discard: () => void;
  /** The draft is saved: it stays as it was typed until the gate changes. */
  readonly settle: () => void;
  /** The draft is meant for the gate as it is now. */
  readonly keepMine: () => void;
}

/** What a person makes of a gate before it is saved. */
export interface GateDraft<Value> extends DraftState {
  /** The draft, or what is saved if there is none. */
  readonly value: Value;
  readonly set: (value: Value) => void;
}

/** A refusal that the card of a gate shows itself: the conflict, with the gate as it is now. */
export function isConflictError({ code }: CallError): boolean {
  return code === "gate_changed";
}

/** A gate of a feature, as a name for its draft. */
export interface DraftOf {
  readonly featureKey: string;
  readonly gate: string;
}

/**
 * Remembers for which content of the gate a draft was made. The draft of a person outlives the page
 * and the session, in this tab.
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

/** The values of a slot are of its gate: only this page writes them. */
function restored<Value>(slot: string): Stored<Value> | null {
  const kept = keptDraft(slot);
  return (
    kept && { value: kept.value as Value, seen: kept.seen, isSettled: false, isRestored: true }
  );
}
