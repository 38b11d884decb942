import type { DatabaseAddress } from "../config/database-settings.ts";
import {
  migratePostgres,
  missingMigrations,
  printMigrations,
} from "../storage/postgres/database/migrate-postgres.ts";
import {
  openPostgres,
  type PostgresConnections,
} from "../storage/postgres/database/postgres-connection.ts";
import { postgresError } from "../storage/postgres/database/postgres-errors.ts";
import { renewEpoch } from "../storage/postgres/log-chores.ts";
import { gatehouseMigrations } from "../storage/postgres/postgres-migrations.ts";
import { type DatabaseNode, listNodes } from "../storage/postgres/postgres-nodes.ts";
import { telemetryMigrations } from "../telemetry/migrations/telemetry-migrations.ts";
import { postgresSettingsOf } from "./postgres-settings-of.ts";
import { exportToDirectory, importDirectory } from "./transfer-data.ts";

/** The status of a database that servers share. */
export interface DatabaseStatus {
  /** The version of PostgreSQL. */
  readonly serverVersion: string;
  /** The tags of migrations that this version has and the database lacks. */
  readonly missingMigrations: readonly string[];
  /** Null for a database that was never migrated. */
  readonly log: {
    /** The position of the latest commit. */
    readonly position: number;
    readonly epoch: string;
    /** How many of the latest commits the log has. */
    readonly commits: number;
  } | null;
}

const sets = [gatehouseMigrations, telemetryMigrations];

async function databaseStatus(address: DatabaseAddress): Promise<DatabaseStatus> {
  return within(address, async (connections) => {
    const missing = await connections.run((client) => missingMigrations(client, sets));
    const [server] = await connections.run(
      (client) => client<{ version: string }[]>`
        select current_setting('server_version') as version`,
    );
    const isNew = missing.length === sets.reduce((sum, set) => sum + set.migrations.length, 0);
    return {
      serverVersion: server?.version ?? "",
      missingMigrations: missing.map(({ part, migration }) => `${part} ${migration.tag}`),
      log: isNew ? null : await logStatus(connections),
    };
  });
}

async function logStatus(connections: PostgresConnections): Promise<DatabaseStatus["log"]> {
  const [log] = await connections.run(
    (client) => client<{ position: number; epoch: string; commits: number }[]>`
      select position::float8, epoch::text, (select count(*)::int4 from commits) as commits
      from head where id = 1`,
  );
  return log === undefined
    ? null
    : { position: log.position, epoch: log.epoch, commits: log.commits };
}

/** Migrates a database; resolves with the tags of the applied migrations. */
function migrateDatabase(address: DatabaseAddress): Promise<readonly string[]> {
  return within(address, (connections) => migratePostgres(connections, sets));
}

/** The SQL that `migrateDatabase` runs on a new database. */
function migrationsText(): string {
  return printMigrations(sets);
}

/**
 * Makes all servers load their state again, after the database was restored; resolves with the new
 * epoch.
 */
function markRestored(address: DatabaseAddress): Promise<string> {
  return within(address, (connections) => connections.run((client) => renewEpoch(client)));
}

function databaseNodes(address: DatabaseAddress): Promise<readonly DatabaseNode[]> {
  return within(address, listNodes);
}

/** The commands for databases that servers share. */
export const databaseAdministration = {
  status: databaseStatus,
  migrate: migrateDatabase,
  migrationsText,
  markRestored,
  nodes: databaseNodes,
  importFrom: importDirectory,
  exportTo: exportToDirectory,
};

async function within<Result>(
  address: DatabaseAddress,
  work: (connections: PostgresConnections) => Promise<Result>,
): Promise<Result> {
  const connections = await openPostgres(await postgresSettingsOf(address));
  try {
    return await work(connections);
  } catch (error) {
    throw postgresError("The database could not be used", error);
  } finally {
    await connections.close();
  }
}
