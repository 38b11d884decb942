import type { CatalogChange } from "../messages/catalog-change.ts";
import type { CommitTally } from "../messages/commit-tally.ts";
import type {
  CountsCall,
  DismissCall,
  RelayCall,
  SummaryCall,
  UnknownKeysCall,
} from "../messages/messages.ts";
import type { UnpackedSubmission } from "../messages/received-submission.ts";
import { unpackBatch } from "../messages/submission-batch.ts";
import { BatchCommitter, type CommitResult } from "./batch-committer.ts";
import type { Catalog } from "./counting/catalog.ts";
import { GuardReader } from "./guard-reader.ts";
import { KeyCountsReader } from "./key-counts-reader.ts";
import type { StoredCatalogChange, TelemetryStore, YieldStep } from "./port/telemetry-store.ts";
import { SubmissionReader } from "./reading/submission-reader.ts";
import { writeSummaries } from "./summary-bytes.ts";

/** Everything that works on an open store. */
export class TelemetryEngine {
  readonly store: TelemetryStore;
  readonly #catalog: Catalog;
  readonly #committer: BatchCommitter;
  readonly #keyCounts: KeyCountsReader;
  readonly guards: GuardReader;

  constructor(store: TelemetryStore, catalog: Catalog) {
    this.store = store;
    this.#catalog = catalog;
    this.#committer = new BatchCommitter({ catalog, store, reader: new SubmissionReader() });
    this.#keyCounts = new KeyCountsReader(store, catalog);
    this.guards = new GuardReader(store);
  }

  /** Counts submissions from the front of the queue. */
  commit(queue: UnpackedSubmission[], nowMs: number): Promise<CommitResult> {
    return this.#committer.commit(queue, nowMs);
  }

  /** Counts submissions of a replica; resolves with the sequence up to which they are settled. */
  relay(
    { spool, batch, now }: RelayCall,
    onCounted: (tally: CommitTally) => void,
  ): Promise<number> {
    return this.#committer.relay(spool, unpackBatch(batch), now, onCounted);
  }

  /** Resolves when the keys of deleted features and environments are removed. */
  async applyCatalogChanges(
    changes: readonly CatalogChange[],
    nowMs: number,
    yieldToEventLoop: YieldStep,
  ): Promise<void> {
    // The catalog first: if the store then fails, deleted keys are still found one by one.
    const applied = changes.map((change) => this.#applyToCatalog(change));
    if (await this.store.applyCatalogChanges(applied)) {
      await this.store.removeDeleted(nowMs, yieldToEventLoop);
    }
  }

  /** A part of a summary: feature objects as the bytes of JSON, separated by commas. */
  async summarize({
    environmentId,
    features,
    series,
  }: SummaryCall): Promise<Uint8Array<ArrayBuffer>> {
    const keys = features.map(({ key }) => key);
    const counts = await this.store.readCounts(environmentId, keys, series);
    const summarized = features.map(({ head }, index) => ({ head, counts: counts[index] }));
    return writeSummaries(summarized, series);
  }

  counts(call: CountsCall): Promise<string> {
    return this.#keyCounts.counts(call);
  }

  unknownKeys(call: UnknownKeysCall): Promise<string> {
    return this.#keyCounts.unknownKeys(call);
  }

  /** Deletes the counts of a key unless a feature has it. Returns whether `removeDeleted` is due. */
  async dismiss({ environmentId, key }: DismissCall): Promise<boolean> {
    if (this.#catalog.featureId(environmentId, key) !== undefined) {
      return false;
    }
    await this.store.dismiss(environmentId, key);
    return true;
  }

  #applyToCatalog(change: CatalogChange): StoredCatalogChange {
    const stored: StoredCatalogChange =
      change.kind === "feature_deleted"
        ? { ...change, featureId: this.#catalog.featureOf(change.projectId, change.key) }
        : change;
    this.#catalog.apply(change);
    return stored;
  }
}
