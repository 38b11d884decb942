import { expect } from "bun:test";
import {
  type AdminConnection,
  connectDirectory,
} from "../../../src/cli/administration/admin-connection.ts";
import {
  type DirectoryAdminApiOptions,
  directoryAdminApi,
} from "../../../src/server/directory-admin-api.ts";
import { checkDataDirectory } from "../../../src/storage/sqlite/database/data-directory-check.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { createWebhooks } from "../../../src/webhooks/create-webhooks.ts";
import { openTelemetryOf } from "./open-telemetry.ts";

/** As main.ts does it. */
export function connectAt(directory: string): AdminConnection {
  return connectDirectory({
    directory,
    open: openSqliteStorage,
    check: (path) => void checkDataDirectory(path, "anyone"),
    now: Date.now,
    onWarning: (reason) => expect.unreachable(String(reason)),
    openApi: directoryAdminApi({
      directory,
      version: "0.0.0",
      openTelemetry: (options) => openTelemetryOf(directory, options),
      webhooksOf: testedWebhooks(directory),
    }),
  });
}

export function testedWebhooks(directory: string): DirectoryAdminApiOptions["webhooksOf"] {
  return ({ storage, writer }) =>
    createWebhooks({
      ...{ storage, writer, directory, now: Date.now },
      version: "0.0.0",
      allowed: [],
    }).service;
}
