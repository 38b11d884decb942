import type { Change } from "../core/model/change.ts";
import type { State } from "../core/model/state.ts";
import type { Telemetry } from "./telemetry.ts";

/** A source of commits, such as a writer. */
interface CommitSource {
  onCommit(listener: (changes: readonly Change[], state: State) => void): () => void;
  onReload(listener: (state: State) => void): () => void;
}

/** Notifies telemetry of every later commit. */
export function notifyTelemetry(
  telemetry: Pick<Telemetry, "applyCommit" | "applyReload">,
  commits: CommitSource,
): void {
  commits.onCommit((changes, state) => telemetry.applyCommit(changes, state));
  commits.onReload((state) => telemetry.applyReload(state));
}
