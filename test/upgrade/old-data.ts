import type { RecordedAudit } from "../../src/core/model/audit.ts";
import type { Change } from "../../src/core/model/change.ts";

/** The rows of a database after a migration, and the state that they mean today. */
export interface OldData {
  readonly statements: readonly string[];
  readonly changes: readonly Change[];
  readonly audits: readonly RecordedAudit[];
  /** The position of the newest commit; 0 in data without it. */
  readonly position: number;
}
