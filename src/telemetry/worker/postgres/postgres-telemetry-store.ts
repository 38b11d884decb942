import { dayMs, minuteMs } from "../../../core/time-units.ts";
import { migratePostgres } from "../../../storage/postgres/database/migrate-postgres.ts";
import {
  openPostgres,
  type PostgresConnections,
  type PostgresSettings,
} from "../../../storage/postgres/database/postgres-connection.ts";
import { isReadOnly, postgresError } from "../../../storage/postgres/database/postgres-errors.ts";
import { StorageError } from "../../../storage/storage-error.ts";
import type { BucketSeries } from "../../messages/bucket-series.ts";
import { telemetryMigrations } from "../../migrations/telemetry-migrations.ts";
import type { Catalog } from "../counting/catalog.ts";
import type { ArchivedClock } from "../port/telemetry-archive.ts";
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
import { commitGroup, minutesIn } from "./commit-group.ts";
import {
  type DeletedFeature,
  markEnvironments,
  markFeatures,
  markUnknownKey,
} from "./deleted-keys.ts";
import { PostgresChores } from "./postgres-chores.ts";
import { RequestedKeys, readBuckets, readNewest, readUnknownKeys } from "./postgres-count-reads.ts";
import { postgresFailureKind } from "./postgres-failure-kind.ts";
import { PostgresOutcomes } from "./postgres-outcomes.ts";
import { readClock, readRelay } from "./postgres-telemetry-tables.ts";

export interface PostgresTelemetryOptions {
  readonly settings: PostgresSettings;
  /** The worker's catalog; later changes apply to it too. */
  readonly catalog: Catalog;
  readonly onClamped: (count: number) => void;
  /** Called with the number of metrics that were dropped because of unknown keys over the limit. */
  readonly onDropped: (count: number) => void;
  /** Called with a failure of work that no call waits for. */
  readonly onFault: (error: unknown) => void;
}

/** Rejects with a `StorageError` of one line, without the URL, if the database cannot be used. */
export async function openPostgresTelemetry(
  options: PostgresTelemetryOptions,
): Promise<PostgresTelemetryStore> {
  const connections = await openPostgres(options.settings);
  try {
    await migratePostgres(connections, [telemetryMigrations]);
    const clock = await connections.run(readClock);
    return new PostgresTelemetryStore(connections, options, clock);
  } catch (error) {
    await connections.close();
    throw error instanceof StorageError
      ? error
      : postgresError("The telemetry cannot be opened", error);
  }
}

const flushEveryMs = 1_000;

/**
 * Telemetry in PostgreSQL, which any number of nodes write to. A commit is one statement, so that
 * it can be sent again after a lost answer: then all its submissions were counted before.
 */
export class PostgresTelemetryStore implements TelemetryStore {
  readonly commitsAtOnce = 4;
  readonly outcomes: PostgresOutcomes;
  readonly #connections: PostgresConnections;
  readonly #catalog: Catalog;
  readonly #chores: PostgresChores;
  readonly #onFault: (error: unknown) => void;
  readonly #timer: Timer;
  #newestMinute: number | null;
  #seenAt: number | null;
  /** The time of the worker's clock, and the time of this thread's clock at that moment. */
  #now = 0;
  #nowAt = 0;
  #flushedAt = Number.NEGATIVE_INFINITY;
  #isTicking = false;
  /** Resolves when the last work on keys has ended. */
  #keyWork: Promise<void> = Promise.resolve();
  #isFailing = false;

  constructor(
    connections: PostgresConnections,
    options: PostgresTelemetryOptions,
    clock: ArchivedClock,
  ) {
    this.#connections = connections;
    this.#catalog = options.catalog;
    this.#onFault = options.onFault;
    this.outcomes = new PostgresOutcomes(connections);
    this.#chores = new PostgresChores({ ...options, connections });
    this.#newestMinute = clock.newestMinute;
    this.#seenAt = clock.seenAt;
    this.#timer = setInterval(() => this.#tick(), flushEveryMs);
    this.#timer.unref();
  }

  load(): Promise<void> {
    return Promise.resolve();
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
    return this.#connections.run((client) => readRelay(client, spool));
  }

