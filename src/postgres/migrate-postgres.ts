import type { SQL } from "bun";
import type { Migration } from "../storage/migrations.macro.ts";
import { StorageError } from "../storage/storage-error.ts";
import type { PostgresConnections } from "./postgres-connection.ts";
import { postgresError } from "./postgres-errors.ts";

/** The migrations of the tables of one part of Gatehouse. */
export interface MigrationSet {
  readonly name: string;
  readonly migrations: readonly Migration[];
}

/** Of `pg_advisory_xact_lock`: one process migrates at a time. */
const migrationLock = 4_747_001;
/** Waiting for a lock of a table stops all who want to use the table later. */
const lockWait = "10s";
/** Building an index of a large table takes long. */
const migrationMsMax = 3_600_000;

const createTable = `create table if not exists migrations (
  part text not null, tag text not null, hash text not null,
  applied_at timestamptz not null default now(), primary key (part, tag))`;

/**
 * Migrates a database to the schema of this executable, in one transaction. Migrations are
 * identified by tag, so one that was merged late still runs. Resolves with the tags that were
 * applied. Rejects with a `StorageError` if the database has a migration that is unknown here, or
 * whose text differs from the one here; then nothing was changed.
 */
export async function migratePostgres(
  connections: PostgresConnections,
  sets: readonly MigrationSet[],
): Promise<readonly string[]> {
  try {
    if ((await connections.run((client) => missingMigrations(client, sets))).length === 0) {
      return [];
    }
    return await connections.runOnce((client) => applyMissing(client, sets), migrationMsMax);
  } catch (error) {
    throw postgresError("The database cannot be migrated", error);
  }
}

function applyMissing(client: SQL, sets: readonly MigrationSet[]): Promise<readonly string[]> {
  return client.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${migrationLock})`;
    await transaction.unsafe(`set local lock_timeout = '${lockWait}'`);
    await transaction.unsafe("set local statement_timeout = 0");
    await transaction.unsafe(createTable);
    const missing = await missingMigrations(transaction, sets);
    for (const { part, migration } of missing) {
      for (const statement of migration.statements) {
        await transaction.unsafe(statement);
      }
      await transaction`insert into migrations (part, tag, hash)
        values (${part}, ${migration.tag}, ${migration.hash})`;
    }
    return missing.map(({ migration }) => migration.tag);
  });
}

interface PartMigration {
  readonly part: string;
  readonly migration: Migration;
}

/** The migrations that a database lacks. Rejects as `migratePostgres` does. */
export async function missingMigrations(
  client: SQL,
  sets: readonly MigrationSet[],
): Promise<readonly PartMigration[]> {
  const applied = await appliedMigrations(client);
  const missing: PartMigration[] = [];
  for (const { name: part, migrations } of sets) {
    const ofPart = new Map(
      applied.flatMap((row) => (row.part === part ? [[row.tag, row.hash]] : [])),
    );
    refuseUnknown(ofPart, migrations);
    for (const migration of migrations) {
      if (!ofPart.has(migration.tag)) {
        missing.push({ part, migration });
      }
    }
  }
  return missing;
}

function refuseUnknown(
  applied: ReadonlyMap<string, string>,
  migrations: readonly Migration[],
): void {
  const known = new Map(migrations.map(({ tag, hash }) => [tag, hash]));
  for (const [tag, hash] of applied) {
    const expected = known.get(tag);
    if (expected === undefined) {
      throw new StorageError(`a newer Gatehouse migrated it (it has the migration ${tag})`);
    }
    if (expected !== hash) {
      throw new StorageError(`the migration ${tag} differs from the one that was applied to it`);
    }
  }
}

interface AppliedRow {
  readonly part: string;
  readonly tag: string;
  readonly hash: string;
}

async function appliedMigrations(client: SQL): Promise<readonly AppliedRow[]> {
  const [table] = await client<{ readonly exists: boolean }[]>`
    select to_regclass('migrations') is not null as exists`;
  return table?.exists === true ? client<AppliedRow[]>`select part, tag, hash from migrations` : [];
}

const roles = `-- Run this file as the owner of an empty database, with psql --single-transaction.
-- Gatehouse itself then needs a role that owns nothing. Create it once, with a password of your own:
--
--   create role gatehouse login password '…';
--   grant connect on database … to gatehouse;
--   grant usage on schema public to gatehouse;
--   alter default privileges in schema public grant select, insert, update, delete on tables to gatehouse;
--   alter default privileges in schema public grant execute on functions to gatehouse;
--
-- Give the privileges before the statements below, or repeat them with "on all tables in schema public".
`;

/** The SQL of all migrations, for those who run it themselves, with the role that a server needs. */
export function printMigrations(sets: readonly MigrationSet[]): string {
  const parts = sets.flatMap(({ name, migrations }) =>
    migrations.map(
      ({ tag, hash, statements }) =>
        `-- ${name}: ${tag}\n${statements.map((statement) => `${statement.trim()}\n`).join("")}` +
        `insert into migrations (part, tag, hash) values ('${name}', '${tag}', '${hash}');\n`,
    ),
  );
  return [roles, `${createTable};\n`, ...parts].join("\n");
}
