import { useSyncExternalStore } from "react";
import type { GateTags } from "../../api/admin/contract/feature-models.ts";
import { pageFacts } from "../api/page-facts.ts";
import {
  isAnyUnstored,
  onStoredText,
  storedNames,
  storedText,
  storeText,
} from "../parts/stored-text.ts";
import { type FeatureDraft, type GateEdits, withoutApplied } from "./feature-draft.ts";
import { draftIn, parsedJson } from "./stored-draft.ts";

/** Drafts are in the browser only: nobody else sees them. Servers can share an origin, but no path. */
const prefix = `gatehouse-draft ${pageFacts.base} `;

/** Whose draft it is, and of which feature in which environment. */
export interface DraftSlot {
  readonly user: number | null;
  readonly environment: number;
  readonly key: string;
}

/** What was read, by slot: `useSyncExternalStore` needs equal objects for equal texts. */
const parsed = new Map<string, { readonly text: string; readonly draft: FeatureDraft }>();

function nameOf({ user, environment, key }: DraftSlot): string {
  return prefix + JSON.stringify([user, environment, key]);
}

/** Asks before the page closes, if the browser did not store a draft. */
export function askBeforeLoss(): () => void {
  const onClose = (event: BeforeUnloadEvent) => {
    if (isAnyUnstored(prefix)) {
      event.preventDefault();
    }
  };
  window.addEventListener("beforeunload", onClose);
  return () => window.removeEventListener("beforeunload", onClose);
}

/** Removes texts that are not drafts, or not any longer. */
export function dropOldDrafts(): void {
  for (const name of storedNames(prefix)) {
    if (draftIn(storedText(name) ?? "") === null) {
      storeText(name, null);
    }
  }
}

export function readDraft(slot: DraftSlot): FeatureDraft | null {
  const name = nameOf(slot);
  const text = storedText(name);
  if (text === null) {
    parsed.delete(name);
    return null;
  }
  const known = parsed.get(name);
  if (known?.text === text) {
    return known.draft;
  }
  const draft = draftIn(text);
  if (draft !== null) {
    parsed.set(name, { text, draft });
  }
  return draft;
}

/** Stores a draft; one without edits is dropped. */
export function writeDraft(slot: DraftSlot, draft: FeatureDraft): void {
  if (Object.keys(draft.edits).length === 0) {
    dropDraft(slot);
    return;
  }
  storeText(nameOf(slot), JSON.stringify(draft));
}

/** Drops what was applied; edits that were made since then stay, on top of the gates with `tags`. */
export function dropApplied(slot: DraftSlot, applied: GateEdits, tags: GateTags): void {
  const draft = readDraft(slot);
  if (draft !== null) {
    writeDraft(slot, withoutApplied(draft, applied, tags));
  }
}

export function dropDraft(slot: DraftSlot): void {
  storeText(nameOf(slot), null);
}

/** The drafts of a person, the latest first. */
export function draftsOf(user: number | null): readonly DraftSlot[] {
  return slots()
    .filter((slot) => slot.user === user)
    .map((slot) => ({ slot, at: readDraft(slot)?.at ?? 0 }))
    .sort((left, right) => right.at - left.at)
    .map(({ slot }) => slot);
}

export function hasDrafts(): boolean {
  return slots().length > 0;
}

/** For a person who signs out and keeps nothing. */
export function dropDraftsOf(user: number | null): void {
  for (const slot of draftsOf(user)) {
    dropDraft(slot);
  }
}

/** The draft of a slot, also after another tab changed it. */
export function useDraft(slot: DraftSlot): FeatureDraft | null {
  return useSyncExternalStore(onStoredText, () => readDraft(slot));
}

function slots(): readonly DraftSlot[] {
  return storedNames(prefix).flatMap((name) => {
    const slot = slotIn(name.slice(prefix.length));
    return slot === null || readDraft(slot) === null ? [] : [slot];
  });
}

function slotIn(text: string): DraftSlot | null {
  const value: unknown = parsedJson(text);
  if (!Array.isArray(value)) {
    return null;
  }
  const [user, environment, key] = value as readonly unknown[];
  return (user === null || typeof user === "number") &&
    typeof environment === "number" &&
    typeof key === "string"
    ? { user, environment, key }
    : null;
}
