import { resolve } from "node:path";
import uiPack from "../build/ui.pack" with { type: "file" };
import { createServices, type Services } from "./app/services/services.ts";
import { TokenUse } from "./app/sessions/token-use.ts";
import type { OpenedData } from "./app/writer/opened-data.ts";
import { serveAdministration } from "./cli/administration/administration-server.ts";
import { removeFirstStartFile } from "./cli/administration/first-start-file.ts";
import { recordServer } from "./cli/administration/recorded-mode.ts";
import { storePresetToken } from "./cli/administration/store-preset-token.ts";
import { showStart } from "./cli/data-access/show-start.ts";
import type { Installation } from "./cluster/server-data.ts";
import { closingUnlessUnreachable, type SharedDatabase } from "./cluster/shared-database.ts";
import type { Config } from "./config/config.ts";
import { readTlsFiles } from "./config/read-tls-files.ts";
import { yieldToEventLoop } from "./core/scheduling/event-loop-slice.ts";
import { gatehouseVersion as version } from "./core/version.ts";
import type { Demo } from "./demo/demo.ts";
import type { Log } from "./http/log/log.ts";
import type { Api } from "./http/routing/api.ts";
import type { ApiContext } from "./http/routing/api-context.ts";
import { EventStreams } from "./http/sse/event-streams.ts";
import { addListening } from "./server/add-listening.ts";
import { type ClosingSteps, closeMs } from "./server/closing-steps.ts";
import { handleHangups } from "./server/handle-hangups.ts";
import { nextSignal } from "./server/next-signal.ts";
import { openListeners } from "./server/open-listeners.ts";
import { siteLink, startUrls } from "./server/public-links.ts";
import { runningServerFacts } from "./server/running-server-facts.ts";
import {
  type ServedApiOptions,
  type ServedApis,
  servedAdmission,
  servedApis,
} from "./server/served-api.ts";
import { servedMcp } from "./server/served-mcp.ts";
import { servedReplication } from "./server/served-replication.ts";
import { type ServedUiOptions, servedUi } from "./server/served-ui.ts";
import { serverCheckpoints } from "./server/server-checkpoints.ts";
import { evaluationCounter } from "./server/server-counter.ts";
import { type ServerFetch, type ServerFetchOptions, serverFetch } from "./server/server-fetch.ts";
import { serverMigrations } from "./server/server-migrations.ts";
import { serverReadiness } from "./server/server-readiness.ts";
import { type ServerSchedules, startSchedules } from "./server/server-schedules.ts";
import { serverWebhooks } from "./server/server-webhooks.ts";
import { serviceOptions } from "./server/service-options.ts";
import { servedProvider } from "./server/sign-on/served-provider.ts";
import { notifyTelemetry } from "./telemetry/notify-telemetry.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";

const { nanoseconds } = Bun;
const monotonicMs = () => Bun.nanoseconds() / 1_000_000;

/** Opened data, and what the server started with. */
export interface StartedServer {
  readonly host: NodeJS.Process;
  /** The command that starts this program in another process. */
  readonly program: readonly string[];
  readonly config: Config;
  readonly log: Log;
  readonly closing: ClosingSteps;
  readonly context: ApiContext;
  readonly found: Installation;
  /** The found data, with the data of a demo. */
  readonly opened: OpenedData;
  /** Undefined unless the server is hosted. */
  readonly telemetry: Telemetry | undefined;
  readonly demo: Demo | undefined;
}

function terminalOf({ stdout }: NodeJS.Process) {
  return {
    print: (text: string) => void stdout.write(text),
    isTerminal: stdout.isTTY === true,
  };
}

/**
 * Serves opened data until a signal. Creates the parts of the server in the order of their
 * dependencies, and adds how to close them.
 */
