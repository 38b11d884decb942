import type { SQL } from "bun";
import { migratePostgres } from "../../../storage/postgres/database/migrate-postgres.ts";
import {
  openPostgres,
  type PostgresConnections,
  type PostgresSettings,
} from "../../../storage/postgres/database/postgres-connection.ts";
import { telemetryMigrations } from "../../migrations/telemetry-migrations.ts";
import type {
  ArchivedClock,
  ArchivedOutcomes,
  CountedBucket,
  TelemetryArchive,
} from "../port/telemetry-archive.ts";
import type { SubmissionId } from "../port/telemetry-store.ts";
import { archivedBuckets, archivedIds, archivedOutcomes } from "./archived-rows.ts";
import { readClock } from "./postgres-telemetry-tables.ts";
import { plainArray, textArray } from "./stored-text.ts";
import { writeOutcomes } from "./written-outcomes.ts";

/** The text that earlier versions wrote. */
const done = '{"part":"done","after":null}';

/**
 * Opens a database as of one moment, to copy its telemetry elsewhere while nodes continue to count.
 * Partitions are not dropped until the copy ends.
 */
export async function openPostgresSource(settings: PostgresSettings): Promise<TelemetryArchive> {
  const archive = new PostgresTelemetryArchive(await openPostgres(settings));
  return prepared(archive, () => archive.openSnapshot());
}

/** Opens a database to copy telemetry into it; migrates it first. */
export async function openPostgresTarget(settings: PostgresSettings): Promise<TelemetryArchive> {
  const connections = await openPostgres(settings);
  return prepared(new PostgresTelemetryArchive(connections), () =>
    migratePostgres(connections, [telemetryMigrations]),
  );
}

async function prepared(
  archive: PostgresTelemetryArchive,
  prepare: () => Promise<unknown>,
): Promise<TelemetryArchive> {
  try {
    await prepare();
    return archive;
  } catch (error) {
    await archive.close();
    throw error;
  }
}

class PostgresTelemetryArchive implements TelemetryArchive {
  readonly #connections: PostgresConnections;
  /** All reads of a source see one moment; a target reads its current content. */
  #snapshot: SQL | undefined;

  constructor(connections: PostgresConnections) {
    this.#connections = connections;
  }

  async openSnapshot(): Promise<void> {
    this.#snapshot = this.#connections.openDirect();
    await beginSnapshot(this.#snapshot);
  }

  clock(): Promise<ArchivedClock> {
    return this.#snapshot === undefined
      ? this.#connections.run(readClock)
      : readClock(this.#snapshot);
  }

  buckets(): AsyncGenerator<readonly CountedBucket[]> {
    return this.#read(archivedBuckets);
  }

  outcomes(): AsyncGenerator<readonly ArchivedOutcomes[]> {
    return this.#read(archivedOutcomes);
  }

  ids(): AsyncGenerator<readonly SubmissionId[]> {
    return this.#read(archivedIds);
  }

  async copyState() {
    const [row] = await this.#connections.run(
      (client) => client<{ progress: string | null; isEmpty: boolean }[]>`
        select copy_progress as progress,
          not exists (select from telemetry_keys where environment_id > 0) as "isEmpty"
        from telemetry_clock`,
    );
    const progress = row?.progress ?? null;
    if (progress === null) {
      return row?.isEmpty === false ? "used" : "empty";
    }
    return progress === done ? "done" : "begun";
  }

  async writeBuckets(buckets: readonly CountedBucket[]): Promise<void> {
    const byName = buckets.map(
      (bucket) => [`${bucket.environmentId}/${bucket.key}`, bucket] as const,
    );
    const keys = [...new Map(byName).values()];
    const numbers = (pick: (bucket: CountedBucket) => number) => plainArray(buckets.map(pick));
    await this.#connections.run(
      (client) => client`select telemetry_copy_1(
        ${plainArray(keys.map(({ environmentId }) => environmentId))}::text::bigint[],
        ${plainArray(keys.map(({ featureId }) => featureId ?? 0))}::text::bigint[],
        ${textArray(keys.map(({ key }) => key))}::text::text[],
        ${numbers(({ environmentId }) => environmentId)}::text::bigint[],
        ${textArray(buckets.map(({ key }) => key))}::text::text[],
        ${numbers(({ level }) => level)}::text::integer[],
        ${numbers(({ start }) => start)}::text::integer[],
        ${numbers(({ enabled }) => enabled)}::text::bigint[],
        ${numbers(({ disabled }) => disabled)}::text::bigint[], 'begun')`,
    );
  }

  async writeOutcomes(rows: readonly ArchivedOutcomes[]): Promise<void> {
    await this.#connections.run((client) => writeOutcomes(client, rows));
  }

  /** The ids are remembered for at least an hour from the moment of the copy. */
  async writeIds(ids: readonly SubmissionId[]): Promise<void> {
    const environments = plainArray(ids.map(({ environmentId }) => environmentId));
    const requests = plainArray(ids.map(({ requestId }) => requestId));
    await this.#connections.run(
      (client) => client`
        insert into telemetry_ids
        select floor(extract(epoch from now()) / 3600)::bigint % 4, i.e, i.r
        from unnest(${environments}::text::bigint[], ${requests}::text::uuid[]) as i(e, r)
        on conflict do nothing`,
    );
  }

  async writeClock({ newestMinute, seenAt }: ArchivedClock): Promise<void> {
    await this.#connections.run(
      (client) => client`update telemetry_clock set
        newest_minute = greatest(newest_minute, ${newestMinute}::integer),
        seen_at = ${seenAt}::bigint, copy_progress = ${done}`,
    );
  }

  async close(): Promise<void> {
    await this.#snapshot?.close({ timeout: 0 });
    await this.#connections.close();
  }

  async *#read<Rows>(read: (client: SQL) => AsyncGenerator<Rows>): AsyncGenerator<Rows> {
    if (this.#snapshot !== undefined) {
      yield* read(this.#snapshot);
      return;
    }
    const client = this.#connections.openDirect();
    try {
      await beginSnapshot(client);
      yield* read(client);
    } finally {
      await client.close({ timeout: 0 });
    }
  }
}

async function beginSnapshot(client: SQL): Promise<void> {
  await client.unsafe("begin isolation level repeatable read, read only");
  // Before the first read, which fixes the moment: partitions dropped afterwards would be missing.
  await client.unsafe(
    "lock table telemetry_minutes, telemetry_hours, telemetry_days, telemetry_ids in access share mode",
  );
  await client.unsafe("select from telemetry_clock");
}
