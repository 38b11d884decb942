import { gatehouseProgram } from "./cli/program.ts";
import { runCli } from "./cli/run-cli.ts";
import { gatehouseVersion } from "./cli/version.ts";
import type { Config } from "./config/config.ts";
import { ConfigError } from "./config/config-error.ts";
import { deployMountable } from "./deployments/mountable-deployment.ts";
import { createLog, describeError } from "./log/log.ts";
import { listen } from "./server/listen.ts";
import { siteFetch } from "./server/site.ts";
import { openSqliteStorage } from "./storage/sqlite-storage.ts";
import { StorageError } from "./storage/storage.ts";

const failed = 1;
const unusable = 2;

async function serve(config: Config): Promise<number> {
  const log = createLog({
    level: config.logLevel,
    format: config.logFormat,
    now: Date.now,
    write: (line) => process.stderr.write(line),
  });
  const onFault = (error: unknown, requestId = "none") =>
    log.error("fault", { requestId, reason: describeError(error) });
  const docsUrl = config.docsUrl ?? `${config.basePath}/swagger`;
  const apiPrefix = config.basePath + config.mountPath;
  const deployment = deployMountable({
    opened: openSqliteStorage(config.dataDirectory),
    mountPath: apiPrefix,
    groups: new Set(config.groups),
    surroundings: { isInGroup: () => false, now: Date.now, random: Math.random },
    credentials: config.basicAuth,
    docsUrl,
    pollIntervalSeconds: config.pollIntervalSeconds,
    onFault,
  });
  try {
    await deployment.ready;
    const listening = listen({
      host: config.host,
      port: config.port,
      tls: await tlsTexts(config),
      fetch: siteFetch({
        api: deployment.api,
        apiPrefix,
        basePath: config.basePath,
        docsUrl,
        version: gatehouseVersion,
        onFault,
      }),
    });
    const signal = nextSignal();
    process.stdout.write(`listening on ${listening.url}\n`);
    log.info("stopping", { signal: await signal });
    await listening.stop();
    return 0;
  } finally {
    await deployment.close();
  }
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
    const program = gatehouseProgram({ serve });
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

process.exitCode = await main();
