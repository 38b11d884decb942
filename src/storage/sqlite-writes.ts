import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { Change } from "../state/change.ts";
import { audits } from "./schema.ts";
import { prepareNewestSequence } from "./sqlite-audit-reads.ts";
import { type DirectoryChange, prepareDirectoryWrites } from "./sqlite-directory-writes.ts";
import { type FeatureChange, prepareFeatureWrites } from "./sqlite-feature-writes.ts";
import { placeholders } from "./statements.ts";

type AuditChange = Exclude<Change, FeatureChange | DirectoryChange>;

type WriteChange = (change: Change) => void;

/**
 * Writes changes as rows; what it returns begins the changes of one transaction. Every statement is
 * prepared once: new SQL text costs memory for good.
 */
export function prepareWrites(database: BunSQLiteDatabase): () => WriteChange {
  const writeFeature = prepareFeatureWrites(database);
  const writeDirectory = prepareDirectoryWrites(database);
  const beginAudits = prepareAuditWrites(database);
  return () => {
    const writeAudit = beginAudits();
    return (change) => {
      switch (change.kind) {
        case "feature.saved":
        case "feature.removed":
        case "gates.written":
        case "override.dropped":
          return writeFeature(change);
        case "audit.recorded":
          return writeAudit(change);
        default:
          return writeDirectory(change);
      }
    };
  };
}

/** The newest sequence is looked up once a transaction, as that costs more than the row itself. */
function prepareAuditWrites(database: BunSQLiteDatabase): () => (change: AuditChange) => void {
  const newest = prepareNewestSequence(database);
  const insert = database
    .insert(audits)
    .values({
      ...placeholders("environmentId", "sequence", "createdAt", "action", "actorType", "actorId"),
      ...placeholders("featureKey", "value"),
    })
    .prepare();
  return () => {
    const sequences = new Map<number, number>();
    return ({ audit: { actor, ...rest } }) => {
      const sequence = (sequences.get(rest.environmentId) ?? newest(rest.environmentId)) + 1;
      sequences.set(rest.environmentId, sequence);
      insert.run({ ...rest, sequence, actorType: actor.type, actorId: actor.id });
    };
  };
}
