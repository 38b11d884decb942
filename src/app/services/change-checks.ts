import { GatehouseError } from "../../core/errors.ts";
import type { Gates } from "../../core/evaluation/gates.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Feature } from "../../core/model/feature.ts";
import { effectiveToggle, findFeature } from "../../core/model/state-lookups.ts";
import { requireTypedIfNoticed } from "../commands/confirmation.ts";

/** The checks of a change from a page. */
export interface ChangeChecks {
  /**
   * The tag of the gates that the page showed (`seenTagOf`). If it differs now, the change is
   * refused with `gate_changed`.
   */
  readonly seen?: string | undefined;
  /** The feature's key as typed, for changes in Production that require it. */
  readonly typed?: string | undefined;
  /**
   * Whether a missing feature is created. Nobody notices its first gates, so they need no
   * confirmation.
   */
  readonly createsMissing?: boolean;
}

export interface ChangeOptions {
  /** Whether unregistered groups may be enabled, if the policy lets the request decide. */
  readonly allowsAnyGroup?: boolean;
  /**
   * With checks, the feature must exist unless they create it, and changes in Production that many
   * notice must be confirmed. Without them, a missing feature is created, and nothing is confirmed.
   */
  readonly checks?: ChangeChecks | undefined;
}

/** Returns the feature with this key. Throws `feature_not_found`. */
export function existingFeature({ state }: Draft, { environment }: Caller, key: string): Feature {
  const feature = findFeature(state, environment.projectId, key);
  if (feature === undefined) {
    throw new GatehouseError("feature_not_found");
  }
  return feature;
}

type CheckAfter = (after: Gates) => void;

/**
 * Checks a feature before a change, and returns the check of its gates after the change. `tagOf`
 * returns the tag of the gates that the page showed. Throws `feature_not_found`, `gate_changed` and
 * `confirmation_required`.
 */
export function checkChange(
  draft: Draft,
  caller: Caller,
  key: string,
  { checks, tagOf }: Pick<ChangeOptions, "checks"> & { readonly tagOf: (gates: Gates) => string },
): CheckAfter {
  if (checks === undefined) {
    return () => undefined;
  }
  if (
    checks.createsMissing === true &&
    findFeature(draft.state, caller.environment.projectId, key) === undefined
  ) {
    if (checks.seen !== undefined) {
      throw new GatehouseError("gate_changed");
    }
    return () => undefined;
  }
  existingFeature(draft, caller, key);
  const { gates: before } = effectiveToggle(draft.state, caller.environment, key);
  if (checks.seen !== undefined && tagOf(before) !== checks.seen) {
    throw new GatehouseError("gate_changed");
  }
  return (after) =>
    requireTypedIfNoticed(caller, key, checks.typed, { before, after, now: draft.now });
}
