import { queryClient } from "./query-client.ts";

let shown = 0;

/** The newest revision of an own change after which everything was asked again. */
export function shownRevision(): number {
  return shown;
}

/** Asks everything that is on the screen again; `answer` is that of an own change. */
export function refresh(answer?: unknown): Promise<void> {
  if (answer !== null && typeof answer === "object" && "revision" in answer) {
    shown = Math.max(shown, Number(answer.revision));
  }
  return queryClient.invalidateQueries();
}
