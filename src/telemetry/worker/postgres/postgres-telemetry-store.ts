import type { SQL } from "bun";
import { migratePostgres } from "../../../postgres/migrate-postgres.ts";
import {
  openPostgres,
  type PostgresConnections,
  type PostgresSettings,
} from "../../../postgres/postgres-connection.ts";
import type { BucketSeries } from "../../messages/bucket-series.ts";
import { telemetryMigrations } from "../../migrations/telemetry-migrations.ts";
import type { Catalog } from "../counting/catalog.ts";
import type {
  CommitOutcome,
  CountedGroup,
  FailureKind,
  KeyCounts,
  StoredCatalogChange,
  SubmissionId,
  TelemetryStore,
} from "../port/telemetry-store.ts";
import { commitArrays } from "./commit-arrays.ts";
import { PostgresChores } from "./postgres-chores.ts";
import { RequestedKeys, readBuckets, readNewest, readUnknownKeys } from "./postgres-count-reads.ts";
import { postgresFailureKind } from "./postgres-failure-kind.ts";
import { advanceRelay, relayedThrough } from "./postgres-relays.ts";
import { plainArray, storedText, textArray } from "./stored-text.ts";

export interface PostgresTelemetryOptions {
  readonly settings: PostgresSettings;
  /** The worker's catalog, which later changes too. */
  readonly catalog: Catalog;
  readonly onClamped: (count: number) => void;
  /** Called with the number of metrics that were dropped because of unknown keys over the limit. */
  readonly onDropped: (count: number) => void;
  /** Called with the first of consecutive failures of work that no call waits for. */
  readonly onFault: (error: unknown) => void;
}

/** Rejects with a `StorageError` of one line, without the URL, if the database cannot be used. */
export async function openPostgresTelemetry(
  options: PostgresTelemetryOptions,
): Promise<PostgresTelemetryStore> {
  const connections = await openPostgres(options.settings);
  try {
    await migratePostgres(connections, [telemetryMigrations]);
    const [clock] = await connections.run(
      (client) => client<ClockRow[]>`
        select greatest(newest_minute, (
            select max(m) from telemetry_journal j, unnest(j.minutes) as m)) as "newestMinute",
          seen_at::float8 as "seenAt" from telemetry_clock`,
    );
    return new PostgresTelemetryStore(connections, options, clock);
  } catch (error) {
    await connections.close();
    throw error;
  }
}

interface ClockRow {
  readonly newestMinute: number | null;
  readonly seenAt: number | null;
}

interface CountedRow {
  readonly environmentId: number;
  readonly requestId: string;
}

const dayMs = 24 * 60 * 60_000;
const minuteMs = 60_000;
const flushEveryMs = 1_000;

/**
 * Telemetry in PostgreSQL, which any number of nodes write to. A commit is one statement, so that
 * it can be sent again when its answer was lost: then all its submissions were counted before.
 */
export class PostgresTelemetryStore implements TelemetryStore {
  readonly commitsAtOnce = 4;
  readonly #connections: PostgresConnections;
  readonly #catalog: Catalog;
  readonly #chores: PostgresChores;
  readonly #onFault: (error: unknown) => void;
  readonly #timer: Timer;
  #newestMinute: number | null;
  #seenAt: number | null;
  /** The time of the worker's clock, and when that was on this thread's. */
  #now = 0;
  #nowAt = 0;
  #flushedAt = Number.NEGATIVE_INFINITY;
  #isTicking = false;
  #isFailing = false;

  constructor(
    connections: PostgresConnections,
    options: PostgresTelemetryOptions,
    clock: ClockRow | undefined,
  ) {
    this.#connections = connections;
    this.#catalog = options.catalog;
    this.#onFault = options.onFault;
    this.#chores = new PostgresChores({ ...options, connections });
    this.#newestMinute = clock?.newestMinute ?? null;
    this.#seenAt = clock?.seenAt ?? null;
    this.#timer = setInterval(() => this.#tick(), flushEveryMs);
    this.#timer.unref();
  }

  async load(): Promise<void> {
    // All was read when it was opened.
  }

