import type { SQL } from "bun";
import type { PostgresConnections } from "../../../storage/postgres/database/postgres-connection.ts";
import { minuteOf, minutesPerDay } from "../../messages/minutes.ts";
import type { Catalog } from "../counting/catalog.ts";
import { retentionStart, rollupBoundariesAt } from "../counting/retention-windows.ts";
import { spoolsMax, unknownKeysPerEnvironmentMax } from "../port/telemetry-store.ts";
import type { telemetryKeys } from "./postgres-telemetry-schema.ts";
import { plainArray, textOfStored } from "./stored-text.ts";

/** Bounds the time and the memory of one statement. */
const journalRowsMax = 128;
const keysPerStep = 500;
const isBusy = -1;
/** An hour of many keys takes long to add up. */
const choreMsMax = 300_000;

export interface PostgresChoresOptions {
  readonly connections: PostgresConnections;
  readonly catalog: Catalog;
  /** Called with the number of counts that were at 2^53-1 after a write. */
  readonly onClamped: (count: number) => void;
  /** Called with the number of metrics that were dropped because of unknown keys over the limit. */
  readonly onDropped: (count: number) => void;
}

interface FlushRow {
  readonly moved: number;
  readonly clamped: number;
  readonly dropped: number;
  readonly newest: number | null;
}

type KeyRow = Readonly<typeof telemetryKeys.$inferSelect>;

/**
 * The work on the tables that only one node may do at a time. Each step is one transaction, which
 * takes its own lock; if another node has the lock, that node does the work. So no node has to be
 * the leader, and a node that ends or freezes stops no other.
 */
export class PostgresChores {
  readonly #options: PostgresChoresOptions;
  #needsFullScan = true;

  constructor(options: PostgresChoresOptions) {
    this.#options = options;
  }

  /** Makes the next run check all keys, as after a change of the retention. */
  requireFullScan(): void {
    this.#needsFullScan = true;
  }

