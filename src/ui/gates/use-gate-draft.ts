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
  const [draft, setDraft] = useState<{ readonly value: Value; readonly seen: string } | null>(null);
  const isDirty = draft !== null && !isSame(draft.value, saved);
  return {
    value: draft === null ? saved : draft.value,
    isDirty,
    isConflict: isDirty && draft.seen !== tag,
    seen: draft === null || !isDirty ? tag : draft.seen,
    set: (value) =>
      setDraft((before) => ({
        value,
        seen: before === null || isSame(before.value, saved) ? tag : before.seen,
      })),
    discard: () => setDraft(null),
    keepMine: () => setDraft((before) => before && { ...before, seen: tag }),
  };
}
