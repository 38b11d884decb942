import type { Static } from "@sinclair/typebox";
import type {
  AuditAuthors,
  AuditFilter,
  AuditPage,
  AuditsOfStep,
  StepPage,
  StepQuery,
  UndoDirection,
  UndoPreview,
  UndoRequest,
} from "./audit-models.ts";
import type { Written } from "./shared-models.ts";

export interface AuditRoutes {
  /** Steps with a record that matches, newest first, 50 a page; `next` as of the records. */
  "GET /environments/:environment/steps": {
    query: AuditFilter;
    answer: Static<typeof StepPage>;
  };
  /** The records of a step, of one feature if `key` is given; `audit` is its newest record. */
  "GET /environments/:environment/steps/:audit": {
    query: Static<typeof StepQuery>;
    answer: Static<typeof AuditsOfStep>;
  };
  /** Newest first, 50 a page; `before` is the id of the last record of the page before. */
  "GET /environments/:environment/audits": {
    query: AuditFilter;
    answer: Static<typeof AuditPage>;
  };
  /** The people and tokens that can be chosen as the author. */
  "GET /environments/:environment/audit-actors": { answer: Static<typeof AuditAuthors> };
  /** Undo of a record with its whole step, or the gates as they stood right after a record. */
  "POST /environments/:environment/audits/:audit/undo-preview": {
    body: Static<typeof UndoDirection>;
    answer: UndoPreview;
  };
  "POST /environments/:environment/audits/:audit/undo": {
    body: Static<typeof UndoRequest>;
    answer: Written;
  };
}