  /**
   * Moves all counts from the journal to the tables. If another node already does, `isPatient`
   * waits for it. Resolves with the minute of the latest counts before.
   */
  async flush(nowMs: number, dataMs: number, isPatient = false): Promise<number | null> {
    const { minutesFrom, hoursFrom } = rollupBoundariesAt(dataMs);
    for (;;) {
      const [row] = await this.#run(
        (client) => client<FlushRow[]>`
          select f.moved, f.clamped, f.dropped::float8 as dropped, c.newest_minute as newest
          from telemetry_flush_1(${isPatient}::boolean, ${journalRowsMax}::integer,
            ${minutesFrom}::integer, ${hoursFrom}::integer,
            ${unknownKeysPerEnvironmentMax}::integer, ${Math.floor(nowMs)}::bigint) f, telemetry_clock c`,
      );
      this.#report(row);
      if ((row?.moved ?? 0) < journalRowsMax) {
        return row?.newest ?? null;
      }
    }
  }

  /** One run of all due work. `dataMs` is the time that measures the age of counts. */
  async run(dataMs: number): Promise<void> {
    await this.#run((client) => client`select telemetry_forget_ids_1(null)`);
    await this.#run(deleteOldSpools);
    await this.#rollUp(dataMs);
    const today = Math.floor(minuteOf(dataMs) / minutesPerDay);
    if (this.#needsFullScan || (await this.#prunedDay()) !== today) {
      this.#needsFullScan = false;
      try {
        await this.#pruneAll(dataMs);
        await this.#run(
          (client) => client`update telemetry_clock set pruned_day = ${today}::integer`,
        );
      } catch (error) {
        this.#needsFullScan = true;
        throw error;
      }
    }
    await this.removeDeleted();
  }

  /** Removes the keys marked deleted and their counts. */
  async removeDeleted(): Promise<void> {
    for (let removed = keysPerStep; removed === keysPerStep; ) {
      const [row] = await this.#run(
        (client) => client<{ removed: number }[]>`
          select telemetry_remove_1(${keysPerStep}::integer) as removed`,
      );
      removed = row?.removed ?? 0;
    }
  }

  async #rollUp(dataMs: number): Promise<void> {
    const { minutesFrom, hoursFrom } = rollupBoundariesAt(dataMs);
    const { longestRetentionDays } = this.#options.catalog;
    const daysFrom = longestRetentionDays === 0 ? 0 : retentionStart(dataMs, longestRetentionDays);
    for (let rolled = 1; rolled > 0; ) {
      const [row] = await this.#run(
        (client) => client<{ rolled: number; clamped: number }[]>`
          select rolled, clamped from telemetry_roll_1(
            ${minutesFrom}::integer, ${hoursFrom}::integer, ${daysFrom}::integer)`,
      );
      this.#options.onClamped(row?.clamped ?? 0);
      rolled = row?.rolled ?? isBusy;
    }
  }

  async #prunedDay(): Promise<number | null> {
    const [row] = await this.#run(
      (client) => client<{ day: number | null }[]>`select pruned_day as day from telemetry_clock`,
    );
    return row?.day ?? null;
  }

  async #pruneAll(dataMs: number): Promise<void> {
    for (let after = 0; ; ) {
      const keys = await this.#run((client) => readKeys(client, after));
      const last = keys.at(-1);
      if (last === undefined) {
        return;
      }
      await this.#run((client) => this.#compareWithCatalog(client, keys));
      await this.#run((client) => this.#prune(client, after, keys, dataMs));
      after = last.id;
    }
  }

  /**
   * Marks keys of features and environments deleted that the catalog no longer has. An id above all
   * ids that the catalog ever had is known to other nodes, and not yet here.
   */
  async #compareWithCatalog(client: SQL, keys: readonly KeyRow[]): Promise<void> {
    const { catalog } = this.#options;
    const deleted: KeyRow[] = [];
    const created: { id: number; featureId: number }[] = [];
    for (const row of keys) {
      const { id, environmentId, key, featureId } = row;
      const current = catalog.featureId(environmentId, textOfStored(key));
      if (!catalog.hasEnvironment(environmentId)) {
        if (environmentId <= catalog.newestEnvironmentId) {
          deleted.push(row);
        }
      } else if (featureId === null && current !== undefined) {
        created.push({ id, featureId: current });
      } else if (
        featureId !== null &&
        featureId !== current &&
        featureId <= catalog.newestFeatureId
      ) {
        deleted.push(row);
      }
    }
    if (deleted.length > 0) {
      await client`update telemetry_keys k set environment_id = -k.id
        from unnest(${plainArray(deleted.map(({ id }) => id))}::text::bigint[],
          ${plainArray(deleted.map(({ featureId }) => featureId ?? 0))}::text::bigint[]) as d(id, feature)
        where k.id = d.id and coalesce(k.feature_id, 0) = d.feature`;
    }
    if (created.length > 0) {
      await client`update telemetry_keys k set feature_id = c.feature
        from unnest(${plainArray(created.map(({ id }) => id))}::text::bigint[],
          ${plainArray(created.map(({ featureId }) => featureId))}::text::bigint[]) as c(id, feature)
        where k.id = c.id and k.feature_id is null`;
    }
  }

  async #prune(client: SQL, after: number, keys: readonly KeyRow[], dataMs: number): Promise<void> {
    const { catalog } = this.#options;
    const environments = [...new Set(keys.map(({ environmentId }) => environmentId))].filter(
      (environmentId) => catalog.hasEnvironment(environmentId),
    );
    const untils = environments
      .map((environmentId) => catalog.retentionDays(environmentId))
      .map((days) => Math.min(retentionStart(dataMs, days), minuteMax));
    await client`select telemetry_prune_1(${after + 1}::bigint, ${keys.at(-1)?.id ?? 0}::bigint,
      ${plainArray(environments)}::text::bigint[], ${plainArray(untils)}::text::integer[])`;
  }

  #run<Result>(work: (client: SQL) => Promise<Result>): Promise<Result> {
    return this.#options.connections.run(work, choreMsMax);
  }

  #report(row: FlushRow | undefined): void {
    const { clamped = 0, dropped = 0 } = row ?? {};
    if (clamped > 0) {
      this.#options.onClamped(clamped);
    }
    if (dropped > 0) {
      this.#options.onDropped(dropped);
    }
  }
}

async function deleteOldSpools(client: SQL): Promise<void> {
  await client`delete from telemetry_relays where spool in (
    select spool from telemetry_relays order by seen_at desc offset ${spoolsMax}::integer)`;
}

/** The largest value of the type that the tables have. */
const minuteMax = 2 ** 31 - 1;

function readKeys(client: SQL, after: number): Promise<readonly KeyRow[]> {
  return client<KeyRow[]>`
    select id::float8 as id, environment_id::float8 as "environmentId", key,
      feature_id::float8 as "featureId"
    from telemetry_keys where id > ${after}::bigint and environment_id > 0
    order by id limit ${keysPerStep}::integer`;
}