export async function serveData(started: StartedServer): Promise<void> {
  const { host, program, config, log, closing, context, found, opened, telemetry, demo } = started;
  const { storage, now, commits, leadership, shared: database } = found;
  const isHosted = config.mode === "hosted";
  const terminal = terminalOf(host);
  const { onFault } = context;
  const onWarning = (reason: string) => log.warn("storage", { reason });
  const services = createServices({
    ...{ opened, guardMinutes: telemetry?.guards },
    ...{ leadership, isStart: database === undefined, remembersProperties: isHosted, onFault },
    ...serviceOptions(config, { log, telemetry, now }),
  });
  closing.add("the writer", closeMs.writer, () => services.stop());
  // Guards of rollouts may wait for telemetry, and the writer waits for guards.
  closing.add("the start of telemetry", closeMs.telemetry, async () => telemetry?.cancelStart());
  const counter = evaluationCounter(config, telemetry, { ...context, now });
  closing.add("the counts of evaluations", closeMs.background, async () => counter?.close());
  const tokenUse = new TokenUse({ writer: services.writer, now });
  const storeUse = closingUnlessUnreachable(database, tokenUse);
  closing.add("the use of tokens", closeMs.background, storeUse);
  if (telemetry !== undefined) {
    notifyTelemetry(telemetry, services.writer);
    await demo?.startTelemetry(telemetry, opened);
  }
  const streams = new EventStreams({ source: services.writer, now, onFault });
  const shared = { config, log, context, services, storage, now, version, database };
  // Meanwhile the changes of the start are committed.
  const publicSite = buildPublicSite({ ...shared, streams, telemetry, counter, tokenUse });
  await services.ready;
  const replication = servedReplication({ ...shared, commits, telemetry });
  const webhooks = serverWebhooks(shared);
  let schedules: ServerSchedules | undefined;
  let siteUrl = config.publicUrl;
  const { api, handlers, ownerApi } = buildSite(
    host,
    {
      ...{ ...shared, ...publicSite, streams, telemetry, replication },
      ...{ webhooks: webhooks.service, webhookCounters: webhooks.counters },
      provider: await servedProvider(shared),
      ...demo?.siteParts(config, services.writer),
    },
    { schedules: () => schedules, siteUrl: () => siteUrl },
  );
  const checkpoints = serverCheckpoints({ ...shared, leadership, closing });
  closing.add("open requests", closeMs.requests, async () => undefined);
  if (database === undefined) {
    const { dataDirectory: directory } = config;
    const administration = await serveAdministration({ directory, adminApi: ownerApi, onFault });
    closing.addParallel("the administration socket", () => administration.stop());
  }
  const listening = await open(config, log, handlers, services);
  addListening(closing, { listening, streams, replication });
  siteUrl = siteLink(config, listening.url);
  // The first answer waits neither for the rest of the start nor for the worker of telemetry.
  await yieldToEventLoop();
  await (demo === undefined ? telemetry?.start() : undefined);
  webhooks.start(closing, leadership);
  await checkpoints.start();
  database?.start(services.writer);
  recordServer(config.dataDirectory, { ...config, siteUrl }, context.onFault);
  const hangups = await handleHangups({ tls: config.tls, listening, log, signals: host });
  closing.add("certificates", closeMs.background, () => hangups.stop());
  const children = { program, environment: host.env, leadership, ...checkpoints };
  schedules = startSchedules({ config, log, now, closing, ...children });
  const signal = nextSignal(host);
  if (isHosted) {
    // After everything that may fail: a token that is created before would never be shown.
    const urls = startUrls(config, api.prefix, listening.url);
    await showStart({ ...terminal, now }, config, services, urls, onWarning);
    await demo?.start({ ...terminal, ...urls, ...shared, ...handlers, ...webhooks, closing });
  }
  terminal.print(`listening on ${listening.url}\n`);
  const place = placeOf(config, database);
  log.info("started", { version, mode: config.mode, address: listening.url, ...place });
  log.info("stopping", { signal: await signal });
}

function placeOf({ dataDirectory }: Config, database: SharedDatabase | undefined) {
  return database === undefined ? { data: resolve(dataDirectory) } : { node: database.node };
}

type SiteParts = Omit<ServerFetchOptions, "apis" | "ui" | "readiness" | "process" | "nanoseconds"> &
  Pick<ServedUiOptions, "telemetry" | "webhooks" | "provider" | "changePack"> &
  ServedApis &
  Pick<ServedApiOptions, "onCaller"> & {
    readonly replication: Api | undefined;
    readonly database: SharedDatabase | undefined;
  };

/** What is known once the server listens. */
interface Later {
  readonly schedules: () => ServerSchedules | undefined;
  readonly siteUrl: () => string | undefined;
}

type PublicSiteParts = Omit<ServedApiOptions, "onCaller" | "ticketSecret" | "nowMs"> & {
  readonly database: SharedDatabase | undefined;
  readonly tokenUse: TokenUse;
};

const clocks = { nowMs: monotonicMs, nanoseconds };

/** The APIs of clients. */
function buildPublicSite(parts: PublicSiteParts) {
  const onCaller = servedAdmission({ ...parts, ...clocks });
  const ticketSecret = parts.database?.secret;
  return { onCaller, ...servedApis({ ...parts, ...clocks, onCaller, ticketSecret }) };
}

/** Everything that answers requests. */
function buildSite(host: NodeJS.Process, parts: SiteParts, { schedules, siteUrl }: Later) {
  const memoryBytes = () => host.memoryUsage.rss();
  const backups = () => schedules()?.backups;
  const readiness = serverReadiness({ ...parts, ...clocks, backups });
  const server = runningServerFacts({ ...parts, readiness, memoryBytes });
  const { api, ofrep, clients } = parts;
  const late = { readiness, backups, clients, selftests: () => schedules()?.selftests };
  const migrations = serverMigrations({ ...parts, ...clocks });
  const { ui, guard, ownerApi } = servedUi({
    ...parts,
    ...clocks,
    ...{ ...late, siteUrl, server },
    quarantine: migrations?.quarantine,
    apiPath: api.prefix,
    pack: uiPack,
    onLinkUsed: (code) => removeFirstStartFile(parts.config.dataDirectory, code),
    memoryBytes,
  });
  const replication = parts.replication === undefined ? [] : [parts.replication];
  const mcp = servedMcp({ ...parts, ui, guard });
  const apis = [api, ofrep, ...replication, ...(migrations?.apis ?? []), ...mcp];
  const handlers = serverFetch({ ...parts, ...clocks, ...late, apis, ui, process: host });
  return { api, handlers, ownerApi };
}

async function open(config: Config, log: Log, handlers: ServerFetch, { writer }: Services) {
  const tls = config.tls && (await readTlsFiles(config.tls));
  await storePresetToken(config, writer);
  return openListeners({ config, log, tls, handlers, nowMs: monotonicMs });
}
