import { databaseFilesCheck } from "../../sqlite/database-files-check.ts";
import { withStorageErrors } from "../../sqlite/storage-errors.ts";
import type { CatalogChange } from "../messages/catalog-change.ts";
import { readCatalog } from "../messages/catalog-text.ts";
import type {
  CountsCall,
  DismissCall,
  SummaryCall,
  UnknownKeysCall,
  UnpackedSubmission,
} from "../messages/messages.ts";
import type { WorkerSettings } from "../messages/worker-settings.ts";
import { BatchCommitter, type CommitResult } from "./batch-committer.ts";
import { Catalog } from "./counting/catalog.ts";
import { Housekeeping } from "./housekeeping.ts";
import { SubmissionReader } from "./reading/submission-reader.ts";
import { CountJournal } from "./store/count-journal.ts";
import { prepareCountReads } from "./store/count-reads.ts";
import { DataClock } from "./store/data-clock.ts";
import { KeyCountsReader } from "./store/key-counts-reader.ts";
import { KeyIds } from "./store/key-ids.ts";
import { prepareDaysIntoPast } from "./store/past-days.ts";
import { preparePrune } from "./store/prune.ts";
import { prepareRollups } from "./store/rollup.ts";
import { openTelemetryDatabase, type TelemetryDatabase } from "./store/telemetry-database.ts";
import { writeSummaries } from "./summary-bytes.ts";

export interface TelemetryEngineOptions {
  readonly path: string;
  readonly settings: WorkerSettings;
  /** The text of the whole catalog. */
  readonly catalog: string;
  /** Called with the number of counts that were at 2^53-1 after a flush or a rollup step. */
  readonly onClamped: (count: number) => void;
}

/** Opens telemetry.db. Throws a `StorageError` if it cannot be used. */
export function openTelemetryEngine(options: TelemetryEngineOptions): TelemetryEngine {
  const opened = openTelemetryDatabase(options.path, options.settings);
  try {
    return withStorageErrors(options.path, () => new TelemetryEngine(opened, options));
  } catch (error) {
    opened.client.close();
    throw error;
  }
}

/** Everything that works on an open telemetry.db. */
export class TelemetryEngine {
  readonly #path: string;
  readonly #opened: TelemetryDatabase;
  readonly #catalog = new Catalog();
  readonly #clock: DataClock;
  readonly #keyIds: KeyIds;
  readonly #journal: CountJournal;
  readonly #committer: BatchCommitter;
  readonly #housekeeping: Housekeeping;
  readonly #readCounts: ReturnType<typeof prepareCountReads>;
  readonly #keyCounts: KeyCountsReader;

