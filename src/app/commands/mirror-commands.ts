import type { Caller } from "../../core/model/caller.ts";
import { differenceOfDrop } from "../../core/model/difference-of.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Feature } from "../../core/model/feature.ts";
import type { State } from "../../core/model/state.ts";
import { ownToggle } from "../../core/model/state-lookups.ts";
import { recordAudit } from "./record-audit.ts";

/**
 * Deletes the own gates of a feature in the caller's environment, so that it follows Production
 * again (docs/decisions.md#mirroring). Returns false, and records nothing, if it already follows
 * Production. Throws if the environment is Production. A command with many features passes the
 * `state` before its changes, so that they are not applied one by one.
 */
export function mirrorFeature(
  draft: Draft,
  caller: Caller,
  feature: Feature,
  state: State = draft.state,
): boolean {
  const { environment } = caller;
  if (environment.kind === "production") {
    throw new Error("The Production environment cannot mirror itself");
  }
  const own = ownToggle(state, environment, feature.key);
  if (own === undefined) {
    return false;
  }
  draft.record({ kind: "override.dropped", environmentId: environment.id, feature });
  const difference = differenceOfDrop(own.gates);
  recordAudit(draft, caller, { action: "mirror", feature, difference });
  return true;
}
