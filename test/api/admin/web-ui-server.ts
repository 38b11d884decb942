import {
  type AdminPermission,
  adminPermissions,
} from "../../../src/api/admin/admin-permissions.ts";
import type { AnswerOf, RouteName } from "../../../src/api/admin/calls/admin-call.ts";
import type { AdminError } from "../../../src/api/admin/contract/error-models.ts";
import { createWebUi } from "../../../src/api/admin/create-web-ui.ts";
import { environmentToken, hostedGuard } from "../../../src/api/admin/guards.ts";
import { isSecurePage } from "../../../src/api/admin/handlers/browser-site.ts";
import { signOnControllers } from "../../../src/api/admin/handlers/sign-on-controllers.ts";
import type { ReaderGuard, ReadOnlyReason } from "../../../src/api/admin/reader.ts";
import type { WebUi } from "../../../src/api/admin/web-ui.ts";
import type { Quarantine } from "../../../src/api/cloud-import/quarantine.ts";
import { hostedAccess } from "../../../src/api/common/access/hosted-access.ts";
import type { ClientActivity } from "../../../src/api/common/clients/client-activity.ts";
import { addMember } from "../../../src/app/commands/member-commands.ts";
import { startSession } from "../../../src/app/commands/session-commands.ts";
import { createAccounts } from "../../../src/app/sessions/accounts.ts";
import type { CiTokenVerifier } from "../../../src/app/sessions/ci-sign-in.ts";
import { SessionCookie } from "../../../src/app/sessions/session-cookie.ts";
import type { SignOnProvider } from "../../../src/app/sessions/sign-on-provider.ts";
import { firstOrganization } from "../../../src/core/model/first-organization.ts";
import { firstOwner } from "../../../src/core/model/first-owner.ts";
import type { Role } from "../../../src/core/model/role.ts";
import type { State } from "../../../src/core/model/state.ts";
import { newSecret } from "../../../src/core/secrets/random-secret.ts";
import type { PagePack } from "../../../src/http/response/page-pack.ts";
import type { Api } from "../../../src/http/routing/api.ts";
import { RequestTrace } from "../../../src/http/routing/request-trace.ts";
import type { Telemetry } from "../../../src/telemetry/telemetry.ts";
import type { WebhookService } from "../../../src/webhooks/webhook-service.ts";
import { testedServer } from "../../helpers/deploy.ts";
import { type HostedServer, startHosted } from "../../helpers/hosted-server.ts";
import { requireDocumented } from "./require-documented.ts";

export const site = "http://localhost";

const script = new Uint8Array(new TextEncoder().encode("export {};"));

/** A UI of one script, as the real one need not be built for these tests. */
export const smallPack: PagePack = {
  script: "main-1.js",
  styles: ["main-1.css"],
  pages: new Map([["features", ["feature-1.js", "shared-1.js"]]]),
  assets: new Map([
    [
      "main-1.js",
      {
        type: "text/javascript;charset=utf-8",
        brotli: new Uint8Array([1]),
        gzip: () => new Uint8Array([2]),
        plain: () => script,
      },
    ],
  ]),
};

interface UiServerOptions {
  readonly hosted?: HostedServer;
  readonly basePath?: string;
  readonly publicPath?: string;
  readonly publicUrl?: string;
  readonly readOnly?: ReadOnlyReason;
  readonly provider?: SignOnProvider;
  readonly isProviderOnly?: boolean;
  readonly ciTokens?: CiTokenVerifier;
  readonly quarantine?: Quarantine;
  readonly webhooks?: (hosted: HostedServer) => WebhookService;
  readonly telemetry?: Telemetry;
  readonly clients?: (hosted: HostedServer) => ClientActivity;
}

/** The web UI of a hosted server in this process. */
export interface UiServer extends AsyncDisposable {
  readonly hosted: HostedServer;
  readonly ui: WebUi;
  readonly adminApi: Api;
  readonly guard: ReaderGuard;
  readonly state: () => State;
  /** A page of a person with that role, who was just signed in; of nobody without a role. */
  page(role?: Role): Promise<UiPage>;
  /** Sends a request as it is. */
  send(path: string, init?: RequestInit): Promise<Response>;
}

/** A page in a browser: it sends the cookie, and what browsers add to its requests. */
export interface UiPage {
  readonly cookie: string;
  readonly userId: number;
  /** Calls a route by its name in the contract. */
  call(name: string, input?: CallInput): Promise<Response>;
  send(method: string, path: string, body?: unknown): Promise<Response>;
  /** The answer of a route; rejects if it is refused. */
  answer<Name extends RouteName>(name: Name, input?: CallInput): Promise<AnswerOf<Name>>;
}

