import { migrateApi } from "../api/cloud-import/migrate-api.ts";
import { MigrationReceiver } from "../api/cloud-import/migration-receiver.ts";
import { Quarantine } from "../api/cloud-import/quarantine.ts";
import { ImportPlace } from "../app/imports/import-place.ts";
import { noImportRules } from "../app/imports/imported-gates.ts";
import type { Config } from "../config/config.ts";
import { ClientAddresses } from "../http/limits/client-addresses.ts";
import type { Api } from "../http/routing/api.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import { uiReadOnlyReason } from "./exposure.ts";

export interface ServerMigrationsOptions {
  readonly config: Config;
  readonly context: ApiContext;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A monotonic clock in milliseconds. */
  readonly nowMs: () => number;
}

export interface ServerMigrations {
  readonly apis: readonly Api[];
  readonly quarantine: Quarantine;
}

const usePush = "create a token of an environment and use flipper cloud push";

/**
 * Receives `flipper cloud migrate`, at both paths that the client derives from its URL. Undefined in
 * mountable mode. While migrations are off, it refuses them, and quarantined exports still expire.
 */
export function serverMigrations(options: ServerMigrationsOptions): ServerMigrations | undefined {
  const { config, context, now, nowMs } = options;
  if (config.mode !== "hosted") {
    return undefined;
  }
  const { dataDirectory, basePath } = config;
  const quarantine = new Quarantine({ dataDirectory, now, onFault: context.onFault });
  const receiver = new MigrationReceiver({
    quarantine,
    place: new ImportPlace(),
    rules: {
      ...noImportRules,
      onPercentagesRounded: config.roundsPercentages ? () => undefined : undefined,
    },
    page: migrationPage(config),
    nowMs,
  });
  const clients = new ClientAddresses(config.trustedProxies);
  const addressOf: Parameters<typeof migrateApi>[0]["addressOf"] = (request, peers) =>
    clients.of(request, peers.requestIP(request)?.address ?? "");
  const prefixes = [`${basePath}/api`, `${basePath}/adapter/api`];
  return {
    apis: prefixes.map((prefix) => migrateApi({ context, prefix, receiver, addressOf })),
    quarantine,
  };
}

/** The page's URL comes from the configuration, because a client can forge the host of a request. */
function migrationPage(config: Config): { readonly url: string } | { readonly refusal: string } {
  if (!config.acceptsMigrations) {
    return { refusal: `This server takes no migrations (see --migrations); ${usePush}` };
  }
  if (!config.ui.isServed || uiReadOnlyReason(config) !== null) {
    return {
      refusal: `This server has no web UI in which an owner can accept a migration; ${usePush}`,
    };
  }
  return config.publicUrl === undefined
    ? {
        refusal: `This server does not know its URL (see --public-url), so it cannot link the migration for an owner; ${usePush}`,
      }
    : { url: `${config.publicUrl}/migrate` };
}
