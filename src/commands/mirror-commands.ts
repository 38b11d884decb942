import type { Caller } from "../model/caller.ts";
import type { Draft } from "../model/draft.ts";
import type { Feature } from "../model/feature.ts";
import { ownToggle } from "../model/state-lookups.ts";
import { recordAudit } from "./record-audit.ts";

/**
 * Lets a feature follow Production again in the caller's environment (DESIGN.md section 3). False
 * if it did already; then nothing is recorded. Production has nothing to follow.
 */
export function mirrorFeature(draft: Draft, caller: Caller, feature: Feature): boolean {
  const { environment } = caller;
  if (environment.kind === "production") {
    throw new Error("Production mirrors nothing");
  }
  if (ownToggle(draft.state, environment, feature.key) === undefined) {
    return false;
  }
  draft.record({ kind: "override.dropped", environmentId: environment.id, feature });
  recordAudit(draft, caller, { action: "mirror", featureKey: feature.key });
  return true;
}
