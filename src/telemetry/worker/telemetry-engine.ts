import { databaseFilesCheck } from "../../sqlite/database-files-check.ts";
import type { Lesson } from "../messages/catalog-change.ts";
import type { SummaryCall } from "../messages/messages.ts";
import { Committer } from "./batch-committer.ts";
import { Knowledge } from "./counting/catalog.ts";
import { Housekeeping } from "./housekeeping.ts";
import { SubmissionReader } from "./reading/submission-reader.ts";
import { Ledger } from "./store/count-journal.ts";
import { prepareCountReads } from "./store/count-reads.ts";
import { KeyDirectory } from "./store/key-ids.ts";
import { openTelemetryDatabase } from "./store/telemetry-database.ts";
import { summaryWriter } from "./summary-text.ts";

/**
 * Clients repeat a submission for some minutes. It is known again for at least an hour, and up to
 * two, unless more than half a million come in one (DESIGN.md section 4); then for as long as a
 * million ids reach back. They take 40 MiB at most.
 */
const generationMs = 60 * 60 * 1_000;
const generationIdsMax = 500_000;

export interface WorkerOptions {
  readonly path: string;
  readonly lessons: readonly Lesson[];
  /** Told how many counts stand at 2^53-1 after they were added to. */
  readonly onClamped: (count: number) => void;
}

/** Everything that works on an open telemetry.db. */
export type OpenedWorker = ReturnType<typeof openWorker>;

/** Throws a `StorageError` if the database cannot be used. */
export function openWorker({ path, lessons, onClamped }: WorkerOptions) {
  const { client, database } = openTelemetryDatabase(path);
  const checkFiles = databaseFilesCheck(path);
  const knowledge = new Knowledge();
  for (const lesson of lessons) {
    knowledge.learn(lesson);
  }
  const directory = new KeyDirectory(database, knowledge);
  const [seed = 0] = crypto.getRandomValues(new Uint32Array(1));
  const ledger = new Ledger({
    database,
    directory,
    recentIds: { generationMs, generationIdsMax, seed },
    onClamped,
  });
  const housekeeping = new Housekeeping(database, knowledge, directory, onClamped);
  const readCounts = prepareCountReads(database);

  /** Learns what a commit changed; returns whether that buried anything. */
  function learn(changed: readonly Lesson[]): boolean {
    // All of it first: should the database fail, what is gone is found out key by key.
    for (const lesson of changed) {
      knowledge.learn(lesson);
    }
    return database.transaction(() => changed.map(applyToKeys).includes("buried"), {
      behavior: "immediate",
    });
  }

  function applyToKeys(lesson: Lesson): "buried" | "kept" {
    switch (lesson.kind) {
      case "environment_gone":
        directory.buryEnvironment(lesson.environmentId);
        return "buried";
      case "feature_gone":
        directory.bury(lesson.key, knowledge.environmentsOf(lesson.projectId));
        return "buried";
      case "feature":
        directory.recheck(lesson.key, knowledge.environmentsOf(lesson.projectId));
        return "kept";
      case "project":
        housekeeping.lookAgain();
        return "kept";
      case "environment":
        return "kept";
    }
  }

  /** A part of a summary: feature objects as JSON text, with commas between them. */
  function summarize({ environmentId, features, series }: SummaryCall): string {
    const ids = features.map(({ key }) => directory.find(environmentId, key));
    const counts = readCounts(
      ids.filter((id) => id !== undefined),
      series,
      ledger.pending,
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
    committer: new Committer({
      knowledge,
      directory,
      ledger,
      reader: new SubmissionReader(),
      checkFiles,
    }),
    ledger,
    housekeeping,
    learn,
    summarize,
    close: () => client.close(true),
  };
}
