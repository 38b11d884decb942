import { resolve } from "node:path";
import uiPack from "../build/ui.pack" with { type: "file" };
import { createServices, type Services } from "./app/services/services.ts";
import { TokenUse } from "./app/sessions/token-use.ts";
import { serveAdministration } from "./cli/administration/administration-server.ts";
import { removeFirstStartFile } from "./cli/administration/first-start-file.ts";
import { recordServer } from "./cli/administration/recorded-mode.ts";
import { storePresetToken } from "./cli/administration/store-preset-token.ts";
import type { ProgramData } from "./cli/data-access/program-data.ts";
import { showStart } from "./cli/data-access/show-start.ts";
import { closingUnlessUnreachable, type SharedDatabase } from "./cluster/shared-database.ts";
import type { Config } from "./config/config.ts";
import { readTlsFiles } from "./config/read-tls-files.ts";
import type { PrimaryConfig } from "./config/replica-settings.ts";
import { describeError } from "./core/text/describe-error.ts";
import { gatehouseVersion as version } from "./core/version.ts";
import type { Demo } from "./demo/demo.ts";
import { faultLog } from "./http/log/fault-log.ts";
import { createLog, type Log } from "./http/log/log.ts";
import type { Api } from "./http/routing/api.ts";
import { EventStreams } from "./http/sse/event-streams.ts";
import { addListening } from "./server/add-listening.ts";
import { ClosingSteps, closeMs } from "./server/closing-steps.ts";
import { handleHangups } from "./server/handle-hangups.ts";
import { nextSignal } from "./server/next-signal.ts";
import { openListeners } from "./server/open-listeners.ts";
import { siteLink, startUrls } from "./server/public-links.ts";
import { runningServerFacts } from "./server/running-server-facts.ts";
import { type ServedApiOptions, servedAdmission, servedApis } from "./server/served-api.ts";
import { servedMcp } from "./server/served-mcp.ts";
import { servedReplication } from "./server/served-replication.ts";
import { type ServedUiOptions, servedUi } from "./server/served-ui.ts";
import { serverCheckpoints } from "./server/server-checkpoints.ts";
import { contextOf } from "./server/server-context.ts";
import { evaluationCounter } from "./server/server-counter.ts";
import { type ServerFetch, type ServerFetchOptions, serverFetch } from "./server/server-fetch.ts";
import { serverMigrations } from "./server/server-migrations.ts";
import { serverReadiness } from "./server/server-readiness.ts";
import { type ServerSchedules, startSchedules } from "./server/server-schedules.ts";
import { serverWebhooks } from "./server/server-webhooks.ts";
import { serviceOptions } from "./server/service-options.ts";
import { servedProvider } from "./server/sign-on/served-provider.ts";
import { warnOfDirectory } from "./server/warn-of-directory.ts";
import { lockDirectory } from "./storage/sqlite/database/sqlite-database.ts";
import { notifyTelemetry } from "./telemetry/notify-telemetry.ts";

const exitSuccess = 0;
const exitFault = 1;

const { nanoseconds } = Bun;
const monotonicMs = () => Bun.nanoseconds() / 1_000_000;

/** The process of a server, and what its entry created. */
export interface ServingProcess {
  readonly host: NodeJS.Process;
  readonly data: ProgramData;
  /** The command that starts this program in another process. */
  readonly program: readonly string[];
}

/** Runs a server until a signal; resolves to the exit code. */
export async function serve(given: Config, serving: ServingProcess): Promise<number> {
  const { host } = serving;
  const log = createLog({
    level: given.logLevel,
    format: given.logFormat,
    now: Date.now,
    write: (line) => host.stderr.write(line),
  });
  const closing = new ClosingSteps((part, error) =>
    log.error("not closed", { part, reason: describeError(error) }),
  );
  try {
    const demo = given.demo ? await createDemo(log) : undefined;
    closing.add("the demo", closeMs.background, async () => demo?.remove());
    const config = demo?.configOf(given) ?? given;
    await (config.origin === undefined
      ? serveUntilSignalled(serving, config, { log, closing, demo })
      : followUntilSignalled(serving, config, { origin: config.origin, log, closing }));
  } catch (error) {
    await closing.closeAll();
    throw error;
  }
  const isClosed = await closing.closeAll();
  log.info("stopped");
  return isClosed ? exitSuccess : exitFault;
}

async function createDemo(log: Log): Promise<Demo> {
  const { Demo } = await import("./demo/demo.ts");
  return new Demo({ now: Date.now, random: Math.random, onFault: faultLog(log) });
}

/** What a server is started with in addition to its settings. */
interface Start {
  readonly log: Log;
  readonly closing: ClosingSteps;
}

