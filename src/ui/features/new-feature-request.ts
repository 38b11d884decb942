import { useSyncExternalStore } from "react";

let requested: string | null = null;
const listeners = new Set<() => void>();

/** Asks the list to open the form of a new feature, whose key begins with this text. */
export function requestNewFeature(name: string | null): void {
  requested = name;
  for (const notify of listeners) {
    notify();
  }
}

/** The text of the request; null if there is none. */
export function useNewFeatureRequest(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => requested,
  );
}