  see(nowMs: number): number {
    const jumpMs = nowMs - (this.#seenAt ?? nowMs);
    this.#seenAt = nowMs;
    this.#now = nowMs;
    this.#nowAt = performance.now();
    return Math.abs(jumpMs) > dayMs ? jumpMs : 0;
  }

  dataTime(nowMs: number): number {
    return this.#newestMinute === null
      ? nowMs
      : Math.min(nowMs, (this.#newestMinute + 1) * minuteMs);
  }

  /** Only the database knows what other nodes have counted. */
  isCounted(_id: SubmissionId): boolean {
    return false;
  }

  relayedThrough(spool: string): Promise<number> {
    return this.#connections.run((client) => relayedThrough(client, spool));
  }

  async commit({ ids, counts, relay }: CountedGroup, nowMs: number): Promise<CommitOutcome> {
    const environments = plainArray(ids.map(({ environmentId }) => environmentId));
    const requests = plainArray(ids.map(({ requestId }) => requestId));
    const sums = commitArrays(counts, this.#catalog);
    const commit = (client: SQL) => client<CountedRow[]>`
        select environment::float8 as "environmentId", request::text as "requestId"
        from telemetry_commit_1(null, ${environments}::text::bigint[], ${requests}::text::uuid[],
          ${sums.environments}::text::bigint[], ${sums.features}::text::bigint[],
          ${sums.keys}::text::text[], ${sums.minutes}::text::integer[],
          ${sums.enabled}::text::bigint[], ${sums.disabled}::text::bigint[],
          ${sums.metrics}::text::integer[])`;
    const counted = await (relay === undefined
      ? this.#connections.run(commit)
      : this.#connections.runOnce((client) =>
          client.begin(async (transaction) => {
            const repeated = await commit(transaction);
            if (repeated.length === 0) {
              await advanceRelay(transaction, relay, nowMs);
            }
            return repeated;
          }),
        ));
    if (counted.length > 0) {
      return { kind: "repeated", counted: [...counted] };
    }
    for (const minute of counts.minutes()) {
      this.#newestMinute = Math.max(this.#newestMinute ?? minute, minute);
    }
    return { kind: "stored", droppedUnknownKey: 0 };
  }

  flush(nowMs: number): Promise<void> {
    return this.#flush(nowMs, false);
  }

  async housekeeping(nowMs: number): Promise<void> {
    await this.#flush(nowMs, true);
    await this.#chores.run(this.dataTime(nowMs));
  }

  async applyCatalogChanges(changes: readonly StoredCatalogChange[]): Promise<boolean> {
    const environments: number[] = [];
    const deleted: { environmentId: number; key: string; featureId: number }[] = [];
    for (const change of changes) {
      if (change.kind === "environment_deleted") {
        environments.push(change.environmentId);
      } else if (change.kind === "feature_deleted") {
        const { projectId, key, featureId = 0 } = change;
        for (const environmentId of this.#catalog.environmentsOf(projectId)) {
          deleted.push({ environmentId, key, featureId });
        }
      } else if (change.kind === "project_saved") {
        this.#chores.requireFullScan();
      }
    }
    if (environments.length + deleted.length === 0) {
      return false;
    }
    // Counts in the journal have no key yet that could be marked.
    await this.#flush(this.#now, true);
    await this.#connections.run(
      (client) => client`update telemetry_keys set environment_id = -id
        where environment_id = any(${plainArray(environments)}::text::bigint[])`,
    );
    await this.#markDeleted(deleted);
    return true;
  }

  async dismiss(environmentId: number, key: string): Promise<void> {
    await this.#flush(this.#now, true);
    await this.#connections.run(
      (client) => client`update telemetry_keys set environment_id = -id
        where environment_id = ${environmentId}::bigint and key = ${storedText(key)}
          and feature_id is null`,
    );
  }

  removeDeleted(): Promise<void> {
    return this.#chores.removeDeleted();
  }

  readCounts(
    environmentId: number,
    keys: readonly string[],
    series: BucketSeries,
  ): Promise<readonly (KeyCounts | undefined)[]> {
    const requested = new RequestedKeys(environmentId, keys, this.#catalog);
    return this.#connections.run((client) => readBuckets(client, requested, series));
  }

  readLast(
    environmentId: number,
    keys: readonly string[],
  ): Promise<readonly (number | undefined)[]> {
    const requested = new RequestedKeys(environmentId, keys, this.#catalog);
    return this.#connections.run((client) => readNewest(client, requested));
  }

  /** Keys in the journal may be too many, which shows when they are moved. */
  async unknownKeys(environmentId: number): Promise<readonly string[]> {
    await this.#flush(this.#now, true);
    return this.#connections.run((client) => readUnknownKeys(client, environmentId));
  }

  async probe(): Promise<void> {
    await this.#connections.run((client) => client`update telemetry_clock set seen_at = seen_at`);
  }

  failureKind(error: unknown): FailureKind {
    return postgresFailureKind(error);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#connections.close();
  }

  discard(): void {
    // It is of no use any more, whatever its end says.
    this.close().catch(() => undefined);
  }

  /**
   * A feature that was created again meanwhile has a higher id, and keeps its counts. An unknown key
   * that was to become the feature's is the deleted feature's too.
   */
  async #markDeleted(
    deleted: readonly { environmentId: number; key: string; featureId: number }[],
  ): Promise<void> {
    const environments = plainArray(deleted.map(({ environmentId }) => environmentId));
    const keys = textArray(deleted.map(({ key }) => key));
    const features = plainArray(deleted.map(({ featureId }) => featureId));
    await this.#connections.run(
      (client) => client`update telemetry_keys k set environment_id = -k.id
        from unnest(${environments}::text::bigint[], ${keys}::text::text[],
          ${features}::text::bigint[]) as d(environment, key, feature)
        where k.environment_id = d.environment and k.key = d.key
          and (k.feature_id is null or k.feature_id <= d.feature)`,
    );
  }

  async #flush(nowMs: number, isPatient: boolean): Promise<void> {
    this.#flushedAt = performance.now();
    const newest = await this.#chores.flush(nowMs, this.dataTime(nowMs), isPatient);
    if (newest !== null) {
      this.#newestMinute = Math.max(this.#newestMinute ?? newest, newest);
    }
  }

  /** Moves counts that other nodes left behind, too: one of them may have ended. */
  #tick(): void {
    const started = performance.now();
    if (this.#isTicking || this.#nowAt === 0 || started - this.#flushedAt < flushEveryMs / 2) {
      return;
    }
    this.#isTicking = true;
    this.flush(this.#now + started - this.#nowAt)
      .then(
        () => this.#ticked(undefined),
        (error: unknown) => this.#ticked(error),
      )
      .finally(() => {
        this.#isTicking = false;
      });
  }

  #ticked(failure: unknown): void {
    if (failure !== undefined && !this.#isFailing) {
      this.#onFault(failure);
    }
    this.#isFailing = failure !== undefined;
  }
}
