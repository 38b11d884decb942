import { and, desc, eq, getTableColumns, gt, inArray, lte, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { RecordedAudit } from "../../model/audit.ts";
import type { AuditQuery } from "../storage.ts";
import { lastIndexed } from "./audit-blocks.ts";
import { audits } from "./gatehouse-schema.ts";

type AuditRow = Omit<typeof audits.$inferSelect, "isIndexed">;

/**
 * Reads audits newest first. Sequences are contiguous, so a page of the whole history is a range
 * of the primary key however long the history is. For some features the newest sequences of each
 * are read from its index, merged, and follow those of the few audits that are not in it yet: that
 * costs what the page's depth asks for, not the history.
 */
export function prepareAuditReads(
  database: BunSQLiteDatabase,
): (query: AuditQuery) => readonly RecordedAudit[] {
  const newest = prepareNewestSequence(database);
  const { range, unindexed, indexed, bySequence } = prepareQueries(database);

  function ofAll({ environmentId, offset, limit }: AuditQuery, last: number, after: number) {
    return range.all({ environmentId, from: last - offset, after, limit });
  }

  function ofFeatures(asked: readonly string[], query: AuditQuery, last: number, after: number) {
    const { environmentId, offset } = query;
    const keys = new Set(asked);
    const depth = offset + query.limit;
    const sequences = unindexed
      .all({ environmentId, after: Math.max(after, lastIndexed(last)) })
      .filter(({ featureKey }) => keys.has(featureKey))
      .concat([...keys].flatMap((key) => indexed.all({ environmentId, key, after, limit: depth })))
      .map(({ sequence }) => sequence)
      .sort((left, right) => right - left)
      .slice(offset, depth);
    return bySequence.all({ environmentId, sequences: JSON.stringify(sequences) });
  }

  return (query) => {
    const last = newest(query.environmentId);
    const after = query.newestMax === null ? 0 : last - query.newestMax;
    const rows =
      query.keys === null ? ofAll(query, last, after) : ofFeatures(query.keys, query, last, after);
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
  const { isIndexed, ...columns } = getTableColumns(audits);
  const { featureKey, sequence } = audits;
  const inEnvironment = eq(audits.environmentId, sql.placeholder("environmentId"));
  const shown = gt(sequence, sql.placeholder("after"));
  const limit = sql.placeholder("limit");
  return {
    range: database
      .select(columns)
      .from(audits)
      .where(and(inEnvironment, lte(sequence, sql.placeholder("from")), shown))
      .orderBy(desc(sequence))
      .limit(limit)
      .prepare(),
    unindexed: database
      .select({ featureKey, sequence })
      .from(audits)
      .where(and(inEnvironment, shown))
      .prepare(),
    indexed: database
      .select({ featureKey, sequence })
      .from(audits)
      // Not a parameter: the planner takes the index only for what it says of itself.
      .where(
        and(inEnvironment, eq(featureKey, sql.placeholder("key")), shown, sql`${isIndexed} = 1`),
      )
      .orderBy(desc(sequence))
      .limit(limit)
      .prepare(),
    bySequence: database
      .select(columns)
      .from(audits)
      .where(
        and(
          inEnvironment,
          inArray(sequence, sql`(select value from json_each(${sql.placeholder("sequences")}))`),
        ),
      )
      .orderBy(desc(sequence))
      .prepare(),
  };
}

function recorded({ actorType, actorId, ...row }: AuditRow): RecordedAudit {
  return { ...row, actor: { type: actorType, id: actorId } };
}
