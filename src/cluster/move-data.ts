import type { DatabaseAddress } from "../config/database-settings.ts";
import { firstDifference } from "../moves/compare-installations.ts";
import { copyInstallation } from "../moves/copy-installation.ts";
import { MoveError } from "../moves/move-error.ts";
import { openPostgresStorage } from "../storage/postgres/postgres-storage.ts";
import { openSqliteStorage } from "../storage/sqlite/sqlite-storage.ts";
import type { OpenedStorage } from "../storage/storage.ts";
import { postgresSettingsOf } from "./postgres-settings-of.ts";

/** Called with what is done at the time. */
export type OnStep = (step: string) => void;

/** Where data is moved from and to. */
export interface MovedData {
  readonly address: DatabaseAddress;
  /** A data directory. */
  readonly directory: string;
  readonly onStep: OnStep;
}

const nodeName = "import";

/**
 * Copies a data directory, which no server uses, into an empty database, and compares both. It goes
 * on where an earlier call was interrupted.
 */
export async function importDirectory({ address, directory, onStep }: MovedData): Promise<void> {
  const source = await openSqliteStorage(directory);
  try {
    const target = await openPostgresStorage(await postgresSettingsOf(address), nodeName);
    try {
      await copyAll(source, target, onStep);
      onStep("comparing the copy");
      const loaded = { ...target, ...(await target.storage.load()) };
      await requireEqual(source, loaded);
    } finally {
      await target.storage.close();
    }
  } finally {
    await source.storage.close();
  }
}

/** Copies a database, as it is at one moment, into an empty data directory. */
export async function exportToDirectory({ address, directory, onStep }: MovedData): Promise<void> {
  const source = await openPostgresStorage(await postgresSettingsOf(address), nodeName);
  try {
    const target = await openSqliteStorage(directory);
    try {
      const state = await copyAll(source, target, onStep);
      onStep("comparing the copy");
      await requireEqual(source, { ...target, state });
    } finally {
      await target.storage.close();
    }
  } finally {
    await source.storage.close();
  }
}

function copyAll(source: OpenedStorage, target: OpenedStorage, onStep: OnStep) {
  const sourceId = source.newestBatchId ?? `commit ${source.position}`;
  return copyInstallation({
    ...{ source, sourceId, target },
    onCommit: (count) => onStep(`copying, commit ${count}`),
  });
}

async function requireEqual(source: OpenedStorage, copy: OpenedStorage): Promise<void> {
  const part = await firstDifference(source, copy);
  if (part !== null) {
    throw new MoveError(`The copy differs from its source in ${part}`);
  }
}