/** A refusal: its status, and the error in its body. */
export async function refusalIn(
  answer: Response,
): Promise<Omit<AdminError, "more_info"> & { readonly status: number }> {
  const { more_info: _, ...error }: AdminError = JSON.parse(await answer.text());
  return { status: answer.status, ...error };
}

/** Who may call each route of the Admin API, by the name of the route. */
export function permissionsOf({ adminApi }: UiServer): ReadonlyMap<string, AdminPermission> {
  return new Map(adminPermissions(adminApi).map((permission) => [permission.route, permission]));
}

interface CallInput {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

export async function startUi(options: UiServerOptions = {}): Promise<UiServer> {
  const hosted = options.hosted ?? (await startHosted({ hasTelemetry: false }));
  const { writer } = hosted.deployment;
  const basePath = options.basePath ?? "";
  const cookie = new SessionCookie("test");
  const origin = options.publicUrl === undefined ? site : new URL(options.publicUrl).origin;
  const accounts = {
    ...createAccounts({
      writer,
      now: Date.now,
      nowMs: () => performance.now(),
      onLinkUsed: () => undefined,
      provider: options.provider,
      isProviderOnly: options.isProviderOnly,
      ciTokens: options.ciTokens,
    }),
    cookie,
  };
  const guard = hostedGuard({
    ...accounts,
    readOnly: options.readOnly ?? null,
    environmentAccess: hostedAccess({
      state: () => writer.state,
      now: Date.now,
      tokenOf: environmentToken,
    }),
    isSecure: (request) => isSecurePage(request, { publicUrl: options.publicUrl }),
  });
  const ui = createWebUi({
    context: {
      docsUrl: "/swagger",
      onFault: (error) => void hosted.faults.push(error),
      trace: new RequestTrace(),
    },
    services: hosted.deployment,
    guard,
    accounts,
    loadControllers: async () => signOnControllers,
    telemetry: options.telemetry,
    server: testedServer("hosted"),
    hostGroups: undefined,
    now: Date.now,
    version: "1.2.3",
    apiPath: "/adapter",
    pack: () => smallPack,
    basePath,
    publicPath: options.publicPath ?? basePath,
    publicUrl: options.publicUrl,
    importBytesMax: 1024 * 1024,
    quarantine: options.quarantine,
    webhooks: options.webhooks?.(hosted),
    clients: options.clients?.(hosted),
    backups: () => undefined,
    about: () => Promise.reject(new Error("not asked for in tests")),
    addressOf: () => "192.0.2.1",
    streams: hosted.deployment.streams,
  });
  const adminApi = await ui.adminApi();
  const send = async (path: string, init: RequestInit = {}) => {
    const request = new Request(site + path, init);
    const answer = await ui.fetch(request, { requestIP: () => null });
    if (answer !== undefined && answer.status >= 400) {
      await requireDocumented(adminApi, request, answer.clone());
    }
    return answer ?? new Response("not of the UI", { status: 599 });
  };
  const pageOf = (cookieText: string, userId: number): UiPage => {
    const page: UiPage = {
      cookie: cookieText,
      userId,
      send: (method, path, body) =>
        send(`${basePath}/admin/v1${path}`, {
          method,
          headers: {
            cookie: cookieText,
            origin,
            "sec-fetch-site": "same-origin",
            ...(body === undefined ? {} : { "content-type": "application/json" }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      async answer(name, input) {
        const answer = await page.call(name, input);
        const text = await answer.text();
        if (!answer.ok) {
          throw new Error(`${name} was refused: ${text}`);
        }
        return JSON.parse(text);
      },
      call(name, { params = {}, query = {}, body } = {}) {
        const space = name.indexOf(" ");
        const path = name
          .slice(space + 1)
          .replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ""));
        const texts = Object.entries(query).map(([key, value]): [string, string] => [
          key,
          String(value),
        ]);
        const search = texts.length === 0 ? "" : `?${new URLSearchParams(texts)}`;
        return page.send(name.slice(0, space), path + search, body);
      },
    };
    return page;
  };
  return {
    ...{ hosted, ui, adminApi, guard },
    state: () => writer.state,
    send,
    async page(role) {
      if (role === undefined) {
        return pageOf("", 0);
      }
      const cookieValue = newSecret();
      const { userId } = await writer.submit((draft) => {
        const organization = firstOrganization(draft.state);
        const email = `${role}-${draft.state.users.size}@example.com`;
        const user =
          role === "owner" && draft.state.sessions.isEmpty()
            ? firstOwner(draft.state)
            : addMember(draft, organization, { email, name: undefined, role });
        const facts = { method: "password", address: "", userAgent: "" } as const;
        return startSession(draft, { ...facts, userId: user.id, cookieValue });
      });
      return pageOf(`${cookie.name(origin.startsWith("https:"))}=${cookieValue}`, userId);
    },
    async [Symbol.asyncDispose]() {
      await hosted.stop();
    },
  };
}
