import type { Change } from "../core/model/change.ts";
import type { State } from "../core/model/state.ts";
import type { Telemetry } from "./telemetry.ts";

/** Where commits come from; a writer is one. */
interface ToldCommits {
  onCommit(listener: (changes: readonly Change[], state: State) => void): () => void;
  onReload(listener: (state: State) => void): () => void;
}

/** Tells telemetry of everything that is committed from now on. */
export function tellTelemetry(
  telemetry: Pick<Telemetry, "applyCommit" | "applyReload">,
  commits: ToldCommits,
): void {
  commits.onCommit((changes, state) => telemetry.applyCommit(changes, state));
  commits.onReload((state) => telemetry.applyReload(state));
}
