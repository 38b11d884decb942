import { queryClient } from "./query-client.ts";

/** The first part of the key of lists of acts. */
export const actsRoute = "GET /acts";

let shown = 0;

/** The latest revision of an own change after which everything was reloaded. */
export function shownRevision(): number {
  return shown;
}

/** Reloads all visible data; `answer` is the answer to an own change. */
export function refresh(answer?: unknown): Promise<void> {
  if (answer !== null && typeof answer === "object" && "revision" in answer) {
    shown = Math.max(shown, Number(answer.revision));
  }
  return queryClient.invalidateQueries();
}

/** Reloads the lists of acts: a sign-in of another person changes nothing else. */
export function refreshActs(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [actsRoute] });
}
