import { storeText, useStoredText } from "../parts/stored-text.ts";

/** Whose checklist is hidden: in this browser, for each person. */
const nameOf = (user: number | null) => `gatehouse-started ${user ?? ""}`;

export function hideStart(user: number): void {
  storeText(nameOf(user), "hidden");
}

/** Whether the person has hidden the checklist. */
export function useStartHidden(user: number | null): boolean {
  return useStoredText(nameOf(user)) !== null || user === null;
}
