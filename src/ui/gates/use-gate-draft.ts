import { useState } from "react";

/** What a person makes of a gate before it is saved. */
export interface GateDraft<Value> {
  /** The draft, or what is saved if there is none. */
  readonly value: Value;
  readonly isDirty: boolean;
  /** Whether somebody else changed the gate since the first edit. */
  readonly isConflict: boolean;
  /** The tag of the gate that the page showed when the editing began. */
  readonly seen: string;
  readonly set: (value: Value) => void;
  readonly discard: () => void;
  /** The draft is meant for the gate as it is now. */
  readonly keepMine: () => void;
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