async function followUntilSignalled(
  { host, data }: ServingProcess,
  config: Config,
  { origin, log, closing }: Start & { readonly origin: PrimaryConfig },
): Promise<void> {
  const { serveReplica } = await import("./server/serve-replica.ts");
  const context = contextOf(config, log, host.exit);
  await serveReplica({
    ...{ config, origin, log, closing, context, version, process: host },
    ...{ lock: lockDirectory, memoryBytes: () => host.memoryUsage.rss() },
    print: terminalOf(host).print,
    openCopy: (dataDirectory) => data.openDirectory({ ...config, dataDirectory }, context.onFault),
  });
}

function terminalOf({ stdout }: NodeJS.Process) {
  return {
    print: (text: string) => void stdout.write(text),
    isTerminal: stdout.isTTY === true,
  };
}

/** Opens the parts of the server in the order of their dependencies, and adds how to close them. */
async function serveUntilSignalled(
  { host, data, program }: ServingProcess,
  config: Config,
  { log, closing, demo }: Start & { readonly demo: Demo | undefined },
): Promise<void> {
  const isHosted = config.mode === "hosted";
  const terminal = terminalOf(host);
  const context = contextOf(config, log, host.exit);
  const onWarning = (reason: string) => log.warn("storage", { reason });
  const found = await data.open(config, { ...context, onWarning });
  const { storage, now, commits, leadership, shared: database } = found;
  closing.add("the storage", closeMs.storage, () => storage.close());
  closing.add("scheduled work", closeMs.writer, () => found.stop());
  const opened = (await demo?.fill(found)) ?? found;
  warnOfDirectory(config, log);
  const { onFault } = context;
  const reports = { onFault, onWarning: (reason: string) => log.warn("telemetry", { reason }) };
  const telemetry = isHosted ? await data.openTelemetry(config, opened, reports) : undefined;
  closing.add("telemetry", closeMs.telemetry, async () => telemetry?.close());
  const services = createServices({
    ...{ opened, guardMinutes: telemetry?.guards },
    ...{ leadership, isStart: database === undefined, remembersProperties: isHosted, onFault },
    ...serviceOptions(config, { log, telemetry, now }),
  });
  closing.add("the writer", closeMs.writer, () => services.stop());
  const counter = evaluationCounter(config, telemetry, { ...context, now });
  closing.add("the counts of evaluations", closeMs.background, async () => counter?.close());
  const tokenUse = new TokenUse({ writer: services.writer, now });
  const storeUse = closingUnlessUnreachable(database, tokenUse);
  closing.add("the use of tokens", closeMs.background, storeUse);
  if (telemetry !== undefined) {
    notifyTelemetry(telemetry, services.writer);
    await demo?.fillTelemetry(telemetry, opened);
  }
  await services.ready;
  const streams = new EventStreams({ source: services.writer, now, onFault });
  const shared = { config, log, context, services, storage, now, version, database };
  const replication = servedReplication({ ...shared, commits, telemetry });
  const webhooks = serverWebhooks(shared);
  let schedules: ServerSchedules | undefined;
  let siteUrl = config.publicUrl;
  const { api, handlers, ownerApi } = buildSite(
    host,
    {
      ...{ ...shared, streams, telemetry, counter, replication },
      ...{ webhooks: webhooks.service, webhookCounters: webhooks.counters },
      provider: await servedProvider(shared),
      ...demo?.siteParts(config, services.writer),
    },
    tokenUse,
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
  Pick<ServedApiOptions, "counter"> & {
    readonly replication: Api | undefined;
    readonly database: SharedDatabase | undefined;
  };

/** What is known once the server listens. */
interface Later {
  readonly schedules: () => ServerSchedules | undefined;
  readonly siteUrl: () => string | undefined;
}

/** Everything that answers requests. */
function buildSite(
  host: NodeJS.Process,
  parts: SiteParts,
  tokenUse: TokenUse,
  { schedules, siteUrl }: Later,
) {
  const memoryBytes = () => host.memoryUsage.rss();
  const backups = () => schedules()?.backups;
  const clocks = { nowMs: monotonicMs, nanoseconds };
  const readiness = serverReadiness({ ...parts, ...clocks, backups });
  const server = runningServerFacts({ ...parts, readiness, memoryBytes });
  const ticketSecret = parts.database?.secret;
  const onCaller = servedAdmission({ ...parts, ...clocks, tokenUse });
  const { api, ofrep, clients } = servedApis({ ...parts, ...clocks, onCaller, ticketSecret });
  const late = { readiness, backups, clients, selftests: () => schedules()?.selftests };
  const migrations = serverMigrations({ ...parts, ...clocks });
  const { ui, guard, ownerApi } = servedUi({
    ...parts,
    ...clocks,
    ...{ ...late, onCaller, siteUrl, server },
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
