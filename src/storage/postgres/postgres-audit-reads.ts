import type { SQL as Client } from "bun";
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  lt,
  lte,
  type SQL,
  sql,
} from "drizzle-orm";
import { type BunSQLDatabase, drizzle } from "drizzle-orm/bun-sql";
import { expressionAction, type HistoryAudit, type RecordedAudit } from "../../core/model/audit.ts";
import { parseDifference } from "../difference-text.ts";
import {
  type AuditQuery,
  type AuditTimesQuery,
  type HistoryPage,
  type HistoryQuery,
  historyScanMax,
  scannedPerKey,
} from "../storage.ts";
import { unescapedText } from "./escaped-text.ts";
import { pgAudits, pgEnvironments } from "./postgres-schema.ts";
import { storableJson } from "./written-rows.ts";

/** A longer text of a difference is read only on request. */
const smallDifferenceBytes = 4_096;

const { featureId, step, target, difference, reason, hash, ...pageColumns } =
  getTableColumns(pgAudits);
const { hash: _hash, ...historyColumns } = getTableColumns(pgAudits);
const { environmentId, featureKey, sequence, action, actorType, actorId, createdAt, value } =
  pgAudits;

/** A page of audits, as `StorageReads.audits` specifies. */
export async function readAuditPage(
  client: Client,
  query: AuditQuery,
): Promise<readonly RecordedAudit[]> {
  const database = drizzle({ client });
  const { offset, limit, latestMax, keys } = query;
  const inEnvironment = eq(environmentId, query.environmentId);
  const select = database.select(pageColumns).from(pgAudits);
  if (query.isOldestFirst === true) {
    const rows = await select.where(inEnvironment).orderBy(asc(sequence)).limit(limit);
    return rows.map(recordedAudit);
  }
  const last = await lastAuditOf(database, query.environmentId);
  const after = latestMax === null ? 0 : last - latestMax;
  const range = and(inEnvironment, gt(sequence, after));
  if (keys === null) {
    // Sequences are contiguous.
    const page = and(range, lte(sequence, last - offset));
    const rows = await select.where(page).orderBy(desc(sequence)).limit(limit);
    return rows.map(recordedAudit);
  }
  const newest = latestOfKeys(keys, range, offset + limit);
  const rows = await select
    .where(and(inEnvironment, inArray(sequence, sql`(select sequence from ${newest})`)))
    .orderBy(desc(sequence))
    .offset(offset)
    .limit(limit);
  return rows.map(recordedAudit);
}

/** The sequence of the latest audit of an environment, also if it was removed; 0 without one. */
async function lastAuditOf(database: BunSQLDatabase, id: number): Promise<number> {
  const [row] = await database
    .select({ last: pgEnvironments.lastAudit })
    .from(pgEnvironments)
    .where(eq(pgEnvironments.id, id));
  return row?.last ?? 0;
}

/** The latest audits of each of these features that are in a range: a table expression. */
function latestOfKeys(keys: readonly string[], range: SQL | undefined, perKey: number): SQL {
  const list = storableJson(JSON.stringify([...new Set(keys)]));
  return sql`json_array_elements_text(${list}::text::json) as wanted(wanted_key)
    cross join lateral (
      select ${sequence}, ${createdAt} from ${pgAudits}
      where ${range} and ${featureKey} = wanted_key
      order by ${sequence} desc limit ${perKey}
    ) as newest`;
}

type PageRow = Pick<typeof pgAudits.$inferSelect, keyof typeof pageColumns>;

function recordedAudit({ actorType: type, actorId: id, ...row }: PageRow): RecordedAudit {
  return { ...row, actor: { type, id } };
}

