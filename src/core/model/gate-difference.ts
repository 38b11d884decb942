import type { Gates } from "../evaluation/gates.ts";
import type { Feature } from "./feature.ts";

/** The members added to a set and removed from it; both sorted by UTF-8 bytes. */
export interface SetDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** What turns gates into others; a missing member stays as it is. */
export interface GatePatch {
  readonly boolean?: boolean;
  readonly expression?: Gates["expression"];
  readonly percentageOfActors?: number;
  readonly percentageOfTime?: number;
  readonly groups?: SetDifference;
  readonly actors?: SetDifference;
}

/** The own gates of a feature in one environment. */
export interface EnvironmentGates {
  readonly environmentId: number;
  readonly gates: Gates;
}

/** The fields of a feature without its id, project and key. */
export type FeatureFields = Omit<Feature, "id" | "projectId" | "key">;

/**
 * How the gates before an audit are rebuilt from the gates after it, in the audit's environment
 * (docs/decisions.md#undo).
 *
 * - `none`: the gates were the same.
 * - `flipped`: the membership of the audit's actor or group in the set was the opposite.
 * - `percentage`, `expression`: the value that the gate had.
 * - `changed`: what turns the gates after the audit into the gates before it.
 * - `pinned`: the environment had no own gates and followed Production.
 * - `dropped`: the environment had these own gates, and follows Production since.
 * - `created`: the feature did not exist.
 * - `removed`: the feature existed, with own gates in these environments.
 * - `too_large`: the difference was too large to be stored.
 */
export type GateDifference =
  | { readonly kind: "none" | "flipped" | "pinned" | "created" | "too_large" }
  | { readonly kind: "percentage"; readonly before: number }
  | { readonly kind: "expression"; readonly before: Gates["expression"] }
  | { readonly kind: "changed"; readonly patch: GatePatch }
  | { readonly kind: "dropped"; readonly gates: Gates }
  | {
      readonly kind: "removed";
      readonly fields: FeatureFields;
      readonly gates: readonly EnvironmentGates[];
    };
