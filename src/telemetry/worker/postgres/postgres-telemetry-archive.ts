import type { SQL } from "bun";
import { migratePostgres } from "../../../postgres/migrate-postgres.ts";
import {
  openPostgres,
  type PostgresConnections,
  type PostgresSettings,
} from "../../../postgres/postgres-connection.ts";
import { telemetryMigrations } from "../../migrations/telemetry-migrations.ts";
import type {
  ArchivedClock,
  ArchivedKey,
  BucketRecord,
  KeyRecord,
  Page,
  TelemetryArchive,
} from "../port/telemetry-archive.ts";
import type { SubmissionId } from "../port/telemetry-store.ts";
import { ArchivedJournal } from "./archived-journal.ts";
import type { telemetryKeys } from "./postgres-telemetry-schema.ts";
import { readClock } from "./postgres-telemetry-tables.ts";
import { plainArray, textArray, textOfStored } from "./stored-text.ts";

const keysPerPage = 200;
const idsPerPage = 5_000;
const levels = ["minutes", "hours", "days"] as const;

type KeyRow = Readonly<typeof telemetryKeys.$inferSelect>;

interface BucketRow {
  readonly keyId: number;
  readonly level: number;
  readonly start: number;
  readonly enabled: number;
  readonly disabled: number;
}

/**
 * Opens a database as it is at one moment, to copy its telemetry elsewhere while nodes go on
 * counting. Partitions are not dropped meanwhile.
 */
export async function openPostgresSource(settings: PostgresSettings): Promise<TelemetryArchive> {
  const connections = await openPostgres(settings);
  const direct = connections.openDirect();
  try {
    await direct.unsafe("begin isolation level repeatable read, read only");
    // Before the first read, which fixes the moment: what is dropped afterwards would be missing.
    await direct.unsafe(
      "lock table telemetry_minutes, telemetry_hours, telemetry_days, telemetry_ids in access share mode",
    );
    const journal = await ArchivedJournal.read(direct);
    return new PostgresTelemetryArchive(connections, { client: direct, journal });
  } catch (error) {
    await direct.close({ timeout: 0 });
    await connections.close();
    throw error;
  }
}

/** Opens a database to copy telemetry into it; migrates it first. */
export async function openPostgresTarget(settings: PostgresSettings): Promise<TelemetryArchive> {
  const connections = await openPostgres(settings);
  try {
    await migratePostgres(connections, [telemetryMigrations]);
    return new PostgresTelemetryArchive(connections, undefined);
  } catch (error) {
    await connections.close();
    throw error;
  }
}

/** A transaction that reads one moment. */
interface Snapshot {
  readonly client: SQL;
  readonly journal: ArchivedJournal;
}

class PostgresTelemetryArchive implements TelemetryArchive {
  readonly #connections: PostgresConnections;
  readonly #snapshot: Snapshot | undefined;

  constructor(connections: PostgresConnections, snapshot: Snapshot | undefined) {
    this.#connections = connections;
    this.#snapshot = snapshot;
  }

  clock(): Promise<ArchivedClock> {
    return this.#run(readClock);
  }

