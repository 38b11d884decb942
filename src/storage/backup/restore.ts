import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { checkDatabase, checkSchema } from "../sqlite/database/database-copy.ts";
import { restorePath } from "../sqlite/database/interrupted-restore.ts";
import { lockDirectory } from "../sqlite/database/sqlite-database.ts";
import { withStorageErrors } from "../sqlite/database/storage-errors.ts";
import type { UndoAtSignal } from "./back-up.ts";
import { BackupError } from "./backup-error.ts";
import {
  type DatabaseName,
  databaseNames,
  type Manifest,
  mainDatabase,
} from "./backup-manifest.ts";
import { checkingHeader } from "./database-header.ts";
import { chownToDirectoryOwner, renameDurably, syncToDisk } from "./durable-file.ts";
import { knownMigrations } from "./known-migrations.ts";
import { NewPrivateFile } from "./new-private-file.ts";
import { readBackup } from "./read-backup.ts";
import { refuseTooLarge } from "./restore-limits.ts";
import { restoredNoteName, writeRestoredNote } from "./restored-note.ts";

export interface RestoreOptions {
  readonly file: string;
  /** The directory must be missing or empty. */
  readonly dataDirectory: string;
  /** Called with the name of each step before it starts. */
  readonly onStep?: (name: string) => void;
  readonly undoAtSignal?: UndoAtSignal | undefined;
}

/** Files of a data directory that hold no data, and the directory at the root of a file system. */
const ignoredNames = new Set([
  "gatehouse.lock",
  "gatehouse.lock-journal",
  "gatehouse.sock",
  "gatehouse.mode",
  "first-start.txt",
  "lost+found",
  restoredNoteName,
]);

/**
 * Creates a data directory from a backup, completely or not at all. Rejects with a `BackupError` or
 * a `StorageError` if the directory is in use or not empty, or if the backup is damaged or newer
 * than this executable; the directory is then unchanged.
 */
export async function restore(options: RestoreOptions): Promise<Manifest> {
  const { dataDirectory } = options;
  const made = withStorageErrors(dataDirectory, () =>
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 }),
  );
  const undo = () => {
    if (made === undefined) {
      removePartialRestore(dataDirectory);
    } else {
      rmSync(made, { recursive: true });
    }
  };
  try {
    // Root may restore a backup for the user who owns the directory.
    const lock = lockDirectory(dataDirectory, "anyone");
    try {
      using _ = options.undoAtSignal?.(undo);
      chownToDirectoryOwner(dataDirectory, join(dataDirectory, "gatehouse.lock"));
      return await restoreLocked(options);
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

async function restoreLocked(options: RestoreOptions): Promise<Manifest> {
  const { file, dataDirectory: directory, onStep } = options;
  const partialDirectory = restorePath(directory);
  removePartialRestore(directory);
  checkEmpty(directory);
  try {
    withStorageErrors(partialDirectory, () => mkdirSync(partialDirectory));
    chownToDirectoryOwner(directory, partialDirectory);
    onStep?.("unpacking the backup");
    const manifest = await extractDatabases(file, directory);
    for (const { name } of manifest.databases) {
      onStep?.(`checking ${name}`);
      // The schema first: checking the data would evaluate expressions of a foreign schema.
      checkSchema(join(partialDirectory, name), knownMigrations[name]);
      checkDatabase(join(partialDirectory, name));
    }
    withStorageErrors(directory, () => moveIntoPlace(directory, manifest));
    return manifest;
  } catch (error) {
    removePartialRestore(directory);
    throw error;
  }
}

/**
 * Removes what a failed or interrupted restore left behind. As gatehouse.db is moved last, nothing
 * uses the other files while it is missing.
 */
function removePartialRestore(directory: string): void {
  if (existsSync(restorePath(directory)) && !existsSync(join(directory, mainDatabase))) {
    for (const name of [...databaseNames, restoredNoteName]) {
      rmSync(join(directory, name), { force: true });
    }
    rmSync(restorePath(directory), { recursive: true });
  }
}

function checkEmpty(directory: string): void {
  const found = withStorageErrors(directory, () => readdirSync(directory)).find(
    (name) => !ignoredNames.has(name),
  );
  if (found !== undefined) {
    throw new BackupError(
      `${directory} is not empty; a backup can be restored into an empty directory only`,
    );
  }
}

async function extractDatabases(file: string, directory: string): Promise<Manifest> {
  using files = new DisposableStack();
  return await readBackup(file, {
    onManifest: ({ databases }) => refuseTooLarge(file, databases, directory),
    receiverOf: (entry) => {
      const target = files.use(new NewPrivateFile(join(restorePath(directory), entry.name)));
      return checkingHeader(entry, (chunk) => target.write(chunk));
    },
  });
}

/** gatehouse.db is moved last: it makes the directory a data directory. */
function moveIntoPlace(directory: string, { created_at, databases }: Manifest): void {
  writeRestoredNote(directory, { created_at, databases });
  const inOrder = databases.toSorted((left, right) => rank(left.name) - rank(right.name));
  for (const { name } of inOrder) {
    const source = join(restorePath(directory), name);
    chownToDirectoryOwner(directory, source);
    renameDurably(source, join(directory, name));
  }
  rmSync(restorePath(directory), { recursive: true });
  syncToDisk(directory);
}

function rank(name: DatabaseName): number {
  return name === mainDatabase ? 1 : 0;
}
