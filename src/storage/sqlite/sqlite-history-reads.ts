import { and, desc, eq, getTableColumns, gt, lt, type SQL, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { expressionAction, type HistoryAudit } from "../../core/model/audit.ts";
import type { GateDifference } from "../../core/model/gate-difference.ts";
import { parseDifference } from "../difference-text.ts";
import {
  type AuditTimesQuery,
  type HistoryPage,
  type HistoryQuery,
  historyScanMax,
  scannedPerKey,
} from "../storage.ts";
import { lastIndexedSequence } from "./audit-index-blocks.ts";
import { auditsTable, largeDifferencesTable } from "./gatehouse-schema.ts";

interface HistoryReads {
  readonly history: (query: HistoryQuery) => HistoryPage;
  readonly latestTimes: (query: AuditTimesQuery) => ReadonlyMap<string, number>;
}

/**
 * Reads audits with what undoes them. Audits of all features are a range of the primary key, of at
 * most `historyScanMax` audits, in which SQLite searches for matching ones. For given features, the
 * same number of latest sequences is read from the index of features, and from the audits that are
 * not indexed yet.
 */
export function prepareHistoryReads(database: BunSQLiteDatabase): HistoryReads {
  const { inRange, bySequence, ofFeature, unindexed, newest } = prepareQueries(database);
  const readLarge = prepareLargeReads(database);

  /** The latest sequences of some features, and the first sequence of a range without gaps. */
  function candidates(query: HistoryQuery, keys: readonly string[], last: number) {
    const { environmentId, before, after } = query;
    const wanted = new Set(keys);
    const perKey = scannedPerKey(query, wanted.size);
    const unindexedAfter = Math.max(after, lastIndexedSequence(last));
    const found = unindexed
      .all({ environmentId, before, after: unindexedAfter, keys: JSON.stringify(keys) })
      .map(({ sequence }) => sequence);
    let readFrom = after + 1;
    for (const key of wanted) {
      const ofKey = ofFeature.all({ environmentId, key, before, after, limit: perKey });
      found.push(...ofKey.map(({ sequence }) => sequence));
      if (ofKey.length === perKey) {
        readFrom = Math.max(readFrom, ofKey.at(-1)?.sequence ?? 0);
      }
    }
    return { sequences: found.filter((sequence) => sequence >= readFrom), readFrom };
  }

  function history(query: HistoryQuery): HistoryPage {
    const { environmentId, keys, limit } = query;
    const last = newest.get({ environmentId })?.sequence ?? 0;
    const before = Math.min(query.before, last + 1);
    const filters = {
      ...filtersOf(query),
      environmentId,
      limit: limit + 1,
      hidden: query.withExpressions ? null : expressionAction,
    };
    let readFrom = Math.max(query.after + 1, before - historyScanMax);
    let rows: readonly HistoryRow[];
    if (keys === null) {
      rows = inRange.all({ ...filters, before, after: readFrom - 1 });
    } else {
      const chosen = candidates({ ...query, before }, keys, last);
      readFrom = chosen.readFrom;
      rows = bySequence.all({ ...filters, sequences: JSON.stringify(chosen.sequences) });
    }
    const audits = rows.slice(0, limit).map((row) => historyAudit(row, query, readLarge));
    const end = rows.length > limit ? (audits.at(-1)?.sequence ?? before) : readFrom;
    return { audits, next: end <= query.after + 1 ? null : end };
  }

  return { history, latestTimes: prepareLatestTimes(database) };
}

function filtersOf({ actions, actor, from, to }: HistoryQuery) {
  return {
    actions: actions === null ? null : JSON.stringify(actions),
    actorType: actor?.type ?? null,
    actorId: actor?.id ?? null,
    since: from,
    until: to,
  };
}

type HistoryRow = Omit<typeof auditsTable.$inferSelect, "isIndexed" | "hash">;

function historyAudit(
  { actorType, actorId, difference, step, ...row }: HistoryRow,
  { withLarge }: HistoryQuery,
  readLarge: (environmentId: number, sequence: number) => GateDifference,
): HistoryAudit {
  const isKept = difference !== null || row.featureId === null;
  return {
    ...row,
    actor: { type: actorType, id: actorId },
    step: step ?? row.sequence,
    difference: isKept
      ? difference === null
        ? null
        : parseDifference(difference)
      : withLarge
        ? readLarge(row.environmentId, row.sequence)
        : "large",
  };
}

function prepareLargeReads(database: BunSQLiteDatabase) {
  const { environmentId, sequence, deflated } = largeDifferencesTable;
  const read = database
    .select({ deflated })
    .from(largeDifferencesTable)
    .where(
      and(
        eq(environmentId, sql.placeholder("environmentId")),
        eq(sequence, sql.placeholder("sequence")),
      ),
    )
    .prepare();
  return (ofEnvironment: number, ofSequence: number): GateDifference => {
    const row = read.get({ environmentId: ofEnvironment, sequence: ofSequence });
    if (row === undefined) {
      throw new Error(`The audit ${ofSequence} of environment ${ofEnvironment} has no difference`);
    }
    const bytes = Bun.inflateSync(new Uint8Array(row.deflated));
    return parseDifference(new TextDecoder().decode(bytes));
  };
}

function prepareQueries(database: BunSQLiteDatabase) {
  const { isIndexed, hash, ...columns } = getTableColumns(auditsTable);
  const { featureKey, sequence, action, actorType, actorId, createdAt, value } = auditsTable;
  const inEnvironment = eq(auditsTable.environmentId, sql.placeholder("environmentId"));
  const inRange = and(
    inEnvironment,
    lt(sequence, sql.placeholder("before")),
    gt(sequence, sql.placeholder("after")),
  );
  const limit = sql.placeholder("limit");
  const shownValue = sql`case when ${action} is ${sql.placeholder("hidden")} then null else ${value} end`;
  const matching = (range: SQL | undefined) =>
    database
      .select({ ...columns, value: shownValue.mapWith(value), reason: stepReason })
      .from(auditsTable)
      .where(
        and(
          range,
          ifGiven("actions", sql`${action} in ${listOf("actions")}`),
          ifGiven("actorType", sql`${actorType} = ${sql.placeholder("actorType")}`),
          ifGiven("actorId", sql`${actorId} = ${sql.placeholder("actorId")}`),
          ifGiven("since", sql`${createdAt} >= ${sql.placeholder("since")}`),
          ifGiven("until", sql`${createdAt} < ${sql.placeholder("until")}`),
        ),
      )
      .orderBy(desc(sequence))
      .limit(limit)
      .prepare();
  return {
    newest: database
      .select({ sequence: sql<number | null>`max(${sequence})` })
      .from(auditsTable)
      .where(inEnvironment)
      .prepare(),
    inRange: matching(inRange),
    bySequence: matching(and(inEnvironment, sql`${sequence} in ${listOf("sequences")}`)),
    // A literal, not a parameter: the planner uses the partial index only for its own condition.
    ofFeature: database
      .select({ sequence })
      .from(auditsTable)
      .where(and(inRange, eq(featureKey, sql.placeholder("key")), sql`${isIndexed} = 1`))
      .orderBy(desc(sequence))
      .limit(limit)
      .prepare(),
    unindexed: database
      .select({ sequence })
      .from(auditsTable)
      .where(and(inRange, sql`${featureKey} in ${listOf("keys")}`))
      .prepare(),
  };
}

/** The first audit of a step has the reason of all. */
const stepReason = sql<string | null>`case when audits.step is null then audits.reason else (
  select reason from audits as first
  where first.environment_id = audits.environment_id and first.sequence = audits.step
) end`;

/** The values of a parameter that is a JSON list. */
function listOf(name: string): SQL {
  return sql`(select value from json_each(${sql.placeholder(name)}))`;
}

/** True unless the parameter is given and the condition is false. */
function ifGiven(name: string, condition: SQL): SQL {
  return sql`(${sql.placeholder(name)} is null or ${condition})`;
}

function prepareLatestTimes(database: BunSQLiteDatabase): HistoryReads["latestTimes"] {
  const { environmentId, featureKey, sequence, createdAt, isIndexed } = auditsTable;
  const inEnvironment = eq(environmentId, sql.placeholder("environmentId"));
  const indexed = database
    .select({
      key: sql<string>`json_each.value`,
      createdAt: sql<number | null>`(select ${createdAt} from ${auditsTable} where ${and(
        inEnvironment,
        sql`${featureKey} = json_each.value`,
        sql`${isIndexed} = 1`,
      )} order by ${sequence} desc limit 1)`,
    })
    .from(sql`json_each(${sql.placeholder("keys")})`)
    .prepare();
  const newest = database
    .select({ sequence: sql<number | null>`max(${sequence})` })
    .from(auditsTable)
    .where(inEnvironment)
    .prepare();
  const unindexed = database
    .select({ featureKey, createdAt })
    .from(auditsTable)
    .where(and(inEnvironment, gt(sequence, sql.placeholder("after"))))
    .orderBy(sequence)
    .prepare();
  return ({ environmentId: id, keys }) => {
    const times = new Map<string, number>();
    for (const row of indexed.all({ environmentId: id, keys: JSON.stringify(keys) })) {
      if (row.createdAt !== null) {
        times.set(row.key, row.createdAt);
      }
    }
    const wanted = new Set(keys);
    const after = lastIndexedSequence(newest.get({ environmentId: id })?.sequence ?? 0);
    for (const row of unindexed.all({ environmentId: id, after })) {
      if (wanted.has(row.featureKey)) {
        times.set(row.featureKey, row.createdAt);
      }
    }
    return times;
  };
}
