import { posix } from "node:path";
import type { AboutAnswer } from "../api/admin/contract/about-models.ts";
import { createWebUi } from "../api/admin/create-web-ui.ts";
import { environmentToken, hostedGuard, mountableGuard } from "../api/admin/guards.ts";
import { isSecurePage } from "../api/admin/handlers/browser-site.ts";
import type { UiBackups } from "../api/admin/handlers/ui-dependencies.ts";
import { uiSegments } from "../api/admin/page-paths.ts";
import type { ReaderGuard } from "../api/admin/reader.ts";
import type { ServerFacts } from "../api/admin/server-facts.ts";
import type { WebUi } from "../api/admin/web-ui.ts";
import type { Quarantine } from "../api/cloud-import/quarantine.ts";
import type { OnCaller } from "../api/common/access/access.ts";
import { hostedAccess } from "../api/common/access/hosted-access.ts";
import type { ClientActivity } from "../api/common/clients/client-activity.ts";
import type { Services } from "../app/services/services.ts";
import { createAccounts } from "../app/sessions/accounts.ts";
import { installationId, SessionCookie } from "../app/sessions/session-cookie.ts";
import type { SignOnProvider } from "../app/sessions/sign-on-provider.ts";
import type { SharedDatabase } from "../cluster/shared-database.ts";
import { databaseDirectory } from "../cluster/shared-database.ts";
import type { Config } from "../config/config.ts";
import { RateLimiter } from "../core/rates/rate-limiter.ts";
import type { Readiness } from "../http/health/readiness.ts";
import { ClientAddresses } from "../http/limits/client-addresses.ts";
import type { Log } from "../http/log/log.ts";
import { type PagePack, readChangingPagePack } from "../http/response/page-pack.ts";
import type { Api } from "../http/routing/api.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import type { PeerAddresses } from "../http/routing/fetch-handler.ts";
import type { EventStreams } from "../http/sse/event-streams.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { WebhookService } from "../webhooks/webhook-service.ts";
import { catchUp } from "./catch-up-first.ts";
import { uiReadOnlyReason } from "./exposure.ts";
import { databaseFiles } from "./metrics/database-files.ts";
import { ownerAdminApi } from "./owner-admin-api.ts";
import { publicPath } from "./public-links.ts";
import { CiTokens } from "./sign-on/ci-tokens.ts";
import { loadSignOnControllers } from "./sign-on/load-sign-on-controllers.ts";

