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
import type { FetchHandler } from "./http/routing/fetch-handler.ts";
import { RequestTrace } from "./http/routing/request-trace.ts";
import { withLineRateLimit } from "./log/line-rate-limit.ts";
import { createLog, type Log } from "./log/log.ts";
import { MeasuredStorage } from "./metrics/measured-storage.ts";
import { callerAdmission } from "./server/caller-admission.ts";
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

const exitSuccess = 0;
const exitFault = 1;
const exitUnusable = 2;
/** How long a start waits for a command-line command that has the data directory open. */
const directoryWaitMs = 1_000;
const faultLinesPerSecondMax = 20;
const nsPerMs = 1_000_000;

async function serve(config: Config): Promise<number> {
  const log = createLog({
    level: config.logLevel,
    format: config.logFormat,
    now: Date.now,
    write: (line) => process.stderr.write(line),
  });
  await serveUntilSignalled(config, log);
  log.info("stopped");
  return exitSuccess;
}

/** Opens the parts of the server in the order of their dependencies, and closes them in reverse. */
async function serveUntilSignalled(config: Config, log: Log): Promise<void> {
  const isHosted = config.mode === "hosted";
  const context: ApiContext = {
    docsUrl: config.docsUrl ?? `${config.basePath}/swagger`,
    onFault: faultLog(log),
    trace: new RequestTrace(),
  };
  await using stack = new AsyncDisposableStack();
  const opened = await openStorage(config);
  const storage = new MeasuredStorage({
    storage: opened.storage,
    nanoseconds: Bun.nanoseconds,
  });
  stack.defer(() => storage.close());
  const telemetry = isHosted ? await openTelemetry(config, opened, context) : undefined;
  stack.defer(() => telemetry?.close());
  const services = createServices({
    opened: { storage, state: opened.state },
    groupPolicy: isHosted ? hostedGroupPolicy : mountableGroupPolicy(new Set(config.groups)),
    checkInputs: { now: Date.now, random: Math.random, crc32: Bun.hash.crc32 },
    onFault: context.onFault,
  });
  stack.defer(() => services.writer.close());
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
    administration: new Administration(services),
    onFault: context.onFault,
  });
  stack.defer(() => administration.stop());
  const listening = await open(config, fetch);
  stack.defer(() => listening.stop());
  const backups = scheduleBackups(config, log);
  stack.defer(() => backups?.stop());
  const signal = nextSignal();
  if (isHosted) {
    // After everything that may fail: a token that is created before would never be shown.
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

function openStorage({ dataDirectory, walAutocheckpointPages }: Config): Promise<OpenedStorage> {
  return openWithRetry(
    () => openSqliteStorage(dataDirectory, { walAutocheckpointPages }),
    directoryWaitMs,
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

async function open(config: Config, fetch: FetchHandler): Promise<Listening> {
  return listen({
    host: config.host,
    port: config.port,
    tls: await tlsTexts(config),
    requestTimeoutSeconds: config.requestTimeoutSeconds,
    headerBytesMax: config.headerBytesMax,
    fetch,
  });
}

/** The command that starts this program in another process. */
const programCommand = Bun.isStandaloneExecutable
  ? [process.execPath]
  : [process.execPath, "--no-env-file", Bun.main];

function scheduleBackups({ dataDirectory, backups }: Config, log: Log) {
  return (
    backups &&
    startBackupSchedule({
      ...backups,
      backUp: (file, signal) => backUpInChildProcess(programCommand, dataDirectory, file, signal),
      now: Date.now,
      onDone: (file) => log.info("backed up", { file }),
      onFailure: (error) => log.error("backup failed", { reason: describeError(error) }),
    })
  );
}

function faultLog(log: Log) {
  const rateLimited = withLineRateLimit(log, faultLinesPerSecondMax);
  return (error: unknown, requestId = "none") =>
    rateLimited.error("fault", { requestId, reason: describeError(error) });
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

/**
 * Returns the exit code: 2 with one line of text for unusable settings or an unusable data
 * directory, 1 with a stack trace for a fault of the program.
 */
async function main(): Promise<number> {
  const output = {
    out: (text: string) => void process.stdout.write(text),
    err: (text: string) => void process.stderr.write(text),
  };
  try {
    const program = gatehouseProgram({
      serve,
      administerAt: (directory) =>
        administerDirectory({ directory, open: openSqliteStorage, now: Date.now }),
    });
    return await runCli(process.argv.slice(2), process.env, output, program);
  } catch (error) {
    if (error instanceof StorageError || error instanceof ConfigError) {
      output.err(`gatehouse: ${error.message}\n`);
      return exitUnusable;
    }
    output.err(`${error instanceof Error ? error.stack : String(error)}\n`);
    return exitFault;
  }
}

/** The reader of the output may close it; the server goes on. */
function ignoreClosedOutput(error: Error & { readonly code?: unknown }): void {
  if (error.code !== "EPIPE") {
    throw error;
  }
}

for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", ignoreClosedOutput);
}
process.exitCode = await main();
