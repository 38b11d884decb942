import type { DataLocation } from "../../config/data-location.ts";
import {
  type DirectoryAdminApiOptions,
  directoryAdminApi,
} from "../../server/directory-admin-api.ts";
import { createWebhooks } from "../../webhooks/create-webhooks.ts";
import { keySourceOf } from "../../webhooks/secrets/key-source.ts";
import { SecretVault } from "../../webhooks/secrets/secret-vault.ts";
import type { OpenAdminApi } from "../administration/admin-connection.ts";

export interface AdminApiHereOptions
  extends Pick<DirectoryAdminApiOptions, "openTelemetry" | "version"> {
  /** Milliseconds since the epoch; a shared database has its own time. */
  readonly now: () => number;
}

/** Creates the Admin API of data that no server uses, in this process. */
export function adminApiHere(
  { directory, database, webhookAllow = [] }: DataLocation,
  { openTelemetry, version, now }: AdminApiHereOptions,
): OpenAdminApi {
  const key = keySourceOf(directory, database);
  return directoryAdminApi({
    directory: database === undefined ? directory : undefined,
    ...{ version, openTelemetry, vault: new SecretVault(key) },
    webhooksOf: ({ storage, writer, server, now: sharedNow = now }) =>
      createWebhooks({
        ...{ key, storage, writer, directory, version },
        now: sharedNow,
        allowed: [...(server.webhookAllow ?? []), ...webhookAllow],
      }).service,
  });
}
