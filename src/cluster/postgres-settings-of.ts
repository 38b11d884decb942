import type { DatabaseAddress } from "../config/database-settings.ts";
import { readDatabaseFiles } from "../config/read-database-files.ts";
import type { PostgresSettings } from "../storage/postgres/database/postgres-connection.ts";

/** The connection settings of a configured address. Throws a ConfigError. */
export async function postgresSettingsOf(
  address: DatabaseAddress,
  shown: Pick<PostgresSettings, "applicationName"> = {},
): Promise<PostgresSettings> {
  return { ...(await readDatabaseFiles(address)), ...shown };
}
