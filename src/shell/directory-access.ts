import { connectDatabase, connectDirectory } from "../administration/admin-connection.ts";
import { administerDatabase, askDatabase } from "../administration/administer-database.ts";
import { administerDirectory } from "../administration/administer-directory.ts";
import { askDirectory } from "../administration/ask-directory.ts";
import type { CliServices } from "../cli/program.ts";
import type { DataPlace } from "../config/data-place.ts";
import type { DatabaseAddress } from "../config/database-settings.ts";
import { directoryAdminApi } from "../server/directory-admin-api.ts";
import { directoryApi } from "../server/directory-api.ts";
import { checkDataDirectory } from "../sqlite/data-directory-check.ts";
import { openSqliteStorage } from "../storage/sqlite/sqlite-storage.ts";
import type { OpenedStorage } from "../storage/storage.ts";
import { StorageError } from "../storage/storage-error.ts";
import type { Telemetry, TelemetryOptions } from "../telemetry/telemetry.ts";
import { createWebhooks } from "../webhooks/create-webhooks.ts";
import { keySourceOf } from "../webhooks/secrets/key-source.ts";
import type { OpenedData } from "../writer/opened-data.ts";

type OpenTelemetry<Place> = (
  place: Place,
  options: Pick<TelemetryOptions, "state" | "now" | "onFault">,
) => Promise<Telemetry>;

export interface DirectoryAccessOptions {
  /** Opens gatehouse.db, and migrates it. */
  readonly open: (directory: string) => Promise<OpenedStorage>;
  readonly openTelemetry: OpenTelemetry<string>;
  /** Opens a database that servers share. */
  readonly openDatabase: (address: DatabaseAddress) => Promise<OpenedData>;
  readonly openDatabaseTelemetry: OpenTelemetry<DatabaseAddress>;
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** How the commands of the shell reach data: directories, with and without a running server, and databases. */
export function directoryAccess(
  options: DirectoryAccessOptions,
): Pick<CliServices, "administerAt" | "askAt" | "connectAt" | "look"> {
  const { administerAt: _, ...look } = accessWith({ ...options, open: openUnchanged });
  return { ...accessWith(options), look };
}

function accessWith(
  options: DirectoryAccessOptions,
): Pick<CliServices, "administerAt" | "askAt" | "connectAt"> {
  const { open, openDatabase, openTelemetry, openDatabaseTelemetry, version, now } = options;
  const check = (path: string) => void checkDataDirectory(path, "anyone");
  const webhooksOf = ({ directory, database, webhookAllow = [] }: DataPlace) => {
    const key = keySourceOf(directory, database);
    return ({ storage, writer, server, now: sharedNow = now }: WebhookData) =>
      createWebhooks({
        ...{ key, storage, writer, directory, version },
        now: sharedNow,
        allowed: [...(server.webhookAllow ?? []), ...webhookAllow],
      }).service;
  };
  return {
    administerAt: (data) => {
      const { directory, database } = data;
      const webhooks = webhooksOf(data);
      return database === undefined
        ? administerDirectory({ directory, open, check, now, webhooks })
        : administerDatabase(() => openDatabase(database), { now, webhooks });
    },
    connectAt: (data) => {
      const { directory, database } = data;
      const webhooks = webhooksOf(data);
      return database === undefined
        ? connectDirectory({
            ...{ directory, open, check, now },
            openApi: directoryAdminApi({
              ...{ directory, version, webhooksOf: webhooks },
              openTelemetry: (telemetry) => openTelemetry(directory, telemetry),
            }),
          })
        : connectDatabase(
            async () => ({ ...(await openDatabase(database)), server: { mode: "hosted" } }),
            directoryAdminApi({
              ...{ directory: undefined, version, webhooksOf: webhooks },
              openTelemetry: (telemetry) => openDatabaseTelemetry(database, telemetry),
            }),
          );
    },
    askAt: ({ directory, database }) =>
      database === undefined
        ? askDirectory({
            ...{ directory, open, check, now },
            openApi: directoryApi({
              ...{ directory, version },
              openTelemetry: (telemetry) => openTelemetry(directory, telemetry),
            }),
          })
        : askDatabase(() => openDatabase(database), {
            openApi: directoryApi({
              ...{ directory: undefined, version },
              openTelemetry: (telemetry) => openDatabaseTelemetry(database, telemetry),
            }),
          }),
  };
}

type WebhookData = Parameters<
  NonNullable<Parameters<typeof administerDirectory>[0]["webhooks"]>
>[0];

/** Rejects for a database of an older version. */
function openUnchanged(directory: string): Promise<OpenedStorage> {
  const onMigration = () => {
    throw new StorageError("the database is of an older version");
  };
  return openSqliteStorage(directory, { onMigration });
}
