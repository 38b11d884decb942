import { environmentToken, hostedGuard } from "../../src/api/admin/guards.ts";
import { createAdminApi } from "../../src/api/admin/handlers/create-admin-api.ts";
import { signOnControllers } from "../../src/api/admin/handlers/sign-on-controllers.ts";
import type { LateAdminApiParts } from "../../src/api/admin/load-admin-api.ts";
import { hostedAccess } from "../../src/api/common/access/hosted-access.ts";
import type { ClientActivity } from "../../src/api/common/clients/client-activity.ts";
import type { Services } from "../../src/app/services/services.ts";
import { type Accounts, createAccounts } from "../../src/app/sessions/accounts.ts";
import { SessionCookie } from "../../src/app/sessions/session-cookie.ts";
import type { Mode } from "../../src/config/option.ts";
import type { Api } from "../../src/http/routing/api.ts";
import { RequestTrace } from "../../src/http/routing/request-trace.ts";
import type { EventStreams } from "../../src/http/sse/event-streams.ts";
import { ownerAdminApi } from "../../src/server/owner-admin-api.ts";
import { loadSignOnControllers } from "../../src/server/sign-on/load-sign-on-controllers.ts";
import type { Telemetry } from "../../src/telemetry/telemetry.ts";
import type { WebhookService } from "../../src/webhooks/webhook-service.ts";
import { testedServer } from "./deploy.ts";

export interface TestedAdminOptions {
  readonly services: Services;
  readonly mode?: Mode;
  readonly now?: () => number;
  readonly telemetry?: Telemetry | undefined;
  readonly streams?: EventStreams | undefined;
  readonly webhooks?: WebhookService | undefined;
  readonly clients?: ClientActivity | undefined;
  /** 50 MiB unless given. */
  readonly importBytesMax?: number;
  readonly onFault: (error: unknown) => void;
}

const importBytesMax = 50 * 1024 * 1024;

/** What an Admin API needs, as main.ts has it. */
export function testedAdminParts(options: TestedAdminOptions): Omit<
  LateAdminApiParts,
  "guard" | "prefix" | "hasSessions" | "publicUrl"
> & {
  readonly accounts: (Accounts & { readonly cookie: SessionCookie }) | undefined;
} {
  const { services, mode = "hosted", now = Date.now, onFault } = options;
  const { writer } = services;
  const isHosted = mode === "hosted";
  const nowMs = () => performance.now();
  return {
    context: { docsUrl: "/swagger", onFault, trace: new RequestTrace() },
    services,
    server: testedServer(mode),
    now,
    version: "1.2.3",
    accounts: isHosted
      ? {
          ...createAccounts({ writer, now, nowMs, onLinkUsed: () => undefined }),
          cookie: new SessionCookie("test"),
        }
      : undefined,
    loadControllers: loadSignOnControllers,
    hostGroups: isHosted ? undefined : new Set(),
    telemetry: options.telemetry,
    streams: options.streams,
    webhooks: options.webhooks,
    clients: options.clients,
    quarantine: undefined,
    backups: () => undefined,
    about: () => Promise.reject(new Error("not asked for in tests")),
    apiPath: isHosted ? "/adapter" : "/flipper/api",
    publicPath: "",
    importBytesMax: options.importBytesMax ?? importBytesMax,
    addressOf: () => "192.0.2.1",
  };
}

/** The Admin API for whoever has the data, as the socket serves it. */
export function testedOwnerApi(options: TestedAdminOptions): Api["fetch"] {
  return ownerAdminApi(testedAdminParts(options), () => "http://gatehouse.test");
}

/** The Admin API of a hosted server for its clients, below `/admin/v1`. */
export function testedAdminApi(options: TestedAdminOptions): Api {
  const parts = testedAdminParts(options);
  const { accounts, services, now } = parts;
  if (accounts === undefined) {
    throw new Error("The mountable deployment has no accounts");
  }
  return createAdminApi({
    ...parts,
    moreControllers: signOnControllers,
    publicUrl: undefined,
    prefix: "/admin/v1",
    hasSessions: true,
    guard: hostedGuard({
      ...accounts,
      readOnly: null,
      isSecure: () => false,
      environmentAccess: hostedAccess({
        state: () => services.writer.state,
        now,
        tokenOf: environmentToken,
      }),
    }),
  });
}
