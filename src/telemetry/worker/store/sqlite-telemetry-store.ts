import { databaseFilesCheck } from "../../../storage/sqlite/database/database-files-check.ts";
import { withStorageErrors } from "../../../storage/sqlite/database/storage-errors.ts";
import type { BucketSeries } from "../../messages/bucket-series.ts";
import type { WorkerSettings } from "../../messages/worker-settings.ts";
import type { Catalog } from "../counting/catalog.ts";
import type {
  CommitOutcome,
  CountedGroup,
  FailureKind,
  KeyCounts,
  StoredCatalogChange,
  SubmissionId,
  TelemetryStore,
  YieldStep,
} from "../port/telemetry-store.ts";
import { CountJournal } from "./count-journal.ts";
import { prepareCountReads } from "./count-reads.ts";
import { DataClock } from "./data-clock.ts";
import { Housekeeping } from "./housekeeping.ts";
import { KeyIds } from "./key-ids.ts";
import { prepareLastCounts } from "./last-counts.ts";
import { prepareDaysIntoPast } from "./past-days.ts";
import { preparePrune } from "./prune.ts";
import { RecentDays } from "./recent-days.ts";
import { type Confirm, RememberedRequestIds } from "./remembered-request-ids.ts";
import { prepareRollups } from "./rollup.ts";
import { sqliteFailureKind } from "./sqlite-failures.ts";
import { SqliteOutcomes } from "./sqlite-outcomes.ts";
import { openTelemetryDatabase, type TelemetryDatabase } from "./telemetry-database.ts";
import { prepareUnknownKeys } from "./unknown-keys.ts";

export interface SqliteTelemetryOptions {
  readonly path: string;
  readonly settings: WorkerSettings;
  /** The worker's catalog; later changes apply to it too. */
  readonly catalog: Catalog;
  /** Called with the number of counts that were at 2^53-1 after a flush or a rollup step. */
  readonly onClamped: (count: number) => void;
}

/** Opens telemetry.db. Throws a `StorageError` if it cannot be used. */
export function openSqliteTelemetry(options: SqliteTelemetryOptions): SqliteTelemetryStore {
  const opened = openTelemetryDatabase(options.path, options.settings);
  try {
    return withStorageErrors(options.path, () => new SqliteTelemetryStore(opened, options));
  } catch (error) {
    opened.client.close();
    throw error;
  }
}

/**
 * Telemetry in telemetry.db. Its work is complete when a call returns: SQLite has one writer, and
 * its calls block the thread.
 */
export class SqliteTelemetryStore implements TelemetryStore {
  readonly commitsAtOnce = 1;
  readonly outcomes: SqliteOutcomes;
  readonly #path: string;
  readonly #opened: TelemetryDatabase;
  readonly #checkFiles: () => void;
  readonly #catalog: Catalog;
  readonly #clock: DataClock;
  readonly #keyIds: KeyIds;
  readonly #requestIds: RememberedRequestIds;
  readonly #journal: CountJournal;
  readonly #housekeeping: Housekeeping;
  readonly #readCounts: ReturnType<typeof prepareCountReads>;
  readonly #readLast: ReturnType<typeof prepareLastCounts>;
  readonly #readUnknown: ReturnType<typeof prepareUnknownKeys>;
  #now = 0;