  async keys(after: string | null): Promise<Page<KeyRecord>> {
    const rows = await this.#run(
      (client) => client<KeyRow[]>`
        select id::float8 as id, environment_id::float8 as "environmentId", key,
          feature_id::float8 as "featureId"
        from telemetry_keys where id > ${Number(after ?? 0)}::bigint and environment_id > 0
        order by id limit ${keysPerPage}::integer`,
    );
    const records = await this.#recordsOf(rows);
    const journal = this.#snapshot?.journal;
    const merged = journal === undefined ? records : records.map((record) => journal.addTo(record));
    return rows.length < keysPerPage
      ? { records: [...merged, ...(journal?.rest() ?? [])], next: null }
      : { records: merged, next: String(rows.at(-1)?.id) };
  }

  /** The slots of this hour and of the one before it have all that must be remembered. */
  async ids(after: string | null): Promise<Page<SubmissionId>> {
    const [environmentId, requestId]: readonly [number, string] =
      after === null ? [0, "00000000-0000-0000-0000-000000000000"] : JSON.parse(after);
    const records = await this.#run(
      (client) => client<SubmissionId[]>`
        with hour as (select floor(extract(epoch from now()) / 3600)::bigint as h)
        select distinct i.environment_id::float8 as "environmentId", i.request_id::text as "requestId"
        from telemetry_ids i, hour
        where i.slot in (h % 4, (h + 3) % 4)
          and (i.environment_id, i.request_id) > (${environmentId}::bigint, ${requestId}::text::uuid)
        order by 1, 2 limit ${idsPerPage}::integer`,
    );
    const last = records.at(-1);
    const isEnd = last === undefined || records.length < idsPerPage;
    return {
      records: [...records],
      next: isEnd ? null : JSON.stringify([last.environmentId, last.requestId]),
    };
  }

  async countKeys(): Promise<number> {
    const journal = this.#snapshot?.journal;
    const [row] = await this.#run(
      (client) => client<{ number: number }[]>`
        select count(*)::integer as number from telemetry_keys where environment_id > 0`,
    );
    const known = await this.#rowsOf(journal?.keys ?? []);
    return (row?.number ?? 0) + (journal?.keys.length ?? 0) - known.length;
  }

  async find(keys: readonly ArchivedKey[]): Promise<readonly KeyRecord[]> {
    return this.#recordsOf(await this.#rowsOf(keys));
  }

  async countIds(ids: readonly SubmissionId[]): Promise<number> {
    const environments = plainArray(ids.map(({ environmentId }) => environmentId));
    const requests = plainArray(ids.map(({ requestId }) => requestId));
    const [row] = await this.#run(
      (client) => client<{ number: number }[]>`
        select count(*)::integer as number
        from unnest(${environments}::text::bigint[], ${requests}::text::uuid[]) as i(e, r)
        where exists (select from telemetry_ids t where t.slot in (0, 1, 2, 3)
          and t.environment_id = i.e and t.request_id = i.r)`,
    );
    return row?.number ?? 0;
  }

  async progress(): Promise<string | null> {
    const [row] = await this.#run(
      (client) => client<{ progress: string | null }[]>`
        select copy_progress as progress from telemetry_clock`,
    );
    return row?.progress ?? null;
  }

  async writeKeys(records: readonly KeyRecord[], progress: string): Promise<void> {
    const rows = records.flatMap((record) =>
      levels.flatMap((name, level) =>
        record[name].map((bucket) => ({ record, level, bucket }) as const),
      ),
    );
    const numbers = (pick: (bucket: BucketRecord) => number) =>
      plainArray(rows.map(({ bucket }) => pick(bucket)));
    await this.#run(
      (client) => client`select telemetry_copy_1(
        ${plainArray(records.map(({ environmentId }) => environmentId))}::text::bigint[],
        ${plainArray(records.map(({ featureId }) => featureId ?? 0))}::text::bigint[],
        ${textArray(records.map(({ key }) => key))}::text::text[],
        ${plainArray(rows.map(({ record }) => record.environmentId))}::text::bigint[],
        ${textArray(rows.map(({ record }) => record.key))}::text::text[],
        ${plainArray(rows.map(({ level }) => level))}::text::integer[],
        ${numbers(([start]) => start)}::text::integer[],
        ${numbers(([, enabled]) => enabled)}::text::bigint[],
        ${numbers(([, , disabled]) => disabled)}::text::bigint[], ${progress})`,
    );
  }

  /** From the moment of the copy the ids are remembered for an hour at least. */
  async writeIds(ids: readonly SubmissionId[], progress: string): Promise<void> {
    const environments = plainArray(ids.map(({ environmentId }) => environmentId));
    const requests = plainArray(ids.map(({ requestId }) => requestId));
    await this.#run(
      (client) => client`
        with written as (
          insert into telemetry_ids
          select floor(extract(epoch from now()) / 3600)::bigint % 4, i.e, i.r
          from unnest(${environments}::text::bigint[], ${requests}::text::uuid[]) as i(e, r)
          on conflict do nothing
        )
        update telemetry_clock set copy_progress = ${progress}`,
    );
  }

  async writeClock({ newestMinute, seenAt }: ArchivedClock, progress: string): Promise<void> {
    await this.#run(
      (client) => client`update telemetry_clock set
        newest_minute = greatest(newest_minute, ${newestMinute}::integer),
        seen_at = ${seenAt}::bigint, copy_progress = ${progress}`,
    );
  }

  async close(): Promise<void> {
    await this.#snapshot?.client.close({ timeout: 0 });
    await this.#connections.close();
  }

  #run<Result>(work: (client: SQL) => Promise<Result>): Promise<Result> {
    return this.#snapshot === undefined ? this.#connections.run(work) : work(this.#snapshot.client);
  }

  async #rowsOf(keys: readonly ArchivedKey[]): Promise<readonly KeyRow[]> {
    const environments = plainArray(keys.map(({ environmentId }) => environmentId));
    const names = textArray(keys.map(({ key }) => key));
    return this.#run(
      (client) => client<KeyRow[]>`
        select k.id::float8 as id, k.environment_id::float8 as "environmentId", k.key,
          k.feature_id::float8 as "featureId"
        from unnest(${environments}::text::bigint[], ${names}::text::text[]) as w(e, n)
        join telemetry_keys k on k.environment_id = w.e and k.key = w.n`,
    );
  }

  async #recordsOf(rows: readonly KeyRow[]): Promise<readonly KeyRecord[]> {
    const ids = plainArray(rows.map(({ id }) => id));
    const buckets = await this.#run(
      (client) => client<BucketRow[]>`
        select key_id::float8 as "keyId", level, start, enabled::float8 as enabled,
          disabled::float8 as disabled
        from (select 0 as level, * from telemetry_minutes where key_id = any(${ids}::text::bigint[])
          union all
          select 1, * from telemetry_hours where key_id = any(${ids}::text::bigint[])
          union all
          select 2, * from telemetry_days where key_id = any(${ids}::text::bigint[])) b
        order by key_id, level, start`,
    );
    const byKey = Map.groupBy(buckets, ({ keyId }) => keyId);
    return rows.map(({ id, environmentId, key, featureId }) => {
      const [minutes = [], hours = [], days = []] = levels.map((_, wanted) =>
        (byKey.get(id) ?? [])
          .filter(({ level }) => level === wanted)
          .map(({ start, enabled, disabled }): BucketRecord => [start, enabled, disabled]),
      );
      return { environmentId, key: textOfStored(key), featureId, minutes, hours, days };
    });
  }
}
