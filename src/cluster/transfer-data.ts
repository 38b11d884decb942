import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseAddress } from "../config/database-settings.ts";
import type { Act, ActKind } from "../core/model/act.ts";
import type { Change } from "../core/model/change.ts";
import { readRestoredNote } from "../storage/backup/restored-note.ts";
import { migratePostgres } from "../storage/postgres/database/migrate-postgres.ts";
import {
  openPostgres,
  type PostgresSettings,
} from "../storage/postgres/database/postgres-connection.ts";
import { openPostgresStorage } from "../storage/postgres/postgres-storage.ts";
import { openSqliteStorage } from "../storage/sqlite/sqlite-storage.ts";
import type { OpenedStorage } from "../storage/storage.ts";
import { firstDifference } from "../storage/transfer/compare-installations.ts";
import { copyInstallation } from "../storage/transfer/copy-installation.ts";
import { MoveError } from "../storage/transfer/transfer-error.ts";
import { telemetryMigrations } from "../telemetry/migrations/telemetry-migrations.ts";
import { compareTelemetry, copyTelemetry } from "../telemetry/worker/port/copy-telemetry.ts";
import type { TelemetryArchive } from "../telemetry/worker/port/telemetry-archive.ts";
import {
  openPostgresSource,
  openPostgresTarget,
} from "../telemetry/worker/postgres/postgres-telemetry-archive.ts";
import { openSqliteArchive } from "../telemetry/worker/store/sqlite-telemetry-archive.ts";
import { postgresSettingsOf } from "./postgres-settings-of.ts";

/** Called with the name of the current step. */
export type OnStep = (step: string) => void;

/** The source and the target of a transfer. */
export interface TransferredData {
  readonly address: DatabaseAddress;
  /** A data directory. */
  readonly directory: string;
  readonly onStep: OnStep;
}

const nodeName = "import";

/**
 * Copies a data directory, which no server uses, into an empty database, and compares both. It
 * continues an interrupted earlier call.
 */
export async function importDirectory({
  address,
  directory,
  onStep,
}: TransferredData): Promise<void> {
  const settings = await postgresSettingsOf(address);
  const source = await openSqliteStorage(directory);
  try {
    const target = await openPostgresStorage(settings, nodeName);
    try {
      await copyAll(source, target, onStep, await actsOfMove(directory, source));
      onStep("comparing the copy");
      const loaded = { ...target, ...(await target.storage.load()) };
      await requireEqual(source, loaded);
      if (existsSync(telemetryPath(directory))) {
        await copyCounts(openSqlite(directory), openPostgresTarget(settings), onStep);
      }
    } finally {
      await target.storage.close();
    }
  } finally {
    await source.storage.close();
  }
}

/** Copies a database, as of one moment, into an empty data directory. */
export async function exportToDirectory({
  address,
  directory,
  onStep,
}: TransferredData): Promise<void> {
  const settings = await postgresSettingsOf(address);
  await migrateTelemetry(settings);
  const source = await openPostgresStorage(settings, nodeName);
  try {
    const target = await openSqliteStorage(directory);
    try {
      const state = await copyAll(source, target, onStep);
      onStep("comparing the copy");
      await requireEqual(source, { ...target, state });
      await copyCounts(openPostgresSource(settings), openSqlite(directory), onStep);
    } finally {
      await target.storage.close();
    }
  } finally {
    await source.storage.close();
  }
}

/** The acts of a move, and of a restore that no server has recorded, with the ends of the chains. */
async function actsOfMove(
  directory: string,
  { storage }: Pick<OpenedStorage, "storage">,
): Promise<readonly Change[]> {
  const { acts, environments } = await storage.reads.chainEnds();
  const ends = {
    acts: { ...acts },
    environments: environments.map(({ environment, sequence, hash }) => ({
      ...{ environment, sequence, hash },
    })),
  };
  const note = readRestoredNote(directory);
  const actOf = (kind: ActKind, details: Act["details"]): Change => ({
    kind: "act.recorded",
    act: { kind, actor: { type: "Shell", id: null }, at: Date.now(), details },
  });
  return [
    ...(note === undefined
      ? []
      : [
          actOf("installation.restored", {
            ...{ ...ends, backup: note.createdAt, databases: { ...note.databases } },
          }),
        ]),
    actOf("installation.moved", ends),
  ];
}

function copyAll(
  source: OpenedStorage,
  target: OpenedStorage,
  onStep: OnStep,
  closing: readonly Change[] = [],
) {
  const sourceId = source.latestBatchId ?? `commit ${source.position}`;
  return copyInstallation({
    ...{ source, sourceId, target, closing },
    onCommit: (count) => onStep(`copying, commit ${count}`),
  });
}

/** A database that no hosted server has used yet has no tables of telemetry. */
async function migrateTelemetry(settings: PostgresSettings): Promise<void> {
  const connections = await openPostgres(settings);
  try {
    await migratePostgres(connections, [telemetryMigrations]);
  } finally {
    await connections.close();
  }
}

function telemetryPath(directory: string): string {
  return join(directory, "telemetry.db");
}

function openSqlite(directory: string): Promise<TelemetryArchive> {
  return openSqliteArchive(telemetryPath(directory), Date.now());
}

async function copyCounts(
  opening: Promise<TelemetryArchive>,
  openingTarget: Promise<TelemetryArchive>,
  onStep: OnStep,
): Promise<void> {
  const opened = await Promise.allSettled([opening, openingTarget]);
  try {
    const [source, target] = await Promise.all([opening, openingTarget]);
    onStep("copying telemetry");
    await copyTelemetry(source, target);
    onStep("comparing the copy of telemetry");
    await compareTelemetry(source, target);
  } finally {
    for (const outcome of opened) {
      if (outcome.status === "fulfilled") {
        await outcome.value.close();
      }
    }
  }
}

async function requireEqual(source: OpenedStorage, copy: OpenedStorage): Promise<void> {
  const part = await firstDifference(source, copy);
  if (part !== null) {
    throw new MoveError(`The copy differs from its source in ${part}`);
  }
}