  async commit(group: CountedGroup, nowMs: number): Promise<CommitOutcome> {
    // Before the wait: the counts belong to the features that the catalog has now.
    const sums = commitArrays(group.counts, this.#catalog);
    const dataMs = this.dataTime(nowMs);
    await this.#keyWork;
    const counted = await this.#connections.run((client) =>
      commitGroup(client, group, sums, dataMs),
    );
    if (counted.length > 0) {
      return { kind: "repeated", counted: [...counted] };
    }
    for (const minute of minutesIn(group)) {
      this.#seeMinute(minute);
    }
    return { kind: "stored", droppedUnknownKey: 0 };
  }

  /**
   * Rejects only with the first of consecutive failures, as of a database that is unreachable.
   */
  async flush(nowMs: number): Promise<void> {
    const wasFailing = this.#isFailing;
    try {
      this.#isFailing = true;
      await this.#flush(nowMs, false);
      this.#isFailing = false;
    } catch (error) {
      if (!wasFailing) {
        throw error;
      }
    }
  }

  async housekeeping(nowMs: number): Promise<void> {
    await this.#flush(nowMs, true);
    await this.#chores.run(this.dataTime(nowMs));
    await this.outcomes.housekeeping(this.dataTime(nowMs), this.#catalog);
  }

  async applyCatalogChanges(changes: readonly StoredCatalogChange[]): Promise<boolean> {
    const environments: number[] = [];
    const deleted: DeletedFeature[] = [];
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
    await this.#onKeys(async () => {
      await this.#connections.run((client) => markEnvironments(client, environments));
      await this.#connections.run((client) => markFeatures(client, deleted));
    });
    return true;
  }

  async dismiss(environmentId: number, key: string): Promise<void> {
    await this.#onKeys(() =>
      this.#connections.run((client) => markUnknownKey(client, environmentId, key)),
    );
  }

  async removeDeleted(): Promise<void> {
    await this.#chores.removeDeleted();
    await this.outcomes.removeUnknown(this.#catalog);
  }

  async readCounts(
    environmentId: number,
    keys: readonly string[],
    series: BucketSeries,
  ): Promise<readonly (KeyCounts | undefined)[]> {
    const requested = await this.#requested(environmentId, keys);
    return this.#connections.run((client) => readBuckets(client, requested, series));
  }

  async readLast(
    environmentId: number,
    keys: readonly string[],
  ): Promise<readonly (number | undefined)[]> {
    const requested = await this.#requested(environmentId, keys);
    return this.#connections.run((client) => readNewest(client, requested));
  }

  /** Which keys of the journal exceed the limit is known only when they are moved. */
  async unknownKeys(environmentId: number): Promise<readonly string[]> {
    await this.#keyWork;
    try {
      await this.#flush(this.#now, true);
    } catch (error) {
      // Then the journal waits, and moved counts can still be read.
      if (!isReadOnly(error)) {
        throw error;
      }
    }
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
    await this.#connections.close(this.#keyWork);
  }

  discard(): void {
    // It is of no use any more, even if closing it fails.
    this.close().catch(() => undefined);
  }

  /**
   * Runs work on keys, one after the other; later commits wait for it. Counts in the journal have
   * no key yet to mark, so they are moved first.
   */
  #onKeys(work: () => Promise<unknown>): Promise<void> {
    const done = this.#keyWork.then(async () => {
      await this.#flush(this.#now, true);
      await work();
    });
    // The caller that waits for this one gets its failure; commits fail by themselves.
    this.#keyWork = done.catch(() => undefined);
    return done;
  }

  /** Waits for deletions: the counts of deleted keys are not read. */
  async #requested(environmentId: number, keys: readonly string[]): Promise<RequestedKeys> {
    await this.#keyWork;
    return new RequestedKeys(environmentId, keys, this.#catalog);
  }

  async #flush(nowMs: number, isPatient: boolean): Promise<void> {
    this.#flushedAt = performance.now();
    const newest = await this.#chores.flush(nowMs, this.dataTime(nowMs), isPatient);
    this.#seeMinute(newest);
  }

  #seeMinute(minute: number | null): void {
    this.#newestMinute = Math.max(this.#newestMinute ?? 0, minute ?? 0) || null;
  }

  /** Also moves counts that other nodes left behind: one of them may have ended. */
  #tick(): void {
    const at = performance.now();
    if (this.#isTicking || this.#nowAt === 0 || at - this.#flushedAt < flushEveryMs / 2) {
      return;
    }
    this.#isTicking = true;
    this.flush(this.#now + at - this.#nowAt)
      .catch((error: unknown) => this.#onFault(error))
      .finally(() => {
        this.#isTicking = false;
      });
  }
}
