import type { Refusal } from "../../core/errors.ts";
import type { GateChange } from "../../core/evaluation/gate-change.ts";
import type { HistoryAudit } from "../../core/model/audit.ts";
import type { OwnState } from "../../core/model/own-state.ts";

/**
 * The moment to which gates return.
 *
 * - `before`: before an audit (`record`: of its feature; `step`: of all features that the same
 *   command changed in the environment, such as in an import).
 * - `gate`: of the audit's feature, only the gates that its command changed return to before it.
 *   Later changes of other gates and of members stay.
 * - `after`: the gates of a feature right after an audit.
 * - `at`: the gates of a feature at a time, in milliseconds since the epoch.
 *
 * Only `before` removes features, whose creation is undone. With the others, a feature that did not
 * exist is closed, or follows Production.
 */
export type HistoryTarget =
  | { readonly kind: "before"; readonly sequence: number; readonly scope: "record" | "step" }
  | { readonly kind: "gate"; readonly sequence: number }
  | { readonly kind: "after"; readonly sequence: number; readonly key: string }
  | { readonly kind: "at"; readonly time: number; readonly key: string };

/** The effect of a rollback on one feature. */
export interface RollbackDifference {
  readonly key: string;
  readonly now: OwnState;
  readonly then: OwnState;
  /** The first changes from the current gates to the earlier ones; empty for a removal. */
  readonly changes: readonly GateChange[];
  /** How many changes there are. */
  readonly changeCount: number;
  /** All changes by their action, none of which is without changes. */
  readonly changesByAction: readonly (readonly [GateChange, ...GateChange[]])[];
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
  /** How many later audits of the same feature are not undone. */
  readonly stayCount: number;
  /** How many actors and groups of the change were changed again later, and stay as they are. */
  readonly changedAgainCount: number;
  /** Whether many actors notice one of the changes in Production (docs/decisions.md#confirmation). */
  readonly isNoticed: boolean;
  /** Why the rollback would be refused; null if it would not. */
  readonly refused: { readonly refusal: Refusal; readonly message: string } | null;
  /** Identifies the preview: `rollback` refuses with `gate_changed` if its effect would differ. */
  readonly tag: string;
}

/** What the caller of a rollback requires of its result, before anything changes. */
export interface ExpectedRollback<Shown> {
  /** The tag of the preview that was shown. */
  readonly tag?: string | undefined;
  /** Throws to refuse the result. */
  readonly confirm?: (preview: RollbackPreview<Shown>) => void;
}

export interface HistoryFilter {
  readonly keys: readonly string[] | null;
  readonly actions: readonly HistoryAudit["action"][] | null;
  readonly actor: HistoryAudit["actor"] | null;
  /** See `auditsWith`. */
  readonly text: string | null;
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
