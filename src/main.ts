import { basename } from "node:path";
import { administerDirectory } from "./administration/administer-directory.ts";
import { Administration } from "./administration/administration.ts";
import { serveAdministration } from "./administration/administration-server.ts";
import { ensureFirstToken } from "./administration/first-token.ts";
import { backUpInChildProcess } from "./backup/backup-process.ts";
import { startBackupSchedule } from "./backup/backup-schedule.ts";
import { gatehouseProgram } from "./cli/program.ts";
import { runCli } from "./cli/run-cli.ts";
import { gatehouseVersion } from "./cli/version.ts";
import type { Config } from "./config/config.ts";
import { ConfigError } from "./config/config-error.ts";
import { deployHosted } from "./flipper-api/hosted-api.ts";
import { deployMountable } from "./flipper-api/mountable-api.ts";
import type { Api } from "./http/routing/api.ts";
import { withLineRateLimit } from "./log/line-rate-limit.ts";
import { createLog, type Log } from "./log/log.ts";
import { firstTokenNotice } from "./server/first-token-notice.ts";
import { type Listening, listen } from "./server/listen.ts";
import { Operations } from "./server/operations.ts";
import { siteFetch } from "./server/site.ts";
import type { Core } from "./services/services.ts";
import { openWithRetry } from "./storage/open-with-retry.ts";
import { openSqliteStorage } from "./storage/sqlite/sqlite-storage.ts";
import { type OpenedStorage, StorageError } from "./storage/storage.ts";
import { startTelemetry, type Telemetry } from "./telemetry/telemetry.ts";
import { describeError } from "./text/describe-error.ts";

const done = 0;
const failed = 1;
const unusable = 2;
/** A command of the shell may have the data directory for a moment. */
const shellPatienceMs = 1_000;
const faultLinesPerSecondMax = 20;

interface Deployed extends Core {
  readonly api: Api;
  readonly apiPrefix: string;
}

async function serve(config: Config): Promise<number> {
  const log = createLog({
    level: config.logLevel,
    format: config.logFormat,
    now: Date.now,
    write: (line) => process.stderr.write(line),
  });
  await serveUntilSignalled(config, log);
  log.info("stopped");
  return done;
}

async function serveUntilSignalled(config: Config, log: Log): Promise<void> {
  const opened = await openWithRetry(
    () =>
      openSqliteStorage(config.dataDirectory, {
        walAutocheckpointPages: config.walAutocheckpointPages,
      }),
    shellPatienceMs,
  );
  await using stack = new AsyncDisposableStack();
  stack.defer(() => opened.storage.close());
  const operations = operate(config, opened, log);
  const telemetry = config.mode === "hosted" ? await telemetryOf(config, opened, log) : undefined;
  stack.defer(() => telemetry?.close());
  const deployed = deploy(config, operations, telemetry, log);
  stack.defer(() => deployed.writer.close());
  await deployed.ready;
  operations.attend(deployed);
  const administration = await serveAdministration({
    directory: config.dataDirectory,
    administration: new Administration(deployed.writer),
    onFault: faultLog(log),
  });
  stack.defer(() => administration.stop());
  const listening = await open(config, deployed, operations, telemetry, log);
  stack.defer(() => listening.stop());
  const backups = scheduleBackups(config, log);
  stack.defer(() => backups?.stop());
  const signal = nextSignal();
  if (config.mode === "hosted") {
    // Only now: a token made before a start that fails would never be shown.
    const value = await deployed.writer.submit((draft) => ensureFirstToken(draft, config.token));
    if (value !== null) {
      process.stdout.write(firstTokenNotice(value, `${listening.url}${deployed.apiPrefix}`));
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

/** What starts this executable, or the sources, again. */
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

function telemetryOf(config: Config, { state }: OpenedStorage, log: Log): Promise<Telemetry> {
  return startTelemetry({
    workerUrl: new URL("./telemetry/worker/worker.ts", import.meta.url),
    directory: config.dataDirectory,
    state,
    now: Date.now,
    onFault: faultLog(log),
  });
}

function operate(config: Config, opened: OpenedStorage, log: Log): Operations {
  return new Operations({
    config,
    opened,
    log,
    docsUrl: docsUrlOf(config),
    version: gatehouseVersion,
    process,
    now: Date.now,
    nanoseconds: Bun.nanoseconds,
    onFault: faultLog(log),
  });
}

function deploy(
  config: Config,
  { opened, onCaller, trace }: Operations,
  telemetry: Telemetry | undefined,
  log: Log,
): Deployed {
  const common = {
    opened,
    onCaller,
    trace,
    docsUrl: docsUrlOf(config),
    pollIntervalSeconds: config.pollIntervalSeconds,
    importBytesMax: config.importBytesMax,
    surroundings: { now: Date.now, random: Math.random },
    onFault: faultLog(log),
  };
  if (config.mode === "hosted") {
    const apiPrefix = `${config.basePath}/adapter`;
    return {
      apiPrefix,
      ...deployHosted({
        ...common,
        prefix: apiPrefix,
        telemetry,
        telemetryIntervalSeconds: config.telemetryIntervalSeconds,
      }),
    };
  }
  const apiPrefix = config.basePath + config.mountPath;
  return {
    apiPrefix,
    ...deployMountable({
      ...common,
      mountPath: apiPrefix,
      groups: new Set(config.groups),
      credentials: config.basicAuth,
    }),
  };
}

async function open(
  config: Config,
  deployed: Deployed,
  operations: Operations,
  telemetry: Telemetry | undefined,
  log: Log,
): Promise<Listening> {
  const site = siteFetch({
    api: deployed.api,
    apiPrefix: deployed.apiPrefix,
    basePath: config.basePath,
    docsUrl: docsUrlOf(config),
    version: gatehouseVersion,
    onFault: faultLog(log),
    companions: operations.companions(deployed, telemetry),
    trace: operations.trace,
  });
  return listen({
    host: config.host,
    port: config.port,
    tls: await tlsTexts(config),
    requestTimeoutSeconds: config.requestTimeoutSeconds,
    headerBytesMax: config.headerBytesMax,
    fetch: operations.inFront(site, deployed.api.headersOf),
  });
}

function docsUrlOf(config: Config): string {
  return config.docsUrl ?? `${config.basePath}/swagger`;
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

/** Faults of the surroundings are one line and code 2; faults of ours keep their stack and are 1. */
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
      return unusable;
    }
    output.err(`${error instanceof Error ? error.stack : String(error)}\n`);
    return failed;
  }
}

/** Whoever reads the output may leave before the end: that is no fault, and ends no server. */
function ignoreReaderGone(error: Error & { readonly code?: unknown }): void {
  if (error.code !== "EPIPE") {
    throw error;
  }
}

for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", ignoreReaderGone);
}
process.exitCode = await main();
