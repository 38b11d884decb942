import type { Gates } from "../evaluation/gates.ts";
import type { Environment } from "./environment.ts";
import type { State } from "./state.ts";
import { findFeature, ownToggle } from "./state-lookups.ts";

/** The gates of a feature that an environment has itself. */
export type OwnState =
  /** The project has no such feature. */
  | { readonly kind: "missing" }
  /** The environment has no own gates, and follows Production. */
  | { readonly kind: "mirrored" }
  | { readonly kind: "own"; readonly gates: Gates };

export const missing: OwnState = Object.freeze({ kind: "missing" });
export const mirrored: OwnState = Object.freeze({ kind: "mirrored" });

export function ownStateOf(state: State, environment: Environment, key: string): OwnState {
  if (findFeature(state, environment.projectId, key) === undefined) {
    return missing;
  }
  const toggle = ownToggle(state, environment, key);
  return toggle === undefined ? mirrored : { kind: "own", gates: toggle.gates };
}
