import { and, asc, desc, eq, getTableColumns, gt, inArray, lte, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { RecordedAudit } from "../../core/model/audit.ts";
import type { AuditQuery, AuditTimesQuery, HistoryPage, HistoryQuery } from "../storage.ts";
import { lastIndexedSequence } from "./audit-index-blocks.ts";
import { auditsTable, environmentsTable } from "./gatehouse-schema.ts";
import { latestOfLists } from "./latest-of-lists.ts";
import { prepareHistoryReads } from "./sqlite-history-reads.ts";

type AuditRow = Omit<
  typeof auditsTable.$inferSelect,
  "isIndexed" | "featureId" | "step" | "target" | "difference" | "reason" | "hash"
>;

/** All reads of audits. They run on the calling thread. */
export interface AuditReads {
  page(query: AuditQuery): readonly RecordedAudit[];
  history(query: HistoryQuery): HistoryPage;
  latestTimes(query: AuditTimesQuery): ReadonlyMap<string, number>;
}

export function prepareAuditReads(database: BunSQLiteDatabase): AuditReads {
  return { page: preparePages(database), ...prepareHistoryReads(database) };
}

/**
 * Reads audits, latest first by default. Sequences are contiguous, so a page of all audits is a
 * range of the primary key. For given features, the latest sequences of each are read from the
 * index, and merged with the audits that are not indexed yet. So the time depends on the page's
 * offset and on the number of features, not on the number of audits.
 */
function preparePages(
  database: BunSQLiteDatabase,
): (query: AuditQuery) => readonly RecordedAudit[] {
  const latest = prepareLatestSequence(database);
  const { range, oldest, unindexed, latestIndexed, indexed, bySequence } = prepareQueries(database);

  function ofAll({ environmentId, offset, limit }: AuditQuery, last: number, after: number) {
    return range.all({ environmentId, from: last - offset, after, limit });
  }

  function olderOf(environmentId: number, key: string, after: number) {
    return (before: number, limit: number) =>
      indexed
        .all({ environmentId, key, before: before - 1, after, limit })
        .map(({ sequence }) => sequence);
  }

  function ofFeatures(
    queriedKeys: readonly string[],
    query: AuditQuery,
    last: number,
    after: number,
  ) {
    const { environmentId, offset } = query;
    const keys = new Set(queriedKeys);
    const depth = offset + query.limit;
    const unindexedSequences = unindexed
      .all({ environmentId, after: Math.max(after, lastIndexedSequence(last)) })
      .flatMap(({ featureKey, sequence }) => (keys.has(featureKey) ? [sequence] : []));
    const lists = latestIndexed
      .all({ environmentId, after, keys: JSON.stringify([...keys]) })
      .flatMap(({ key, newest: ofKey }) =>
        ofKey === null ? [] : [{ largest: ofKey, older: olderOf(environmentId, key, after) }],
      )
      .sort((left, right) => right.largest - left.largest)
      // The latest number of any further list is older than all of these.
      .slice(0, depth);
    const sequences = latestOfLists(lists, unindexedSequences, depth).slice(offset);
    return bySequence.all({ environmentId, sequences: JSON.stringify(sequences) });
  }

  return (query) => {
    if (query.isOldestFirst === true) {
      return oldest.all({ environmentId: query.environmentId, limit: query.limit }).map(recorded);
    }
    const last = latest(query.environmentId);
    const after = query.latestMax === null ? 0 : last - query.latestMax;
    const rows =
      query.keys === null ? ofAll(query, last, after) : ofFeatures(query.keys, query, last, after);
    return rows.map(recorded);
  };
}

/** The sequence of an environment's latest audit, also if it was removed; 0 if there was none. */
export function prepareLatestSequence(
  database: BunSQLiteDatabase,
): (environmentId: number) => number {
  const latest = database
    .select({ sequence: sql<number | null>`max(${auditsTable.sequence})` })
    .from(auditsTable)
    .where(eq(auditsTable.environmentId, sql.placeholder("environmentId")))
    .prepare();
  const removed = database
    .select({ through: environmentsTable.auditsRemovedThrough })
    .from(environmentsTable)
    .where(eq(environmentsTable.id, sql.placeholder("environmentId")))
    .prepare();
  return (environmentId) =>
    latest.get({ environmentId })?.sequence ?? removed.get({ environmentId })?.through ?? 0;
}

function prepareQueries(database: BunSQLiteDatabase) {
  const { isIndexed, featureId, step, target, difference, reason, hash, ...columns } =
    getTableColumns(auditsTable);
  const { featureKey, sequence } = auditsTable;
  const inEnvironment = eq(auditsTable.environmentId, sql.placeholder("environmentId"));
  const shown = gt(sequence, sql.placeholder("after"));
  const limit = sql.placeholder("limit");
  // A literal, not a parameter: the planner uses the partial index only for its own condition.
  const indexedOnly = sql`${isIndexed} = 1`;
  return {
    range: database
      .select(columns)
      .from(auditsTable)
      .where(and(inEnvironment, lte(sequence, sql.placeholder("from")), shown))
      .orderBy(desc(sequence))
      .limit(limit)
      .prepare(),
    oldest: database
      .select(columns)
      .from(auditsTable)
      .where(inEnvironment)
      .orderBy(asc(sequence))
      .limit(limit)
      .prepare(),
    unindexed: database
      .select({ featureKey, sequence })
      .from(auditsTable)
      .where(and(inEnvironment, shown))
      .prepare(),
    latestIndexed: database
      .select({
        key: sql<string>`json_each.value`,
        newest: sql<number | null>`(select max(${sequence}) from ${auditsTable} where ${and(
          inEnvironment,
          sql`${featureKey} = json_each.value`,
          shown,
          indexedOnly,
        )})`,
      })
      .from(sql`json_each(${sql.placeholder("keys")})`)
      .prepare(),
    indexed: database
      .select({ sequence })
      .from(auditsTable)
      .where(
        and(
          inEnvironment,
          eq(featureKey, sql.placeholder("key")),
          lte(sequence, sql.placeholder("before")),
          shown,
          indexedOnly,
        ),
      )
      .orderBy(desc(sequence))
      .limit(limit)
      .prepare(),
    bySequence: database
      .select(columns)
      .from(auditsTable)
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
