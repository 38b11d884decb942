import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { checkDatabase, checkMigrations } from "../sqlite/database-copy.ts";
import { explained } from "../sqlite/explained.ts";
import { restorePath } from "../sqlite/interrupted-restore.ts";
import { embedMigrations } from "../sqlite/migrations.macro.ts" with { type: "macro" };
import type { Migration } from "../sqlite/migrations.macro.ts";
import { lockDirectory } from "../sqlite/sqlite-database.ts";
import { BackupError } from "./backup-error.ts";
import { giveToOwnerOf, putInPlace, syncToDisk } from "./durable-file.ts";
import { type DatabaseName, databaseNames, type Manifest, mainDatabase } from "./manifest.ts";
import { NewFile } from "./new-file.ts";
import { readBackup } from "./read-backup.ts";

export interface RestoreOptions {
  readonly file: string;
  /** Missing or empty. */
  readonly dataDirectory: string;
}

const knownMigrations: Readonly<Record<DatabaseName, readonly Migration[]>> = {
  "gatehouse.db": embedMigrations("gatehouse"),
  "telemetry.db": embedMigrations("telemetry"),
};

/** What holds no data: locks, and what file systems keep at their top. */
const traces = new Set([
  "gatehouse.lock",
  "gatehouse.lock-journal",
  "gatehouse.sock",
  "lost+found",
]);

/**
 * Makes a data directory of a backup, all of it or nothing. Rejects with a `BackupError` or a
 * `StorageError` for a directory in use or not empty, a backup that is not whole, and one that is
 * newer than this executable; the directory is then as it was.
 */
export async function restore({ file, dataDirectory }: RestoreOptions): Promise<Manifest> {
  const made = explained(dataDirectory, () =>
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 }),
  );
  try {
    const lock = lockDirectory(dataDirectory);
    try {
      return await restoreLocked(file, dataDirectory);
    } finally {
      lock.release();
    }
  } catch (error) {
    if (made !== undefined) {
      rmSync(made, { recursive: true });
    }
    throw error;
  }
}

async function restoreLocked(file: string, directory: string): Promise<Manifest> {
  const gathering = restorePath(directory);
  clearUnfinished(directory);
  refuseFilled(directory);
  try {
    explained(gathering, () => mkdirSync(gathering));
    const manifest = await gather(file, gathering);
    for (const { name } of manifest.databases) {
      checkDatabase(join(gathering, name));
      checkMigrations(join(gathering, name), knownMigrations[name]);
    }
    explained(directory, () => settle(directory, manifest));
    return manifest;
  } catch (error) {
    clearUnfinished(directory);
    throw error;
  }
}

/** What a restore leaves that failed, or was cut off; without gatehouse.db nothing relies on it. */
function clearUnfinished(directory: string): void {
  if (existsSync(restorePath(directory)) && !existsSync(join(directory, mainDatabase))) {
    for (const name of databaseNames) {
      rmSync(join(directory, name), { force: true });
    }
    rmSync(restorePath(directory), { recursive: true });
  }
}

function refuseFilled(directory: string): void {
  const found = explained(directory, () => readdirSync(directory)).find(
    (name) => !traces.has(name),
  );
  if (found !== undefined) {
    throw new BackupError(
      `${directory} is not empty; a backup is restored into an empty directory`,
    );
  }
}

async function gather(file: string, gathering: string): Promise<Manifest> {
  using files = new DisposableStack();
  return await readBackup(file, ({ name }) => {
    const target = files.use(new NewFile(join(gathering, name)));
    return (chunk) => target.write(chunk);
  });
}

/** gatehouse.db comes last: with it the directory has data. */
function settle(directory: string, { databases }: Manifest): void {
  giveToOwnerOf(directory, join(directory, "gatehouse.lock"));
  const inOrder = databases.toSorted((left, right) => rank(left.name) - rank(right.name));
  for (const { name } of inOrder) {
    const gathered = join(restorePath(directory), name);
    giveToOwnerOf(directory, gathered);
    putInPlace(gathered, join(directory, name));
  }
  rmSync(restorePath(directory), { recursive: true });
  syncToDisk(directory);
}

function rank(name: DatabaseName): number {
  return name === mainDatabase ? 1 : 0;
}
