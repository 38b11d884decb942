import type { Refusal } from "../../core/errors.ts";
import type { GateChange } from "../../core/evaluation/gate-change.ts";
import type { HistoryAudit } from "../../core/model/audit.ts";
import type { OwnState } from "../../core/model/own-state.ts";

/**
 * The moment to which gates return.
 *
 * - `before`: before an audit (`record`: of its feature; `step`: of all features that the same
 *   command changed in the environment, such as in an import).
 * - `after`: right after an audit; of `keys`, or of all features.
 * - `at`: at a time, in milliseconds since the epoch; of `keys`, or of all features.
 *
 * Only `before` removes features, whose creation is undone. With the others, features that did not
 * exist are closed, or follow Production.
 */
export type HistoryTarget =
  | { readonly kind: "before"; readonly sequence: number; readonly scope: "record" | "step" }
  | { readonly kind: "after"; readonly sequence: number; readonly keys: readonly string[] | null }
  | { readonly kind: "at"; readonly time: number; readonly keys: readonly string[] | null };

/** The effect of a rollback on one feature. */
export interface RollbackDifference {
  readonly key: string;
  readonly now: OwnState;
  readonly then: OwnState;
  /** The first changes from the current gates to the earlier ones; empty for a removal. */
  readonly changes: readonly GateChange[];
  /** How many changes there are. */
  readonly changeCount: number;
  /** All changes by their action: the first of each, and how many there are. */
  readonly changesByAction: readonly { readonly first: GateChange; readonly count: number }[];
  /** How many later audits of the feature are undone in addition to the requested one. */
  readonly laterCount: number;
}

/** Which features of a preview are shown: the first by key, each in a form that needs little memory. */
export interface ShownFeatures<Shown> {
  readonly max: number;
  readonly show: (difference: RollbackDifference) => Shown;
}

/** The effect of a rollback. */
export interface RollbackPreview<Shown> {
  /** The features that would change, by key; at most as many as are shown. */
  readonly features: readonly Shown[];
  readonly featureCount: number;
  readonly changeCount: number;
  /** How many audits are undone in addition to the requested ones. */
  readonly laterCount: number;
  /** Whether many actors notice one of the changes in Production (docs/decisions.md#confirmation). */
  readonly isNoticed: boolean;
  /** Why the rollback would be refused; null if it would not. */
  readonly refused: { readonly refusal: Refusal; readonly message: string } | null;
  /** Identifies the preview: `rollback` refuses with `gate_changed` if its effect would differ. */
  readonly tag: string;
}

export interface HistoryFilter {
  readonly keys: readonly string[] | null;
  readonly actions: readonly HistoryAudit["action"][] | null;
  readonly actor: HistoryAudit["actor"] | null;
  /** Milliseconds since the epoch; the first one that is included. */
  readonly from: number | null;
  /** Milliseconds since the epoch; the first one that is not included. */
  readonly to: number | null;
  /** The cursor of the page before; null for the latest audits. */
  readonly before: number | null;
  /** 1 to 250. */
  readonly limit: number;
}

export interface HistoryList {
  /** Latest first. */
  readonly audits: readonly HistoryAudit[];
  /** The cursor of the next page, which may have no audits; null at the end. */
  readonly next: number | null;
  /** How many of the latest audits the plan shows; null for all. */
  readonly eventsMax: number | null;
}

/** For callers that need only the counts and the tag of a preview. */
export const noFeaturesShown: ShownFeatures<never> = {
  max: 0,
  show: ({ key }) => {
    throw new Error(`Nothing is shown, but ${key} was`);
  },
};
