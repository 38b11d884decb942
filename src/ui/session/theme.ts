import { useSyncExternalStore } from "react";
import { pageFacts } from "../api/page-facts.ts";

export const themes = ["system", "light", "dark"] as const;
type Theme = (typeof themes)[number];

const yearSeconds = 31_536_000;
const listeners = new Set<() => void>();

/** The server reads the cookie, so that the page has its colours before any script runs. */
export function chooseTheme(theme: Theme): void {
  if (theme === "system") {
    delete document.documentElement.dataset["theme"];
  } else {
    document.documentElement.dataset["theme"] = theme;
  }
  const age = theme === "system" ? 0 : yearSeconds;
  document.cookie = `gatehouse-theme=${theme}; path=${pageFacts.base || "/"}; max-age=${age}; samesite=lax`;
  for (const notify of listeners) {
    notify();
  }
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    (notify) => {
      listeners.add(notify);
      return () => listeners.delete(notify);
    },
    () => themes.find((theme) => theme === document.documentElement.dataset["theme"]) ?? "system",
  );
}
