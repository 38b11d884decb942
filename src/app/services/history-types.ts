import type { Refusal } from "../../core/errors.ts";
import type { GateChange } from "../../core/evaluation/gate-change.ts";
import type { HistoryAudit } from "../../core/model/audit.ts";
import type { OwnState } from "../../core/model/own-state.ts";

/**
 * The moment to which gates return.
 *
 * - `before`: as they were before an audit (`record`: of its feature; `step`: of all features that
 *   the same command changed in the environment, such as those of an import).
 * - `after`: as they were right after an audit; of `keys`, or of all features.
 * - `at`: as they were at a time, in milliseconds since the epoch; of `keys`, or of all features.
 *
 * Only `before` removes features, whose creation is undone. With the others, features that did not
 * exist are closed, or follow Production.
 */
export type HistoryTarget =
  | { readonly kind: "before"; readonly sequence: number; readonly scope: "record" | "step" }
  | { readonly kind: "after"; readonly sequence: number; readonly keys: readonly string[] | null }
  | { readonly kind: "at"; readonly time: number; readonly keys: readonly string[] | null };

/** What a rollback would do to one feature. */
export interface RollbackDifference {
  readonly key: string;
  readonly now: OwnState;
  readonly then: OwnState;
  /** The first changes from the gates in force now to those of then; empty for a removal. */
  readonly changes: readonly GateChange[];
  /** How many changes there are. */
  readonly changeCount: number;
  /** All changes by their action: the first of each, and how many there are. */
  readonly changesByAction: readonly { readonly first: GateChange; readonly count: number }[];
  /** How many audits of the feature after the one that is undone are taken back too. */
  readonly laterCount: number;
}

/** Which features of a preview are shown: the first by key, each in a form that needs little memory. */
export interface ShownFeatures<Shown> {
  readonly max: number;
  readonly show: (difference: RollbackDifference) => Shown;
}

/** What a rollback would do. */
export interface RollbackPreview<Shown> {
  /** The features that would change, by key; as many as are shown. */
  readonly features: readonly Shown[];
  readonly featureCount: number;
  readonly changeCount: number;
  /** How many audits are taken back beside those that are undone. */
  readonly laterCount: number;
  /** Whether many actors notice one of the changes in Production (docs/decisions.md#confirmation). */
  readonly isNoticed: boolean;
  /** Why the rollback would be refused; null if it would not. */
  readonly refused: { readonly refusal: Refusal; readonly message: string } | null;
  /** Identifies what was shown: `rollback` refuses with `gate_changed` if it would do anything else. */
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
  /** The cursor of the page before; null for the newest audits. */
  readonly before: number | null;
  /** 1 to 250. */
  readonly limit: number;
}

export interface HistoryList {
  /** Newest first. */
  readonly audits: readonly HistoryAudit[];
  /** The cursor of the next page, which may have no audits; null at the end. */
  readonly next: number | null;
  /** How many of the newest audits the plan shows; null for all. */
  readonly eventsMax: number | null;
}

export const nothingShown: ShownFeatures<never> = {
  max: 0,
  show: ({ key }) => {
    throw new Error(`Nothing is shown, but ${key} was`);
  },
};
