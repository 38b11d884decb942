import { sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { Change } from "../state/change.ts";
import { audits } from "./schema.ts";
import { type DirectoryChange, prepareDirectoryWrites } from "./sqlite-directory-writes.ts";
import { type FeatureChange, prepareFeatureWrites } from "./sqlite-feature-writes.ts";
import { placeholders } from "./statements.ts";

type AuditChange = Exclude<Change, FeatureChange | DirectoryChange>;

/** Writes changes as rows. Every statement is prepared once: new SQL text costs memory for good. */
export function prepareWrites(database: BunSQLiteDatabase): (change: Change) => void {
  const writeFeature = prepareFeatureWrites(database);
  const writeDirectory = prepareDirectoryWrites(database);
  const writeAudit = prepareAuditWrites(database);
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
}

function prepareAuditWrites(database: BunSQLiteDatabase): (change: AuditChange) => void {
  const insert = database
    .insert(audits)
    .values({
      ...placeholders("environmentId", "createdAt", "action", "actorType", "actorId"),
      ...placeholders("featureKey", "value"),
      sequence: sql`(select coalesce(max(sequence), 0) + 1 from audits
        where environment_id = ${sql.placeholder("environmentId")})`,
    })
    .prepare();
  return ({ audit: { actor, ...rest } }) => {
    insert.run({ ...rest, actorType: actor.type, actorId: actor.id });
  };
}
