import type { OpenedData } from "../../app/writer/opened-data.ts";
import type { DataLocation } from "../../config/data-location.ts";
import type { DatabaseAddress } from "../../config/database-settings.ts";
import { checkDataDirectory } from "../../storage/sqlite/database/data-directory-check.ts";
import type { OpenedStorage } from "../../storage/storage.ts";
import { StorageError } from "../../storage/storage-error.ts";
import type { Telemetry } from "../../telemetry/telemetry.ts";
import type { TelemetryOptions } from "../../telemetry/telemetry-options.ts";
import {
  connectDatabase,
  connectDirectory,
  type OpenAdminApi,
} from "../administration/admin-connection.ts";
import type { CliServices } from "../program.ts";
import type { AdminApiHereOptions } from "./admin-api-here.ts";

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
  return {
    connectAt: (data) => {
      const { directory, database } = data;
      return database === undefined
        ? connectDirectory({
            ...{ directory, open, check, now, onWarning },
            openApi: openedHere(data, {
              ...{ version, now },
              openTelemetry: (telemetry) => openTelemetry(directory, telemetry),
            }),
          })
        : connectDatabase(
            async () => ({ ...(await openDatabase(database)), server: { mode: "hosted" } }),
            {
              onWarning,
              openApi: openedHere(data, {
                ...{ version, now },
                openTelemetry: (telemetry) => openDatabaseTelemetry(database, telemetry),
              }),
            },
          );
    },
  };
}

/** Loads the API only if no server answers: it takes as long to load as a server. */
function openedHere(data: DataLocation, options: AdminApiHereOptions): OpenAdminApi {
  return async (...opened) => {
    const { adminApiHere } = await import("./admin-api-here.ts");
    return adminApiHere(data, options)(...opened);
  };
}

/** Rejects for a database of an older version. */
async function openUnchanged(directory: string): Promise<OpenedStorage> {
  const { openSqliteStorage } = await import("../../storage/sqlite/sqlite-storage.ts");
  const onMigration = () => {
    throw new StorageError("the database is of an older version");
  };
  return openSqliteStorage(directory, { onMigration });
}
