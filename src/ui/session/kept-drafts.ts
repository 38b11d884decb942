/** Unsaved input survives its page, in this tab only. */
const prefix = "gatehouse-draft ";

export interface KeptDraft {
  readonly value: unknown;
  /** The tag of the gate for which it was typed. */
  readonly seen: string;
}

/** The draft of a slot; null without one, and if the browser stores nothing. */
export function keptDraft(slot: string): KeptDraft | null {
  try {
    const text = sessionStorage.getItem(prefix + slot);
    return text === null ? null : (JSON.parse(text) as KeptDraft);
  } catch {
    return null;
  }
}

export function keepDraft(slot: string, draft: KeptDraft): void {
  try {
    sessionStorage.setItem(prefix + slot, JSON.stringify(draft));
  } catch {
    // Too large, or not allowed: the draft then ends with its page.
  }
}

export function dropDraft(slot: string): void {
  try {
    sessionStorage.removeItem(prefix + slot);
  } catch {
    // Nothing is stored.
  }
}

export function hasKeptDrafts(): boolean {
  return slots().length > 0;
}

/** For the next person at this browser. */
export function dropAllDrafts(): void {
  for (const name of slots()) {
    sessionStorage.removeItem(name);
  }
}

function slots(): readonly string[] {
  try {
    return Object.keys(sessionStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}
