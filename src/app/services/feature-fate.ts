import type { OwnState } from "../../core/model/own-state.ts";

/** The change of a feature, or of its override in an environment, in addition to its gates. */
export type FeatureFate = "created" | "removed" | "mirrored" | "overridden";

/** Null if only gates change. */
export function featureFate(now: OwnState, then: OwnState): FeatureFate | null {
  if (now.kind === then.kind) {
    return null;
  }
  if (now.kind === "missing") {
    return "created";
  }
  if (then.kind === "missing") {
    return "removed";
  }
  return then.kind === "mirrored" ? "mirrored" : "overridden";
}
