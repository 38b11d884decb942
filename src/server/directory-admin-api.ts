import { mountableGroupPolicy } from "../app/commands/group-policy.ts";
import { hostedGroupPolicy } from "../app/commands/hosted-group-policy.ts";
import type { Vault } from "../app/record/checkpoints.ts";
import { createServices } from "../app/services/services.ts";
import { createAccounts } from "../app/sessions/accounts.ts";
import { installationId, SessionCookie } from "../app/sessions/session-cookie.ts";
import type { OpenedData } from "../app/writer/opened-data.ts";
import type { Writer } from "../app/writer/writer.ts";
import type { Mode } from "../config/option.ts";
import { importBytesDefault } from "../core/model/feature.ts";
import type { Network } from "../core/network/network.ts";
import { RequestTrace } from "../http/routing/request-trace.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { TelemetryOptions } from "../telemetry/telemetry-options.ts";
import type { WebhookService } from "../webhooks/webhook-service.ts";
import { databaseFiles } from "./metrics/database-files.ts";
import { ownerAdminApi } from "./owner-admin-api.ts";
import { loadSignOnControllers } from "./sign-on/load-sign-on-controllers.ts";

export interface DirectoryAdminApiOptions {
  /** Undefined for a shared database. */
  readonly directory: string | undefined;
  readonly version: string;
  /** Opens telemetry.db. */
  readonly openTelemetry: (
    options: Pick<TelemetryOptions, "state" | "now" | "onFault">,
  ) => Promise<Telemetry>;
  /** Seals the keys that sign checkpoints. */
  readonly vault?: Vault | undefined;
  readonly webhooksOf: (opened: OpenedServerData & { readonly writer: Writer }) => WebhookService;
}

/** Opened data, with the facts of the last server that used it. */
export interface OpenedServerData extends OpenedData {
  readonly server: {
    readonly mode: Mode;
    readonly siteUrl?: string | undefined;
    readonly webhookAllow?: readonly Network[];
  };
}

/**
 * Returns a function that creates the Admin API of data that no server uses; on failure it closes the
 * data. `needsTelemetry` says whether telemetry is read. `onFailure` gets the reason of an answer
 * with a status from 500.
 */
export function directoryAdminApi(options: DirectoryAdminApiOptions) {
  return async (
    data: OpenedServerData,
    needsTelemetry: boolean,
    onFailure: (error: unknown) => void,
  ) => {
    const { server, ...opened } = data;
    const isHosted = server.mode === "hosted";
    const { now = Date.now } = opened;
    const services = createServices({
      opened,
      // The groups that the stopped server registered are unknown.
      groupPolicy: isHosted ? hostedGroupPolicy : mountableGroupPolicy(new Set()),
      checkInputs: { now, random: Math.random, crc32: Bun.hash.crc32 },
      onFault: onFailure,
      removesOldAudits: false,
      isStart: false,
      vault: options.vault,
    });
    let telemetry: Telemetry | undefined;
    const close = async () => {
      try {
        await telemetry?.close();
      } finally {
        await services.close();
      }
    };
    try {
      await services.ready;
      if (isHosted && needsTelemetry) {
        telemetry = await options.openTelemetry({ state: opened.state, now, onFault: onFailure });
      }
      const { writer } = services;
      const fetch = ownerAdminApi(
        {
          ...factsOf(options, server.mode, onFailure),
          services,
          loadControllers: loadSignOnControllers,
          now,
          telemetry,
          webhooks: options.webhooksOf({ ...data, writer }),
          accounts: isHosted ? accountsOf(writer, now) : undefined,
          hostGroups: isHosted ? undefined : new Set(),
        },
        () => server.siteUrl,
      );
      return { fetch: (request: Request) => fetch(request), close };
    } catch (error) {
      await close();
      throw error;
    }
  };
}

/** Facts for the routes that describe a server, without a running server. */
function factsOf(
  { directory, version }: DirectoryAdminApiOptions,
  mode: Mode,
  onFault: (error: unknown) => void,
) {
  return {
    context: { docsUrl: "/swagger", onFault, trace: new RequestTrace() },
    server: {
      version,
      mode,
      isServing: false,
      readiness: async () => null,
      databases: () => databaseFiles(directory),
      memoryBytes: () => null,
    },
    version,
    streams: undefined,
    quarantine: undefined,
    backups: () => undefined,
    about: () => Promise.reject(new Error("GET /about needs a running server")),
    apiPath: "",
    publicPath: "",
    importBytesMax: importBytesDefault,
    addressOf: () => "",
  };
}

function accountsOf(writer: Writer, now: () => number) {
  const nowMs = () => performance.now();
  const accounts = createAccounts({ writer, now, nowMs, onLinkUsed: () => undefined });
  return { ...accounts, cookie: new SessionCookie(installationId(writer.state, "")) };
}