  constructor(opened: TelemetryDatabase, options: SqliteTelemetryOptions) {
    const { path, settings, catalog, onClamped } = options;
    const { database } = opened;
    this.#path = path;
    this.#opened = opened;
    this.#checkFiles = databaseFilesCheck(path);
    this.#catalog = catalog;
    const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
    const clock = new DataClock(database);
    const keyIds = new KeyIds(database, catalog);
    this.#clock = clock;
    this.#keyIds = keyIds;
    const recentDays = new RecentDays(database);
    this.outcomes = new SqliteOutcomes(database);
    this.#requestIds = new RememberedRequestIds(database, settings.requestIds, seed);
    this.#journal = new CountJournal({
      database,
      keyIds,
      clock,
      requestIds: this.#requestIds,
      onClamped,
      recentDays,
      outcomes: this.outcomes.table,
    });
    this.#housekeeping = new Housekeeping({
      rollups: prepareRollups(database, recentDays),
      daysIntoPast: prepareDaysIntoPast(database),
      prune: preparePrune({ database, catalog, keyIds, recentDays }),
      outcomes: this.outcomes.housekeeping(catalog),
      onClamped,
    });
    this.#readCounts = prepareCountReads(database, recentDays);
    this.#readLast = prepareLastCounts(database);
    this.#readUnknown = prepareUnknownKeys(database);
  }

  async load(): Promise<void> {
    withStorageErrors(this.#path, () => this.#journal.load());
  }

  see(nowMs: number): number {
    this.#now = nowMs;
    return this.#clock.see(nowMs);
  }

  dataTime(nowMs: number): number {
    return this.#clock.dataTime(nowMs);
  }

  isCounted(id: SubmissionId): boolean {
    return this.#requestIds.has(id);
  }

  async relayedThrough(spool: string): Promise<number> {
    return this.#journal.relays.through(spool);
  }

  /**
   * If another program has locked the database, later work fails at once until a commit succeeds.
   * Otherwise each batch would wait for the lock again, and the last submission would get its
   * answer only minutes later.
   */
  async commit(group: CountedGroup, nowMs: number): Promise<CommitOutcome> {
    try {
      this.#checkFiles();
      const append = () => this.#journal.append(group, nowMs);
      const droppedUnknownKey = group.relay === undefined ? append() : this.#opened.durably(append);
      this.#opened.setPatience(true);
      return { kind: "stored", droppedUnknownKey };
    } catch (error) {
      this.#keyIds.clearCache();
      if (this.failureKind(error) === "unreachable") {
        this.#opened.setPatience(false);
      }
      throw error;
    }
  }

  async flush(nowMs: number): Promise<void> {
    this.#opened.durably(() => {
      if (!this.#journal.flush(nowMs)) {
        // Housekeeping has moved the counts, and did not wait for the disk.
        this.#writeClock();
      }
    });
  }

  async housekeeping(nowMs: number, yieldToEventLoop: YieldStep): Promise<void> {
    await yieldToEventLoop();
    this.#clock.write();
    await this.#run(() => this.#housekeeping.steps(this.#clock.dataTime(nowMs)), yieldToEventLoop);
  }

  async applyCatalogChanges(changes: readonly StoredCatalogChange[]): Promise<boolean> {
    const applied = this.#opened.database.transaction(
      () => changes.map((change) => this.#apply(change)),
      { behavior: "immediate" },
    );
    for (const confirm of applied) {
      confirm?.();
    }
    return applied.some((confirm) => confirm !== undefined);
  }

  async dismiss(environmentId: number, key: string): Promise<void> {
    this.#opened.database.transaction(
      () => this.#keyIds.markDeleted(key, new Set([environmentId])),
      { behavior: "immediate" },
    );
  }

  async removeDeleted(nowMs: number, yieldToEventLoop: YieldStep): Promise<void> {
    await yieldToEventLoop();
    await this.#run(() => this.#housekeeping.deletions(nowMs), yieldToEventLoop);
  }

  async readCounts(
    environmentId: number,
    keys: readonly string[],
    series: BucketSeries,
  ): Promise<readonly (KeyCounts | undefined)[]> {
    const ids = this.#idsOf(environmentId, keys);
    const counts = this.#readCounts(known(ids), series, this.#journal.pending);
    return ids.map((id) => (id === undefined ? undefined : counts.get(id)));
  }

  async readLast(
    environmentId: number,
    keys: readonly string[],
  ): Promise<readonly (number | undefined)[]> {
    const ids = this.#idsOf(environmentId, keys);
    const last = this.#readLast(known(ids), this.#journal.pending);
    return ids.map((id) => (id === undefined ? undefined : last.get(id)));
  }

  async unknownKeys(environmentId: number): Promise<readonly string[]> {
    return this.#readUnknown(environmentId).map(({ key }) => key);
  }

  async probe(): Promise<void> {
    this.#checkFiles();
    this.#writeClock();
    this.#opened.setPatience(true);
  }

  failureKind(error: unknown): FailureKind {
    return sqliteFailureKind(error);
  }

  async close(): Promise<void> {
    this.#opened.client.close(true);
  }

  discard(): void {
    this.#opened.client.close();
  }

  #writeClock(): void {
    this.#opened.database.transaction(() => this.#clock.write(), { behavior: "immediate" });
  }

  #idsOf(environmentId: number, keys: readonly string[]): readonly (number | undefined)[] {
    return keys.map((key) => this.#keyIds.find(environmentId, key));
  }

  /**
   * Housekeeping moves and deletes rows of the count tables, so the counts of the journal must be
   * in them first. Failed steps leave their work to the next run.
   */
  async #run(steps: () => Iterator<void>, yieldToEventLoop: YieldStep): Promise<void> {
    try {
      for (const running = steps(); ; await yieldToEventLoop()) {
        this.#journal.flush(this.#now);
        const { done } = running.next();
        if (done === true) {
          return;
        }
      }
    } catch (error) {
      this.#housekeeping.requireFullScan();
      throw error;
    }
  }

  /** Returns the step after the commit if counts must be removed. */
  #apply(change: StoredCatalogChange): Confirm | undefined {
    switch (change.kind) {
      case "environment_deleted":
        this.#keyIds.markEnvironmentDeleted(change.environmentId);
        return this.#requestIds.removeEnvironment(change.environmentId);
      case "feature_deleted":
        this.#keyIds.markDeleted(change.key, this.#catalog.environmentsOf(change.projectId));
        return () => undefined;
      case "feature_saved":
        this.#keyIds.invalidate(change.key, this.#catalog.environmentsOf(change.projectId));
        return undefined;
      case "project_saved":
        this.#housekeeping.requireFullScan();
        return undefined;
      case "watched_saved":
      case "environment_saved":
      case "ids_restarted":
        return undefined;
    }
  }
}

function known(ids: readonly (number | undefined)[]): readonly number[] {
  return ids.filter((id) => id !== undefined);
}