  constructor(opened: TelemetryDatabase, options: TelemetryEngineOptions) {
    const { path, settings, onClamped } = options;
    const { database } = opened;
    this.#path = path;
    this.#opened = opened;
    for (const project of readCatalog(options.catalog)) {
      this.#catalog.add(project);
    }
    const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
    const catalog = this.#catalog;
    const clock = new DataClock(database);
    const keyIds = new KeyIds(database, catalog);
    const journal = new CountJournal({
      database,
      keyIds,
      clock,
      requestIdLimits: settings.requestIds,
      seed,
      onClamped,
    });
    this.#clock = clock;
    this.#keyIds = keyIds;
    this.#journal = journal;
    this.#committer = new BatchCommitter({
      catalog,
      keyIds,
      journal,
      clock,
      reader: new SubmissionReader(),
      checkFiles: databaseFilesCheck(path),
      setPatience: opened.setPatience,
    });
    this.#housekeeping = new Housekeeping({
      rollups: prepareRollups(database),
      daysIntoPast: prepareDaysIntoPast(database),
      prune: preparePrune(database, catalog, keyIds),
      onClamped,
    });
    this.#keyCounts = new KeyCountsReader(database, keyIds, catalog);
    this.#readCounts = prepareCountReads(database);
  }

  /** Reads what was stored before; must be called first. */
  load(): void {
    withStorageErrors(this.#path, () => this.#journal.load());
  }

  /**
   * Must be called with the time of each message. Returns how many milliseconds the clock has
   * jumped since the last call, also before a restart; 0 up to a day.
   */
  see(nowMs: number): number {
    return this.#clock.see(nowMs);
  }

  /** Counts submissions from the front of the queue. */
  commit(queue: UnpackedSubmission[], nowMs: number): CommitResult {
    return this.#committer.commit(queue, nowMs);
  }

  /** Commits a write that changes no count. Throws if that fails. */
  probe(): void {
    this.#committer.probe(() =>
      this.#opened.database.transaction(() => this.#clock.write(), { behavior: "immediate" }),
    );
  }

  /** Moves counts from the journal to the tables. */
  flush(nowMs: number): void {
    this.#journal.flush(nowMs);
  }

  /** The steps of a run of housekeeping. */
  *housekeepingSteps(nowMs: number): Generator<void, void, void> {
    this.#clock.write();
    yield* this.#housekeeping.steps(this.#clock.dataTime(nowMs));
  }

  /** The steps that remove what `applyCatalogChanges` has marked deleted. */
  deletionSteps(nowMs: number): Iterator<void> {
    return this.#housekeeping.deletions(nowMs);
  }

  /** Must be called when steps have failed: what they had to do is left. */
  requireFullScan(): void {
    this.#housekeeping.requireFullScan();
  }

  /** Returns whether any keys were marked deleted, whose rows then have to be removed. */
  applyCatalogChanges(changes: readonly CatalogChange[]): boolean {
    // The catalog first: if the database then fails, deleted keys are still found one by one.
    for (const change of changes) {
      this.#catalog.apply(change);
    }
    return this.#opened.database.transaction(
      () => changes.map((change) => this.#applyToKeys(change)).includes("deleted"),
      { behavior: "immediate" },
    );
  }

  /** A part of a summary: feature objects as the bytes of JSON, separated by commas. */
  summarize({ environmentId, features, series }: SummaryCall): Uint8Array<ArrayBuffer> {
    const ids = features.map(({ key }) => this.#keyIds.find(environmentId, key));
    const counts = this.#readCounts(
      ids.filter((id) => id !== undefined),
      series,
      this.#journal.pending,
    );
    const summarized = features.map(({ head }, index) => {
      const id = ids[index];
      return { head, counts: id === undefined ? undefined : counts.get(id) };
    });
    return writeSummaries(summarized, series);
  }

  counts(call: CountsCall): string {
    return this.#keyCounts.counts(call, this.#journal.pending);
  }

  unknownKeys(call: UnknownKeysCall): string {
    return this.#keyCounts.unknownKeys(call, this.#journal.pending);
  }

  /** Returns whether the key was marked deleted, whose rows then have to be removed. */
  dismiss({ environmentId, key }: DismissCall): boolean {
    if (this.#catalog.featureId(environmentId, key) !== undefined) {
      return false;
    }
    this.#opened.database.transaction(
      () => this.#keyIds.markDeleted(key, new Set([environmentId])),
      { behavior: "immediate" },
    );
    return true;
  }

  close(): void {
    this.#opened.client.close(true);
  }

  /** Closes a database that cannot be used any more. */
  discard(): void {
    this.#opened.client.close();
  }

  #applyToKeys(change: CatalogChange): "deleted" | "kept" {
    switch (change.kind) {
      case "environment_deleted":
        this.#keyIds.markEnvironmentDeleted(change.environmentId);
        this.#journal.forgetRequestIds(change.environmentId);
        return "deleted";
      case "feature_deleted":
        this.#keyIds.markDeleted(change.key, this.#catalog.environmentsOf(change.projectId));
        return "deleted";
      case "feature_saved":
        this.#keyIds.invalidate(change.key, this.#catalog.environmentsOf(change.projectId));
        return "kept";
      case "project_saved":
        this.#housekeeping.requireFullScan();
        return "kept";
      case "environment_saved":
        return "kept";
    }
  }
}
