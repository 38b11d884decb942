import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { checkDatabase, copyDatabase } from "../sqlite/database-copy.ts";
import { explained } from "../sqlite/explained.ts";
import { writeArchive } from "./archive.ts";
import { BackupError } from "./backup-error.ts";
import { digestOf } from "./digest.ts";
import { putInPlace } from "./durable-file.ts";
import {
  type DatabaseEntry,
  type DatabaseName,
  databaseNames,
  type Manifest,
  mainDatabase,
  manifestName,
  manifestOf,
  manifestText,
} from "./manifest.ts";
import { readBackup } from "./read-backup.ts";

export interface BackUpOptions {
  readonly dataDirectory: string;
  /** Must not be there yet. */
  readonly file: string;
  /** Of this executable. */
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const ownerOnlyDirectory = 0o700;

/** Where a backup is made before it gets its name. */
export function unfinishedPath(file: string): string {
  return `${file}.partial`;
}

/**
 * Backs up a data directory, in use or not: copies each database as it is at one moment, checks the
 * copy, packs the copies, reads the archive back, and only then gives it its name. A server on the
 * directory takes no part and notices nothing. Rejects with a `BackupError` or a `StorageError`,
 * and then leaves nothing behind.
 */
export async function backUp(options: BackUpOptions): Promise<Manifest> {
  const { dataDirectory, file } = options;
  const names = databaseNames.filter((name) => existsSync(join(dataDirectory, name)));
  if (!names.includes(mainDatabase)) {
    throw new BackupError(`there is no data in ${dataDirectory}`);
  }
  const workshop = openWorkshop(file);
  try {
    const manifest = await makeArchive(options, names, workshop);
    const archive = join(workshop, archiveName);
    await readBackup(archive);
    refuseExisting(file);
    explained(file, () => putInPlace(archive, file));
    return manifest;
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
}

const archiveName = "archive.tar.gz";

/** Its making is a lock as well: two backups to one file would spoil each other. */
function openWorkshop(file: string): string {
  refuseExisting(file);
  const workshop = unfinishedPath(file);
  if (existsSync(workshop)) {
    throw new BackupError(
      `${workshop} is there: a backup to that file is being made, or was cut off and can be removed`,
    );
  }
  explained(workshop, () => mkdirSync(workshop, { mode: ownerOnlyDirectory }));
  return workshop;
}

function refuseExisting(file: string): void {
  if (existsSync(file)) {
    throw new BackupError(`${file} is there already, and no backup is overwritten`);
  }
}

async function makeArchive(
  { dataDirectory, version, now }: BackUpOptions,
  names: readonly DatabaseName[],
  workshop: string,
): Promise<Manifest> {
  const createdAt = new Date(now());
  const databases: DatabaseEntry[] = [];
  for (const name of names) {
    const copy = join(workshop, name);
    copyDatabase(join(dataDirectory, name), copy);
    const migrations = [...checkDatabase(copy)];
    databases.push({ name, migrations, ...(await digestOf(Bun.file(copy).stream())) });
  }
  const manifest = manifestOf({
    gatehouse: version,
    created_at: createdAt.toISOString(),
    databases,
  });
  const entries = [
    { name: manifestName, content: new Blob([manifestText(manifest)]) },
    ...names.map((name) => ({ name, content: Bun.file(join(workshop, name)) })),
  ];
  await writeArchive(join(workshop, archiveName), entries, createdAt);
  return manifest;
}
