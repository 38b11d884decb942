import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { quote } from "../../core/text/quote.ts";
import { checkDataDirectory } from "../sqlite/database/data-directory-check.ts";
import { checkDatabase, checkSchema, copyDatabase } from "../sqlite/database/database-copy.ts";
import { withStorageErrors } from "../sqlite/database/storage-errors.ts";
import { StorageError } from "../storage.ts";
import { writeArchive } from "./backup-archive.ts";
import { BackupError } from "./backup-error.ts";
import {
  type DatabaseEntry,
  type DatabaseName,
  databaseNames,
  type Manifest,
  mainDatabase,
  manifestName,
  manifestOf,
  manifestText,
} from "./backup-manifest.ts";
import { digestOf } from "./digest.ts";
import { renameDurably } from "./durable-file.ts";
import { knownMigrations } from "./known-migrations.ts";
import { readBackup } from "./read-backup.ts";
import { isSuspiciouslySmall } from "./restore-limits.ts";

export interface BackUpOptions {
  readonly dataDirectory: string;
  /** The path of the backup; must not exist yet. */
  readonly file: string;
  /** The version of this executable. */
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called with the name of each step before it starts. */
  readonly onStep?: (name: string) => void;
  readonly undoAtSignal?: UndoAtSignal | undefined;
}

/**
 * Registers how to undo a step if a signal ends the process, until the returned object is disposed.
 */
export type UndoAtSignal = (undo: () => void) => Disposable;

const ownerOnlyDirectory = 0o700;

/** The directory in which a backup is prepared. */
export function partialPath(file: string): string {
  return `${file}.partial`;
}

/**
 * Backs up a data directory, which may be in use. Copies each database as of one moment, checks the
 * copy, packs the copies, verifies the archive, and then moves it to its name. A running server is
 * not involved. Rejects with a `BackupError` or a `StorageError`, and then leaves no file behind.
 */
export async function backUp(options: BackUpOptions): Promise<Manifest> {
  const { dataDirectory, file } = options;
  checkDataDirectory(dataDirectory, "anyone");
  const names = databaseNames.filter((name) => existsSync(join(dataDirectory, name)));
  if (!names.includes(mainDatabase)) {
    throw new StorageError(
      `there is no data in ${quote(dataDirectory)}; the first "gatehouse serve" creates it`,
    );
  }
  const partialDirectory = createPartialDirectory(file);
  const removePartial = () => rmSync(partialDirectory, { recursive: true, force: true });
  using _ = options.undoAtSignal?.(removePartial);
  try {
    const manifest = await createArchive(options, names, partialDirectory);
    const archive = join(partialDirectory, archiveName);
    options.onStep?.("verifying the backup");
    await readBackup(archive);
    checkMissing(file);
    withStorageErrors(file, () => renameDurably(archive, file));
    return manifest;
  } finally {
    removePartial();
  }
}

const archiveName = "archive.tar.gz";

/**
 * Creates the directory in which a backup is prepared. It is a lock too: a second backup to the
 * same file finds it and is refused.
 */
function createPartialDirectory(file: string): string {
  checkMissing(file);
  const partialDirectory = partialPath(file);
  if (existsSync(partialDirectory)) {
    throw new BackupError(
      `${partialDirectory} exists: a backup to that file is running, or was interrupted and can be removed`,
    );
  }
  withStorageErrors(partialDirectory, () =>
    mkdirSync(partialDirectory, { mode: ownerOnlyDirectory }),
  );
  return partialDirectory;
}

function checkMissing(file: string): void {
  if (existsSync(file)) {
    throw new BackupError(`${file} exists already, and backups are never overwritten`);
  }
}

async function createArchive(
  { dataDirectory, version, now, onStep }: BackUpOptions,
  names: readonly DatabaseName[],
  partialDirectory: string,
): Promise<Manifest> {
  const createdAt = new Date(now());
  const databases: DatabaseEntry[] = [];
  for (const name of names) {
    const copy = join(partialDirectory, name);
    onStep?.(`copying ${name}`);
    copyDatabase(join(dataDirectory, name), copy);
    onStep?.(`checking the copy of ${name}`);
    const migrations = [...checkDatabase(copy)];
    refuseUnrestorable(copy, name, migrations);
    databases.push({ name, migrations, ...(await digestOf(Bun.file(copy).stream())) });
  }
  const manifest = manifestOf({
    gatehouse: version,
    created_at: createdAt.toISOString(),
    databases,
  });
  const entries = [
    { name: manifestName, content: new Blob([manifestText(manifest)]) },
    ...names.map((name) => ({ name, content: Bun.file(join(partialDirectory, name)) })),
  ];
  const archive = join(partialDirectory, archiveName);
  onStep?.("packing the backup");
  await writeArchive(archive, entries, createdAt);
  if (isSuspiciouslySmall(statSync(archive).size, databases)) {
    rmSync(archive);
    await writeArchive(archive, entries, createdAt, { isCompressed: false });
  }
  return manifest;
}

/**
 * Throws the error that a restore would throw because of the schema. A database of a later version,
 * whose schema is unknown here, is backed up for an executable of that version.
 */
function refuseUnrestorable(path: string, name: DatabaseName, tags: readonly string[]): void {
  const migrations = knownMigrations[name];
  if (tags.every((tag) => migrations.some((migration) => migration.tag === tag))) {
    checkSchema(path, migrations);
  }
}
