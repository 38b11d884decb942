import type { AuditAction } from "../../model/audit.ts";
import type { Written } from "./contract.ts";

export interface AuditRow {
  /** Unique in its environment. */
  readonly id: number;
  /** Records of one step, such as an import, share it and are undone together. */
  readonly step: number;
  readonly at: number;
  readonly action: AuditAction;
  readonly featureKey: string;
  readonly value: string | null;
  readonly actor: {
    readonly type: "Token" | "User";
    readonly id: string;
    /** The name of the person or the token; null if it is gone. */
    readonly name: string | null;
  };
  /** What the value was before, in the same form; null if it is not known or there was none. */
  readonly before: string | null;
  /** Members that were removed by a reset: `enable`, `disable` and `clear`. */
  readonly removed: { readonly actors: number; readonly groups: number } | null;
  /** Why it cannot be taken back: `no_record` for records of older versions, `too_large`. */
  readonly cannotUndo: "no_record" | "too_large" | null;
}

/** All records of one command: most have one, an import has thousands. */
export interface StepRow {
  /** Its newest record; an undo of it takes the whole step back. */
  readonly newest: AuditRow;
  readonly oldest: AuditRow;
  readonly count: number;
}

/** One line of a difference between the gates of now and those after an undo. */
export interface GateDifference {
  readonly key: string;
  readonly changes: readonly {
    readonly action: AuditAction;
    /** Null without a value, and for one of more than 1,000 characters; for members the first. */
    readonly value: string | null;
    readonly before: string | null;
    /** How many members, if there is more than one. */
    readonly count: number;
  }[];
  /** What happens to the feature or its override, beside its gates. */
  readonly feature: "created" | "removed" | "mirrored" | "overridden" | null;
}

export interface UndoPreview {
  readonly differences: readonly GateDifference[];
  /** All features that change; `differences` has the first 200. */
  readonly featureCount: number;
  /** How many later changes of the same features it takes back too. */
  readonly laterCount: number;
  /** Whether the undo needs the key of the record's feature, typed: in Production. */
  readonly mustType: boolean;
  /** To be sent with the undo: it is refused if something changed since. */
  readonly tag: string;
}

interface AuditFilter {
  key?: string;
  action?: string;
  /** `User:1` or `Token:2`. */
  actor?: string;
  from?: number;
  to?: number;
  before?: number;
}

export interface AuditRoutes {
  /** Steps with a record that matches, newest first, 50 a page; `next` as of the records. */
  "GET /environments/:environment/steps": {
    query: AuditFilter;
    answer: {
      readonly steps: readonly StepRow[];
      readonly next: number | null;
      readonly eventsMax: number | null;
    };
  };
  /** The records of a step, of one feature if `key` is given; `audit` is its newest record. */
  "GET /environments/:environment/steps/:audit": {
    query: { key?: string; before?: number };
    answer: { readonly audits: readonly AuditRow[]; readonly next: number | null };
  };
  /** Newest first, 50 a page; `before` is the id of the last record of the page before. */
  "GET /environments/:environment/audits": {
    query: AuditFilter;
    answer: {
      readonly audits: readonly AuditRow[];
      /** The value of `before` for the next page; null at the end. */
      readonly next: number | null;
      /** How many of the newest records the plan shows; null for all. */
      readonly eventsMax: number | null;
    };
  };
  /** The people and tokens that can be chosen as the author. */
  "GET /environments/:environment/audit-actors": {
    answer: {
      readonly actors: readonly { readonly id: string; readonly name: string }[];
    };
  };
  /** Undo of a record with its whole step, or the gates as they stood right after a record. */
  "POST /environments/:environment/audits/:audit/undo-preview": {
    body: { to: "before" | "after" };
    answer: UndoPreview;
  };
  "POST /environments/:environment/audits/:audit/undo": {
    body: { to: "before" | "after"; tag: string; typed?: string };
    answer: Written;
  };
}
