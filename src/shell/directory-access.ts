import { administerDirectory } from "../administration/administer-directory.ts";
import { askDirectory } from "../administration/ask-directory.ts";
import type { CliServices } from "../cli/program.ts";
import { directoryApi } from "../server/directory-api.ts";
import { checkDataDirectory } from "../sqlite/data-directory-check.ts";
import { openSqliteStorage } from "../storage/sqlite/sqlite-storage.ts";
import type { OpenedStorage } from "../storage/storage.ts";
import { StorageError } from "../storage/storage-error.ts";
import type { Telemetry, TelemetryOptions } from "../telemetry/telemetry.ts";
import { createWebhooks } from "../webhooks/create-webhooks.ts";

export interface DirectoryAccessOptions {
  /** Opens gatehouse.db, and migrates it. */
  readonly open: (directory: string) => Promise<OpenedStorage>;
  readonly openTelemetry: (
    directory: string,
    options: Pick<TelemetryOptions, "state" | "onFault">,
  ) => Promise<Telemetry>;
  readonly version: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** How the commands of the shell reach data directories, with and without a running server. */
export function directoryAccess(
  options: DirectoryAccessOptions,
): Pick<CliServices, "administerAt" | "askAt" | "look"> {
  return { ...accessWith(options), look: accessWith({ ...options, open: openUnchanged }) };
}

function accessWith({
  open,
  openTelemetry,
  version,
  now,
}: DirectoryAccessOptions): CliServices["look"] {
  const check = (path: string) => void checkDataDirectory(path, "anyone");
  return {
    administerAt: (directory) =>
      administerDirectory({
        ...{ directory, open, check, now },
        webhooks: ({ storage, writer, server }) =>
          createWebhooks({
            ...{ storage, writer, directory, version, now },
            allowed: server.webhookAllow ?? [],
          }).service,
      }),
    askAt: (directory) =>
      askDirectory({
        ...{ directory, open, check, now },
        openApi: directoryApi({
          ...{ directory, version },
          openTelemetry: (options) => openTelemetry(directory, options),
        }),
      }),
  };
}

/** Rejects for a database of an older version. */
function openUnchanged(directory: string): Promise<OpenedStorage> {
  const onMigration = () => {
    throw new StorageError("the database is of an older version");
  };
  return openSqliteStorage(directory, { onMigration });
}
