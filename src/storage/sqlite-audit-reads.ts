import { and, desc, eq, lte, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { RecordedAudit } from "../audits/audit.ts";
import { audits } from "./schema.ts";
import type { AuditQuery } from "./storage.ts";

type AuditRow = typeof audits.$inferSelect;

/**
 * Reads audits newest first. Sequences are contiguous, so a page of the whole history is a range
 * of the primary key however long the history is. For some features each one's newest are read
 * from its own index and merged: that costs what the page's depth asks for, not the history's length.
 */
export function prepareAuditReads(
  database: BunSQLiteDatabase,
): (query: AuditQuery) => readonly RecordedAudit[] {
  const environmentId = sql.placeholder("environmentId");
  const limit = sql.placeholder("limit");
  const newest = database
    .select({ sequence: sql<number | null>`max(sequence)` })
    .from(audits)
    .where(eq(audits.environmentId, environmentId))
    .prepare();
  const range = database
    .select()
    .from(audits)
    .where(
      and(eq(audits.environmentId, environmentId), lte(audits.sequence, sql.placeholder("from"))),
    )
    .orderBy(desc(audits.sequence))
    .limit(limit)
    .prepare();
  const ofFeature = database
    .select()
    .from(audits)
    .where(
      and(eq(audits.environmentId, environmentId), eq(audits.featureKey, sql.placeholder("key"))),
    )
    .orderBy(desc(audits.sequence))
    .limit(limit)
    .prepare();

  return (query) => {
    if (query.keys === null) {
      const last = newest.get({ environmentId: query.environmentId })?.sequence ?? 0;
      const from = last - query.offset;
      return range
        .all({ environmentId: query.environmentId, from, limit: query.limit })
        .map(recorded);
    }
    const depth = query.offset + query.limit;
    return [...new Set(query.keys)]
      .flatMap((key) => ofFeature.all({ environmentId: query.environmentId, key, limit: depth }))
      .sort((left, right) => right.sequence - left.sequence)
      .slice(query.offset, depth)
      .map(recorded);
  };
}

function recorded({ actorType, actorId, ...row }: AuditRow): RecordedAudit {
  return { ...row, actor: { type: actorType, id: actorId } };
}
