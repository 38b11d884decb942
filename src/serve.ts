import type { ProgramData } from "./cli/data-access/program-data.ts";
import type { Config } from "./config/config.ts";
import type { PrimaryConfig } from "./config/replica-settings.ts";
import { describeError } from "./core/text/describe-error.ts";
import { gatehouseVersion as version } from "./core/version.ts";
import type { Demo } from "./demo/demo.ts";
import { faultLog } from "./http/log/fault-log.ts";
import { createLog, type Log } from "./http/log/log.ts";
import type { StartedServer } from "./serve-data.ts";
import { ClosingSteps, closeMs } from "./server/closing-steps.ts";
import { contextOf } from "./server/server-context.ts";
import { warnOfDirectory } from "./server/warn-of-directory.ts";
import { lockDirectory } from "./storage/sqlite/database/sqlite-database.ts";

const exitSuccess = 0;
const exitFault = 1;

/** The process of a server, and what its entry created. */
export interface ServingProcess extends Pick<StartedServer, "host" | "program"> {
  readonly data: ProgramData;
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
    print: (text) => void host.stdout.write(text),
    openCopy: (dataDirectory) => data.openDirectory({ ...config, dataDirectory }, context.onFault),
  });
}

/** Opens the data, and serves it. */
async function serveUntilSignalled(
  { data, ...serving }: ServingProcess,
  config: Config,
  { log, closing, demo }: Start & { readonly demo: Demo | undefined },
): Promise<void> {
  const context = contextOf(config, log, serving.host.exit);
  const { onFault } = context;
  const onWarning = (reason: string) => log.warn("storage", { reason });
  // Loading holds the thread, so the worker is first sent what to open.
  const onLoaded = () => {
    setImmediate(() => void loadServeData().catch(() => undefined));
  };
  const found = await data.open(config, { onFault, onWarning, onLoaded });
  closing.add("the storage", closeMs.storage, () => found.storage.close());
  closing.add("scheduled work", closeMs.writer, () => found.stop());
  const opened = (await demo?.fill(found)) ?? found;
  warnOfDirectory(config, log);
  const { serveData } = await loadServeData();
  const reports = { onFault, onWarning: (reason: string) => log.warn("telemetry", { reason }) };
  const telemetry =
    config.mode === "hosted" ? data.telemetryOf(config, opened, reports) : undefined;
  closing.add("telemetry", closeMs.telemetry, async () => telemetry?.close());
  await serveData({ ...serving, config, log, closing, context, found, opened, telemetry, demo });
}

function loadServeData() {
  return import("./serve-data.ts");
}
