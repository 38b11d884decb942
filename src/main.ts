import { basename } from "node:path";
import { administerDirectory } from "./administration/administer-directory.ts";
import { Administration } from "./administration/administration.ts";
import { serveAdministration } from "./administration/administration-server.ts";
import { ensureFirstToken } from "./administration/first-token.ts";
import { backUpInChildProcess } from "./backup/backup-process.ts";
import { startBackupSchedule } from "./backup/backup-schedule.ts";
import { gatehouseProgram } from "./cli/program.ts";
import { runCli } from "./cli/run-cli.ts";
import { mountableGroupPolicy } from "./commands/group-policy.ts";
import { hostedGroupPolicy } from "./commands/hosted-group-policy.ts";
import type { Config } from "./config/config.ts";
import { ConfigError } from "./config/config-error.ts";
import { hostedApi } from "./flipper-api/hosted-api.ts";
import { mountableApi } from "./flipper-api/mountable-api.ts";
import type { Api } from "./http/routing/api.ts";
import type { ApiContext } from "./http/routing/api-context.ts";
import type { Fetch } from "./http/routing/fetch.ts";
import { Trace } from "./http/routing/trace.ts";
import { withLineRateLimit } from "./log/line-rate-limit.ts";
import { createLog, type Log } from "./log/log.ts";
import { MeasuredStorage } from "./metrics/measured-storage.ts";
import { callerAdmission } from "./server/admit-caller.ts";
import { ClosingSteps } from "./server/closing-steps.ts";
import { firstTokenNotice } from "./server/first-token-notice.ts";
import { type Listening, listen } from "./server/listen.ts";
import { serverFetch } from "./server/server-fetch.ts";
import { createServices, type Services } from "./services/services.ts";
import { openWithRetry } from "./storage/open-with-retry.ts";
import { openSqliteStorage } from "./storage/sqlite/sqlite-storage.ts";
import { type OpenedStorage, StorageError } from "./storage/storage.ts";
import { startTelemetry, type Telemetry } from "./telemetry/telemetry.ts";
import { describeError } from "./text/describe-error.ts";
import { gatehouseVersion } from "./version.ts";

const done = 0;
const failed = 1;
const unusable = 2;
/** How long a start waits for a command of the shell that has the data directory open. */
const shellPatienceMs = 1_000;
/**
 * How long each part may take to close; together less than 15 seconds. Requests have 10 seconds, and
 * connections are read before that.
 */
const closeMs = { backups: 500, requests: 10_500, writer: 1_000, telemetry: 1_000, storage: 1_500 };
/** How long the process may need to end by itself once everything is closed. */
const exitMs = 300;
const faultLinesPerSecondMax = 20;
const nsPerMs = 1_000_000;

async function serve(config: Config): Promise<number> {
  const log = createLog({
    level: config.logLevel,
    format: config.logFormat,
    now: Date.now,
    write: (line) => process.stderr.write(line),
  });
  const closing = new ClosingSteps();
  try {
    await serveUntilSignalled(config, log, closing);
  } catch (error) {
    await closeAll(closing, log);
    throw error;
  }
  const isClosed = await closeAll(closing, log);
  log.info("stopped");
  return isClosed ? done : failed;
}

/** Returns whether everything was closed in time. */
async function closeAll(closing: ClosingSteps, log: Log): Promise<boolean> {
  const failedSteps = await closing.closeAll();
  for (const { name, error } of failedSteps) {
    log.error("not closed", { part: name, reason: describeError(error) });
  }
  return failedSteps.length === 0;
}

/** Opens everything in the order in which it depends on each other, and adds how to close it. */
async function serveUntilSignalled(config: Config, log: Log, closing: ClosingSteps): Promise<void> {
  const isHosted = config.mode === "hosted";
  const context: ApiContext = {
    docsUrl: config.docsUrl ?? `${config.basePath}/swagger`,
    onFault: faultLog(log),
    trace: new Trace(),
  };
  const opened = await openStorage(config, context);
  const storage = new MeasuredStorage({
    storage: opened.storage,
    nanoseconds: Bun.nanoseconds,
  });
  closing.add("gatehouse.db", closeMs.storage, () => storage.close());
  const telemetry = isHosted ? await openTelemetry(config, opened, context) : undefined;
  closing.add("telemetry", closeMs.telemetry, async () => telemetry?.close());
  const services = createServices({
    opened: { ...opened, storage },
    groupPolicy: isHosted ? hostedGroupPolicy : mountableGroupPolicy(new Set(config.groups)),
    checkInputs: { now: Date.now, random: Math.random, crc32: Bun.hash.crc32 },
    onFault: context.onFault,
  });
  closing.add("the writer", closeMs.writer, () => services.writer.close());
  if (telemetry !== undefined) {
    services.writer.onCommit((changes, state) => telemetry.applyCommit(changes, state));
  }
  await services.ready;
  const api = isHosted
    ? hosted(config, context, services, telemetry)
    : mountable(config, context, services);
  const fetch = serverFetch({
    config,
    log,
    context,
    services,
    storage,
    telemetry,
    apis: [api],
    version: gatehouseVersion,
    process,
    now: Date.now,
    nanoseconds: Bun.nanoseconds,
  });
  const administration = await serveAdministration({
    directory: config.dataDirectory,
    administration: new Administration(services.writer),
    onFault: context.onFault,
  });
  closing.add("the administration socket", closeMs.requests, () => administration.stop());
  const listening = await open(config, fetch);
  closing.addBeside("the listener", () => listening.stop());
  const backups = scheduleBackups(config, log);
  closing.add("backups", closeMs.backups, async () => backups?.stop());
  const signal = nextSignal();
  if (isHosted) {
    // Only now: a token made before a start that fails would never be shown.
    const value = await services.writer.submit((draft) => ensureFirstToken(draft, config.token));
    if (value !== null) {
      process.stdout.write(firstTokenNotice(value, listening.url + api.prefix));
    }
  }
  process.stdout.write(`listening on ${listening.url}\n`);
  log.info("started", {
    version: gatehouseVersion,
    mode: config.mode,
    address: listening.url,
    data: basename(config.dataDirectory),
  });
  log.info("stopping", { signal: await signal });
}

