import { databaseFilesCheck } from "../../sqlite/database-files-check.ts";
import type { CatalogChange } from "../messages/catalog-change.ts";
import type { SummaryCall } from "../messages/messages.ts";
import { defaultWorkerSettings } from "../messages/worker-settings.ts";
import { BatchCommitter } from "./batch-committer.ts";
import { Catalog } from "./counting/catalog.ts";
import { Housekeeping } from "./housekeeping.ts";
import { SubmissionReader } from "./reading/submission-reader.ts";
import { CountJournal } from "./store/count-journal.ts";
import { prepareCountReads } from "./store/count-reads.ts";
import { KeyIds } from "./store/key-ids.ts";
import { preparePrune } from "./store/prune.ts";
import { prepareRollups } from "./store/rollup.ts";
import { openTelemetryDatabase } from "./store/telemetry-database.ts";
import { summaryWriter } from "./summary-text.ts";

export interface TelemetryEngineOptions {
  readonly path: string;
  readonly catalog: readonly CatalogChange[];
  /** Called with the number of counts that were at 2^53-1 after a flush or a rollup step. */
  readonly onClamped: (count: number) => void;
}

/** Everything that works on an open telemetry.db. */
export type TelemetryEngine = ReturnType<typeof openTelemetryEngine>;

/** Throws a `StorageError` if the database cannot be used. */
export function openTelemetryEngine({ path, catalog: initial, onClamped }: TelemetryEngineOptions) {
  const { client, database } = openTelemetryDatabase(path);
  const checkFiles = databaseFilesCheck(path);
  const catalog = new Catalog();
  for (const change of initial) {
    catalog.apply(change);
  }
  const keyIds = new KeyIds(database, catalog);
  const journal = new CountJournal({
    database,
    keyIds,
    requestIdLimits: defaultWorkerSettings.requestIds,
    seed: randomSeed(),
    onClamped,
  });
  const housekeeping = new Housekeeping({
    rollups: prepareRollups(database),
    prune: preparePrune(database, catalog, keyIds),
    onClamped,
  });
  const readCounts = prepareCountReads(database);

  /** Returns whether any keys were marked deleted, whose rows then have to be removed. */
  function applyCatalogChanges(changes: readonly CatalogChange[]): boolean {
    // The catalog first: if the database then fails, deleted keys are still found one by one.
    for (const change of changes) {
      catalog.apply(change);
    }
    return database.transaction(() => changes.map(applyToKeys).includes("deleted"), {
      behavior: "immediate",
    });
  }

  function applyToKeys(change: CatalogChange): "deleted" | "kept" {
    switch (change.kind) {
      case "environment_deleted":
        keyIds.markEnvironmentDeleted(change.environmentId);
        journal.forgetRequestIds(change.environmentId);
        return "deleted";
      case "feature_deleted":
        keyIds.markDeleted(change.key, catalog.environmentsOf(change.projectId));
        return "deleted";
      case "feature_saved":
        keyIds.invalidate(change.key, catalog.environmentsOf(change.projectId));
        return "kept";
      case "project_saved":
        housekeeping.requireFullScan();
        return "kept";
      case "environment_saved":
        return "kept";
    }
  }

  /** A part of a summary: feature objects as JSON text, separated by commas. */
  function summarize({ environmentId, features, series }: SummaryCall): string {
    const ids = features.map(({ key }) => keyIds.find(environmentId, key));
    const counts = readCounts(
      ids.filter((id) => id !== undefined),
      series,
      journal.pending,
    );
    const write = summaryWriter(series);
    return features
      .map(({ head }, index) => {
        const id = ids[index];
        return `${head},${write(id === undefined ? undefined : counts.get(id))}}`;
      })
      .join(",");
  }

  return {
    committer: new BatchCommitter({
      catalog,
      keyIds,
      journal,
      reader: new SubmissionReader(),
      checkFiles,
    }),
    journal,
    housekeeping,
    applyCatalogChanges,
    summarize,
    close: () => client.close(true),
  };
}

function randomSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}