/** A piece of the history, as `StorageReads.history` specifies. */
export async function readHistory(client: Client, query: HistoryQuery): Promise<HistoryPage> {
  const database = drizzle({ client });
  const last = await lastAuditOf(database, query.environmentId);
  const before = Math.min(query.before, last + 1);
  const scanned = query.keys === null ? null : await sequencesOf(database, { ...query, before });
  const readFrom = scanned?.readFrom ?? Math.max(query.after + 1, before - historyScanMax);
  const range =
    scanned === null
      ? and(lt(sequence, before), gt(sequence, readFrom - 1))
      : inArray(
          sequence,
          sql`(select value::bigint from json_array_elements_text(${JSON.stringify(scanned.sequences)}::text::json))`,
        );
  const rows = await database
    .select({
      ...historyColumns,
      value: sql<string | null>`case when ${query.withExpressions}::boolean
        or ${action} <> ${expressionAction} then ${value} end`.mapWith(value),
      difference: sql<string | null>`case when ${query.withLarge}::boolean
        or octet_length(${difference}) <= ${smallDifferenceBytes} then ${difference} end`,
      reason: stepReason,
    })
    .from(pgAudits)
    .where(and(eq(environmentId, query.environmentId), range, filterOf(query)))
    .orderBy(desc(sequence))
    .limit(query.limit + 1);
  const audits = rows.slice(0, query.limit).map(historyAudit);
  const end = rows.length > query.limit ? (audits.at(-1)?.sequence ?? before) : readFrom;
  return { audits, next: end <= query.after + 1 ? null : end };
}

/** The first audit of a step has the reason of all. */
const stepReason = sql<string | null>`case when audits.step is null then audits.reason else (
  select first.reason from audits as first
  where first.environment_id = audits.environment_id and first.sequence = audits.step
) end`.mapWith(reason);

/** The latest sequences of some features, and the first sequence of a range without gaps. */
async function sequencesOf(database: BunSQLDatabase, query: HistoryQuery) {
  const keys = new Set(query.keys);
  const perKey = scannedPerKey(query, keys.size);
  const range = and(
    eq(environmentId, query.environmentId),
    lt(sequence, query.before),
    gt(sequence, query.after),
  );
  const rows = await database
    .select({ key: sql<string>`wanted_key`, sequence: sql`newest.sequence`.mapWith(Number) })
    .from(latestOfKeys([...keys], range, perKey));
  let readFrom = query.after + 1;
  for (const ofKey of Map.groupBy(rows, ({ key }) => key).values()) {
    if (ofKey.length === perKey) {
      readFrom = Math.max(readFrom, Math.min(...ofKey.map((row) => row.sequence)));
    }
  }
  const sequences = rows.map((row) => row.sequence).filter((found) => found >= readFrom);
  return { sequences, readFrom };
}

function filterOf({ actions, actor, from, to }: HistoryQuery): SQL | undefined {
  return and(
    actions === null
      ? undefined
      : actions.length === 0
        ? sql`false`
        : inArray(action, [...actions]),
    actor === null ? undefined : and(eq(actorType, actor.type), eq(actorId, actor.id)),
    from === null ? undefined : sql`${createdAt} >= ${from}`,
    to === null ? undefined : lt(createdAt, to),
  );
}

type HistoryRow = Omit<typeof pgAudits.$inferSelect, "hash">;

function historyAudit({
  actorType: type,
  actorId: id,
  difference: text,
  step: kept,
  ...row
}: HistoryRow): HistoryAudit {
  return {
    ...row,
    actor: { type, id },
    step: kept ?? row.sequence,
    difference: text !== null ? parseDifference(text) : row.featureId === null ? null : "large",
  };
}

/** The times of the latest audits of features, as `Storage.latestAuditTimes` specifies. */
export async function readLatestTimes(
  client: Client,
  { environmentId: id, keys }: AuditTimesQuery,
): Promise<ReadonlyMap<string, number>> {
  const rows = await drizzle({ client })
    .select({ key: sql<string>`wanted_key`, time: sql`newest.created_at`.mapWith(Number) })
    .from(latestOfKeys(keys, eq(environmentId, id), 1));
  return new Map(rows.map(({ key, time }) => [unescapedText(key), time]));
}