function openStorage(
  { dataDirectory, walAutocheckpointPages }: Config,
  { onFault }: ApiContext,
): Promise<OpenedStorage> {
  const workerUrl = new URL("./storage/sqlite/commit-worker.ts", import.meta.url);
  return openWithRetry(
    () => openSqliteStorage(dataDirectory, { walAutocheckpointPages, workerUrl, onFault }),
    shellPatienceMs,
  );
}

function openTelemetry(
  { dataDirectory }: Config,
  { state }: OpenedStorage,
  { onFault }: ApiContext,
): Promise<Telemetry> {
  return startTelemetry({
    workerUrl: new URL("./telemetry/worker/worker.ts", import.meta.url),
    directory: dataDirectory,
    state,
    now: Date.now,
    onFault,
  });
}

function hosted(
  config: Config,
  context: ApiContext,
  services: Services,
  telemetry: Telemetry | undefined,
): Api {
  return hostedApi({
    context,
    services,
    telemetry,
    prefix: `${config.basePath}/adapter`,
    now: Date.now,
    pollIntervalSeconds: config.pollIntervalSeconds,
    telemetryIntervalSeconds: config.telemetryIntervalSeconds,
    importBytesMax: config.importBytesMax,
    onCaller: admission(config, context),
  });
}

function mountable(config: Config, context: ApiContext, services: Services): Api {
  return mountableApi({
    context,
    services,
    mountPath: config.basePath + config.mountPath,
    credentials: config.basicAuth,
    pollIntervalSeconds: config.pollIntervalSeconds,
    importBytesMax: config.importBytesMax,
    onCaller: admission(config, context),
  });
}

function admission({ tokenRate }: Config, { trace }: ApiContext) {
  return callerAdmission({ trace, tokenRate, nowMs: () => Bun.nanoseconds() / nsPerMs });
}

async function open(config: Config, fetch: Fetch): Promise<Listening> {
  return listen({
    host: config.host,
    port: config.port,
    tls: await tlsTexts(config),
    requestTimeoutSeconds: config.requestTimeoutSeconds,
    headerBytesMax: config.headerBytesMax,
    fetch,
  });
}

/** The command that starts this executable, or the sources, again. */
const itself = Bun.isStandaloneExecutable
  ? [process.execPath]
  : [process.execPath, "--no-env-file", Bun.main];

function scheduleBackups({ dataDirectory, backups }: Config, log: Log) {
  return (
    backups &&
    startBackupSchedule({
      ...backups,
      backUp: (file, signal) => backUpInChildProcess(itself, dataDirectory, file, signal),
      now: Date.now,
      onDone: (file) => log.info("backed up", { file }),
      onFailure: (error) => log.error("backup failed", { reason: describeError(error) }),
    })
  );
}

function faultLog(log: Log) {
  const budgeted = withLineRateLimit(log, faultLinesPerSecondMax);
  return (error: unknown, requestId = "none") =>
    budgeted.error("fault", { requestId, reason: describeError(error) });
}

async function tlsTexts({ tls }: Config) {
  return tls === undefined
    ? undefined
    : { cert: await Bun.file(tls.certificateFile).text(), key: await Bun.file(tls.keyFile).text() };
}

function nextSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.once(signal, () => resolve(signal));
    }
  });
}

/** Returns the exit code: 2, with one line, for bad input or an unusable medium; 1, with a stack, for a fault of ours. */
async function main(): Promise<number> {
  const output = {
    out: (text: string) => void process.stdout.write(text),
    err: (text: string) => void process.stderr.write(text),
  };
  try {
    const program = gatehouseProgram({
      serve,
      administerAt: (directory) =>
        administerDirectory({
          directory,
          open: (path) => openSqliteStorage(path),
          now: Date.now,
        }),
    });
    return await runCli(process.argv.slice(2), process.env, output, program);
  } catch (error) {
    if (error instanceof StorageError || error instanceof ConfigError) {
      output.err(`gatehouse: ${error.message}\n`);
      return unusable;
    }
    output.err(`${error instanceof Error ? error.stack : String(error)}\n`);
    return failed;
  }
}

/** A reader of the output may close it before the end; that does not end the server. */
function ignoreReaderGone(error: Error & { readonly code?: unknown }): void {
  if (error.code !== "EPIPE") {
    throw error;
  }
}

for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", ignoreReaderGone);
}
process.exitCode = await main();
// What could not be closed must not keep the process from ending.
setTimeout(() => process.exit(), exitMs).unref();
