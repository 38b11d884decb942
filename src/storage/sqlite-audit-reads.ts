import { and, desc, eq, gt, inArray, lte, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { RecordedAudit } from "../audits/audit.ts";
import { audits } from "./schema.ts";
import type { AuditQuery } from "./storage.ts";

type AuditRow = typeof audits.$inferSelect;

/**
 * Reads audits newest first. Sequences are contiguous, so a page of the whole history is a range
 * of the primary key however long the history is. For some features the newest sequences of each
 * are read from its index and merged: that costs what the page's depth asks for, not the history.
 */
export function prepareAuditReads(
  database: BunSQLiteDatabase,
): (query: AuditQuery) => readonly RecordedAudit[] {
  const newest = prepareNewestSequence(database);
  const { range, sequencesOfFeature, bySequence } = prepareQueries(database);

  function ofAll({ environmentId, offset, limit }: AuditQuery, last: number, after: number) {
    return range.all({ environmentId, from: last - offset, after, limit });
  }

  function ofFeatures(keys: readonly string[], query: AuditQuery, after: number) {
    const { environmentId, offset } = query;
    const depth = offset + query.limit;
    const sequences = [...new Set(keys)]
      .flatMap((key) => sequencesOfFeature.all({ environmentId, key, after, limit: depth }))
      .map(({ sequence }) => sequence)
      .sort((left, right) => right - left)
      .slice(offset, depth);
    return bySequence.all({ environmentId, sequences: JSON.stringify(sequences) });
  }

  return (query) => {
    const last = newest(query.environmentId);
    const after = query.newestMax === null ? 0 : last - query.newestMax;
    const rows =
      query.keys === null ? ofAll(query, last, after) : ofFeatures(query.keys, query, after);
    return rows.map(recorded);
  };
}

/** The sequence of an environment's newest audit; 0 before the first. */
export function prepareNewestSequence(
  database: BunSQLiteDatabase,
): (environmentId: number) => number {
  const newest = database
    .select({ sequence: sql<number | null>`max(${audits.sequence})` })
    .from(audits)
    .where(eq(audits.environmentId, sql.placeholder("environmentId")))
    .prepare();
  return (environmentId) => newest.get({ environmentId })?.sequence ?? 0;
}

function prepareQueries(database: BunSQLiteDatabase) {
  const inEnvironment = eq(audits.environmentId, sql.placeholder("environmentId"));
  const shown = gt(audits.sequence, sql.placeholder("after"));
  const limit = sql.placeholder("limit");
  return {
    range: database
      .select()
      .from(audits)
      .where(and(inEnvironment, lte(audits.sequence, sql.placeholder("from")), shown))
      .orderBy(desc(audits.sequence))
      .limit(limit)
      .prepare(),
    sequencesOfFeature: database
      .select({ sequence: audits.sequence })
      .from(audits)
      .where(and(inEnvironment, eq(audits.featureKey, sql.placeholder("key")), shown))
      .orderBy(desc(audits.sequence))
      .limit(limit)
      .prepare(),
    bySequence: database
      .select()
      .from(audits)
      .where(
        and(
          inEnvironment,
          inArray(
            audits.sequence,
            sql`(select value from json_each(${sql.placeholder("sequences")}))`,
          ),
        ),
      )
      .orderBy(desc(audits.sequence))
      .prepare(),
  };
}

function recorded({ actorType, actorId, ...row }: AuditRow): RecordedAudit {
  return { ...row, actor: { type: actorType, id: actorId } };
}
