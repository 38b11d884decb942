import type { EnvironmentVariables } from "../config/arguments.ts";
import type { Config } from "../config/config.ts";
import type { BackupSource } from "../storage/backup/backup-process.ts";

/**
 * The data of a server for a backup in another process; `environment` are the variables of this
 * process.
 */
export function backupSource(
  { database, dataDirectory }: Pick<Config, "database" | "dataDirectory">,
  environment: EnvironmentVariables,
): BackupSource {
  if (database === undefined) {
    return { flags: ["--data", dataDirectory], environment: { ...environment } };
  }
  const { source, directUrl, isPooled, caFile } = database;
  return {
    flags: [],
    environment: {
      ...environment,
      GATEHOUSE_DATABASE: "url" in source ? source.url : "",
      GATEHOUSE_DATABASE_FILE: "file" in source ? source.file : "",
      GATEHOUSE_DATABASE_DIRECT: directUrl ?? "",
      GATEHOUSE_DATABASE_POOLER: isPooled ? "on" : "off",
      GATEHOUSE_DATABASE_CA: caFile ?? "",
    },
  };
}