export interface ServedUiOptions {
  readonly config: Config;
  readonly log: Log;
  readonly context: ApiContext;
  readonly services: Services;
  readonly streams: EventStreams;
  /** Undefined for a server without telemetry. */
  readonly telemetry: Telemetry | undefined;
  readonly readiness: Readiness;
  readonly server: ServerFacts;
  /** The backups; undefined until they are scheduled. */
  readonly backups: () => UiBackups | undefined;
  readonly webhooks: WebhookService;
  readonly clients: ClientActivity;
  /** Undefined for a data directory. */
  readonly database?: SharedDatabase | undefined;
  /** The provider with which people sign in; undefined without one. */
  readonly provider: SignOnProvider | undefined;
  /** Exports that wait for an owner; undefined in mountable mode. */
  readonly quarantine: Quarantine | undefined;
  /** The path of the public API in this server. */
  readonly apiPath: string;
  readonly version: string;
  /** The path of the built UI. */
  readonly pack: string;
  /** Changes the files of the pages. */
  readonly changePack?: ((pack: PagePack) => PagePack) | undefined;
  /** The URL of the site for links; undefined while it is unknown. */
  readonly siteUrl: () => string | undefined;
  /** Notified of each caller with a token of an environment; may refuse it. */
  readonly onCaller: OnCaller;
  /** Called with the code of a one-time link after it was used. */
  readonly onLinkUsed: (code: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A monotonic clock in milliseconds. */
  readonly nowMs: () => number;
  readonly memoryBytes: () => number;
}

export interface ServedUi {
  /**
   * The web UI and the Admin API, at the base path. In mountable mode they are at the parent of the
   * mount path. With `--no-ui` it has no pages.
   */
  readonly ui: WebUi;
  /** Identifies the callers of the Admin API. */
  readonly guard: ReaderGuard;
  /** The Admin API for users who can open the data directory, without credentials. */
  readonly ownerApi: Api["fetch"];
}

export function servedUi(options: ServedUiOptions): ServedUi {
  const { config, log, services, database, now } = options;
  const { mode, basePath, mountPath, publicUrl } = config;
  const isHosted = mode === "hosted";
  const isHidden = !isHosted && uiSegments.includes(posix.basename(mountPath));
  if (config.ui.isServed && isHidden) {
    log.warn("no web UI: the API uses its path, see --mount-path", { path: mountPath });
  }
  const hasPages = config.ui.isServed && !isHidden;
  const parent = isHosted ? "" : mountPath.slice(0, mountPath.lastIndexOf("/"));
  const clients = new ClientAddresses(config.trustedProxies);
  const readOnly = uiReadOnlyReason(config);
  const { writer } = services;
  // Another server that shares the database must find the same cookie.
  const place = database === undefined ? config.dataDirectory : "";
  const accounts = isHosted
    ? {
        ...createAccounts({
          ...options,
          ...{ writer, shortLived: database?.shortLived },
          isProviderOnly: config.signOn?.isOnly,
          ciTokens: new CiTokens({
            allowed: config.webhookAllow,
            now,
            onFailure: (reason) => log.warn("ci sign-in", { reason }),
          }),
        }),
        cookie: new SessionCookie(installationId(writer.state, place)),
      }
    : undefined;
  const { tokenRate } = config;
  const personalTokenRate = tokenRate && new RateLimiter<string>(tokenRate, options.nowMs);
  const parts = {
    ...options,
    accounts,
    loadControllers: loadSignOnControllers,
    hostGroups: isHosted ? undefined : new Set(config.groups),
    publicPath: publicPath(config, basePath + parent),
    // Pages show commands with this path.
    apiPath: publicPath(config, options.apiPath),
    publicUrl: publicUrl === undefined ? undefined : publicUrl + parent,
    importBytesMax: config.importBytesMax,
    about: aboutServer(options, now()),
    addressOf: (request: Request, peers: PeerAddresses) =>
      clients.of(request, peers.requestIP(request)?.address ?? ""),
  };
  const guard =
    accounts === undefined
      ? mountableGuard({ state: () => writer.state, credentials: config.basicAuth, readOnly })
      : hostedGuard({
          ...accounts,
          cookie: hasPages ? accounts.cookie : undefined,
          onPersonalToken: (hash) => personalTokenRate?.take(hash),
          environmentAccess: hostedAccess({
            state: () => writer.state,
            now,
            onCaller: options.onCaller,
            tokenOf: environmentToken,
          }),
          readOnly,
          isSecure: (request) => isSecurePage(request, { publicUrl }),
          catchUp: database && (() => catchUp(database, writer)),
        });
  const pack = hasPages ? pagesOf(options) : undefined;
  const ui = createWebUi({ ...parts, pack, basePath: basePath + parent, guard });
  return { ui, guard, ownerApi: ownerAdminApi(parts, options.siteUrl) };
}

function pagesOf({ pack, changePack }: ServedUiOptions): () => PagePack {
  const read = readChangingPagePack(pack);
  return changePack === undefined ? read : () => changePack(read());
}

function aboutServer(options: ServedUiOptions, startedAt: number): () => Promise<AboutAnswer> {
  const { config, services, readiness, version, memoryBytes } = options;
  return async () => {
    const { state } = services.writer;
    const { failed } = await readiness.check();
    const files = await databaseFiles(databaseDirectory(config));
    return {
      version,
      mode: config.mode,
      startedAt,
      dataDirectory: posix.resolve(config.dataDirectory),
      node: config.database?.node ?? null,
      databases: files.map(({ name, bytes }) => ({ file: name, bytes })),
      features: Array.from(state.features.values()).reduce((sum, { size }) => sum + size, 0),
      environments: state.environments.size,
      checks: readiness.names.map((name) => ({
        name,
        isOk: !failed.includes(name),
        reason: failed.includes(name) ? "The log of the server has the reason" : null,
      })),
      memoryBytes: memoryBytes(),
    };
  };
}
