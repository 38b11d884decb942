import type { SQL } from "bun";
import type { Migration } from "../../migrations.macro.ts";
import { StorageError } from "../../storage-error.ts";
import type { PostgresConnections } from "./postgres-connection.ts";
import { postgresError, postgresReason, sqlStateOf } from "./postgres-errors.ts";

/** The migrations of the tables of one part of Gatehouse. */
export interface MigrationSet {
  readonly name: string;
  readonly migrations: readonly Migration[];
}

/** The key of `pg_advisory_xact_lock`: one process migrates at a time. */
const migrationLock = 4_747_001;
/** Waiting for a lock of a table blocks all later users of the table. */
const lockWait = "10s";
/** Building an index of a large table takes long. */
const migrationMsMax = 3_600_000;

const deadlockState = "40P01";
const triesMax = 5;
/** A table, a function or a type is there already, or a table has other columns. */
const statesOfForeignTables: ReadonlySet<string> = new Set(["42P07", "42723", "42710", "42703"]);
const foreignTables =
  "its schema holds tables of another program; use an empty database, or a schema of its own for the role";

const createTable = `create table if not exists migrations (
  part text not null, tag text not null, hash text not null,
  applied_at timestamptz not null default now(), primary key (part, tag))`;

/**
 * Migrates a database to the schema of this executable, in one transaction. Migrations are
 * identified by tag, so one that was merged later still runs. Resolves with the applied tags.
 * Rejects with a `StorageError` if the database has a migration that is unknown here, or whose text
 * differs from the one here; then nothing was changed.
 */
export async function migratePostgres(
  connections: PostgresConnections,
  sets: readonly MigrationSet[],
): Promise<readonly string[]> {
  try {
    if ((await connections.run((client) => missingMigrations(client, sets))).length === 0) {
      return [];
    }
    return await applyUnlessDeadlocked(connections, sets);
  } catch (error) {
    const reason = statesOfForeignTables.has(sqlStateOf(error) ?? "")
      ? new StorageError(`${foreignTables} (${postgresReason(error)})`, { cause: error })
      : error;
    throw postgresError("The database cannot be migrated", reason);
  }
}

/** A deadlock with a commit of another server changed nothing, so the migrations are retried. */
async function applyUnlessDeadlocked(
  connections: PostgresConnections,
  sets: readonly MigrationSet[],
): Promise<readonly string[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await connections.runOnce((client) => applyMissing(client, sets), migrationMsMax);
    } catch (error) {
      if (sqlStateOf(error) !== deadlockState || tries === triesMax) {
        throw error;
      }
    }
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
        await transaction.unsafe(inOwnSchema(statement));
      }
      await transaction`insert into migrations (part, tag, hash)
        values (${part}, ${migration.tag}, ${migration.hash})`;
    }
    return missing.map(({ migration }) => migration.tag);
  });
}

/**
 * A statement of drizzle-kit, whose foreign keys name the schema `public`, for the schema of the
 * installation. The hash of a migration is of its file, so databases of earlier versions stay
 * valid.
 */
function inOwnSchema(statement: string): string {
  return statement.replaceAll('REFERENCES "public".', "REFERENCES ");
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
  // Another schema of the search path may have the table of another installation.
  const [table] = await client<{ readonly exists: boolean }[]>`
    select to_regclass(format('%I.migrations', current_schema())) is not null as exists`;
  return table?.exists === true ? client<AppliedRow[]>`select part, tag, hash from migrations` : [];
}

const roles = `-- Run this file as the owner of an empty database, with psql --single-transaction. The owner must be
-- no superuser, as some functions run with the rights of the owner.
-- Gatehouse itself then needs a role that owns nothing. Create it once, with a password of your own:
--
--   create role gatehouse login password '…';
--   revoke connect, temp on database … from public;
--   revoke create on schema public from public;
--   grant connect on database … to gatehouse;
--   grant usage on schema public to gatehouse;
--   alter default privileges in schema public grant select, insert, update, delete on tables to gatehouse;
--   alter default privileges in schema public grant execute on functions to gatehouse;
--
-- Give the privileges before the statements below, or repeat them with "on all tables in schema public"
-- and "on all functions in schema public". For a schema of its own write its name for public, and give it
-- to both roles: alter role gatehouse set search_path = '…'.
`;

/**
 * The SQL of all migrations, for operators who run it themselves, with the role that a server
 * needs.
 */
export function printMigrations(sets: readonly MigrationSet[]): string {
  const parts = sets.flatMap(({ name, migrations }) =>
    migrations.map(
      ({ tag, hash, statements }) =>
        `-- ${name}: ${tag}\n${statements.map((statement) => `${inOwnSchema(statement).trim()}\n`).join("")}` +
        `insert into migrations (part, tag, hash) values ('${name}', '${tag}', '${hash}');\n`,
    ),
  );
  return [roles, `${createTable};\n`, ...parts].join("\n");
}
