import { useState } from "react";
import type { CallError } from "../api/call.ts";

/** How a draft of a gate stands to what is saved. */
export interface DraftState {
  readonly isDirty: boolean;
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

/** Remembers for which content of the gate a draft was made. */
export function useGateDraft<Value>(
  saved: Value,
  tag: string,
  isSame: (left: Value, right: Value) => boolean,
): GateDraft<Value> {
  const [stored, setDraft] = useState<Stored<Value> | null>(null);
  const isOutdated = stored?.isSettled === true && !isSame(stored.value, saved);
  const draft = isOutdated ? null : stored;
  const isDirty = draft !== null && !isSame(draft.value, saved);
  const seen = isDirty ? draft.seen : tag;
  return {
    value: draft === null ? saved : draft.value,
    isDirty,
    isConflict: isDirty && seen !== tag,
    seen,
    set: (value) => setDraft({ value, seen, isSettled: false }),
    discard: () => setDraft(null),
    settle: () => setDraft((before) => before && { ...before, isSettled: true }),
    keepMine: () => setDraft((before) => before && { ...before, seen: tag }),
  };
}

interface Stored<Value> {
  readonly value: Value;
  readonly seen: string;
  readonly isSettled: boolean;
}
