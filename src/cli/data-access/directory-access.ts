import type { OpenedData } from "../../app/writer/opened-data.ts";
import type { DataLocation } from "../../config/data-location.ts";
import type { DatabaseAddress } from "../../config/database-settings.ts";
import {
  type DirectoryAdminApiOptions,
  directoryAdminApi,
} from "../../server/directory-admin-api.ts";
import { checkDataDirectory } from "../../storage/sqlite/database/data-directory-check.ts";
import { openSqliteStorage } from "../../storage/sqlite/sqlite-storage.ts";
import type { OpenedStorage } from "../../storage/storage.ts";
import { StorageError } from "../../storage/storage-error.ts";
import type { Telemetry, TelemetryOptions } from "../../telemetry/telemetry.ts";
import { createWebhooks } from "../../webhooks/create-webhooks.ts";
import { keySourceOf } from "../../webhooks/secrets/key-source.ts";
import { SecretVault } from "../../webhooks/secrets/secret-vault.ts";
import { connectDatabase, connectDirectory } from "../administration/admin-connection.ts";
import type { CliServices } from "../program.ts";

type OpenTelemetry<Target> = (
  place: Target,
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
  /** Called with warnings of a command that succeeds. */
  readonly onWarning: (reason: unknown) => void;
}

/** How commands reach data: directories, with and without a running server, and databases. */
export function directoryAccess(
  options: DirectoryAccessOptions,
): Pick<CliServices, "connectAt" | "look"> {
  return { ...accessWith(options), look: accessWith({ ...options, open: openUnchanged }) };
}

function accessWith(options: DirectoryAccessOptions): Pick<CliServices, "connectAt"> {
  const { open, openDatabase, openTelemetry, openDatabaseTelemetry, version, now } = options;
  const { onWarning } = options;
  const check = (path: string) => void checkDataDirectory(path, "anyone");
  const webhooksOf = ({ directory, database, webhookAllow = [] }: DataLocation) => {
    const key = keySourceOf(directory, database);
    return ({ storage, writer, server, now: sharedNow = now }: WebhookData) =>
      createWebhooks({
        ...{ key, storage, writer, directory, version },
        now: sharedNow,
        allowed: [...(server.webhookAllow ?? []), ...webhookAllow],
      }).service;
  };
  return {
    connectAt: (data) => {
      const { directory, database } = data;
      const webhooks = webhooksOf(data);
      const vault = new SecretVault(keySourceOf(directory, database));
      return database === undefined
        ? connectDirectory({
            ...{ directory, open, check, now, onWarning },
            openApi: directoryAdminApi({
              ...{ directory, version, vault, webhooksOf: webhooks },
              openTelemetry: (telemetry) => openTelemetry(directory, telemetry),
            }),
          })
        : connectDatabase(
            async () => ({ ...(await openDatabase(database)), server: { mode: "hosted" } }),
            {
              onWarning,
              openApi: directoryAdminApi({
                ...{ directory: undefined, version, vault, webhooksOf: webhooks },
                openTelemetry: (telemetry) => openDatabaseTelemetry(database, telemetry),
              }),
            },
          );
    },
  };
}

type WebhookData = Parameters<DirectoryAdminApiOptions["webhooksOf"]>[0];

/** Rejects for a database of an older version. */
function openUnchanged(directory: string): Promise<OpenedStorage> {
  const onMigration = () => {
    throw new StorageError("the database is of an older version");
  };
  return openSqliteStorage(directory, { onMigration });
}
