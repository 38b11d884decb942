import { useSyncExternalStore } from "react";

/**
 * Texts that this browser stores. If it stores none, or one is too large, they last as long as the
 * page.
 */
const unstored = new Map<string, string>();
const listeners = new Set<() => void>();

export function storedText(name: string): string | null {
  try {
    return unstored.get(name) ?? localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Stores a text; null removes it. */
export function storeText(name: string, text: string | null): void {
  unstored.delete(name);
  try {
    if (text === null) {
      localStorage.removeItem(name);
    } else {
      localStorage.setItem(name, text);
    }
  } catch {
    if (text !== null) {
      unstored.set(name, text);
    }
  }
  for (const notify of listeners) {
    notify();
  }
}

/** The names of the texts that begin with a prefix. */
export function storedNames(prefix: string): readonly string[] {
  return [...new Set([...unstored.keys(), ...namesInStorage()])].filter((name) =>
    name.startsWith(prefix),
  );
}

/** Whether a text whose name begins with a prefix would be lost with the page. */
export function isAnyUnstored(prefix: string): boolean {
  return [...unstored.keys()].some((name) => name.startsWith(prefix));
}

/** The text, also after another tab changed it. */
export function useStoredText(name: string): string | null {
  return useSyncExternalStore(onStoredText, () => storedText(name));
}

/** Calls a function after each change of a text; returns a function that ends it. */
export function onStoredText(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** Stores a text for this tab alone, also after it loads another site. */
export function storeInTab(name: string, text: string): void {
  sessionStorage.setItem(name, text);
}

/** Removes the text that this tab stored, and returns it. */
export function takeFromTab(name: string): string | null {
  const text = sessionStorage.getItem(name);
  sessionStorage.removeItem(name);
  return text;
}

function namesInStorage(): readonly string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
