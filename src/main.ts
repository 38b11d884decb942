import { abortedAtEnd } from "./cli/aborted-at-end.ts";
import { remoteSender } from "./cli/api-client/remote-sender.ts";
import { databaseCommands } from "./cli/data-access/database-commands.ts";
import { directoryAccess } from "./cli/data-access/directory-access.ts";
import type { ProgramData } from "./cli/data-access/program-data.ts";
import { handleOutputErrors, processOutput } from "./cli/output/process-output.ts";
import { reportFailure, reportWarning } from "./cli/output/report-failure.ts";
import { programFor } from "./cli/program-for.ts";
import { runCli } from "./cli/run-cli.ts";
import { undoAtSignal } from "./cli/undo-at-signal.ts";
import type { Config } from "./config/config.ts";
import { gatehouseVersion as version } from "./core/version.ts";
import { withoutSettings } from "./server/without-settings.ts";
import { type StartCommitThread, startCommitThread } from "./storage/sqlite/commit-thread.ts";
import { startedEarly } from "./storage/started-early.ts";

/** How long the process may need to end by itself once everything is closed. */
const exitMs = 300;

const output = {
  ...processOutput(process, process.env),
  undoAtSignal: undoAtSignal(process),
};

const workers = {
  commits: new URL("./storage/sqlite/commit-worker.ts", import.meta.url),
  telemetry: new URL("./telemetry/worker/worker.ts", import.meta.url),
};

/** Commands that call a running server need no data. */
async function loadData(startCommits?: StartCommitThread): Promise<ProgramData> {
  const { ProgramData } = await import("./cli/data-access/program-data.ts");
  return new ProgramData({ workers, startCommits, startProgress: output.startProgress, version });
}

/** The command that starts this program in another process. */
const program = Bun.isStandaloneExecutable
  ? [process.execPath]
  : [process.execPath, "--no-env-file", Bun.main];

async function serve(config: Config): Promise<number> {
  // A server with a data directory always needs this worker, which loads while the program loads.
  const commits =
    config.database === undefined && config.origin === undefined
      ? startedEarly((listener) => startCommitThread(workers.commits, listener))
      : undefined;
  try {
    const [server, data] = await Promise.all([import("./serve.ts"), loadData(commits?.start)]);
    return await server.serve(config, { host: process, data, program });
  } finally {
    commits?.cancel();
  }
}

async function main(): Promise<number> {
  try {
    const words = process.argv.slice(2);
    const commands = await programFor(words, {
      serve,
      ...directoryAccess({
        open: async (directory) => (await loadData()).openOnce(directory),
        openTelemetry: async (directory, options) =>
          (await loadData()).startTelemetry(directory, options),
        openDatabase: async (address) => (await loadData()).openDatabaseOnce(address),
        openDatabaseTelemetry: async (address, options) =>
          (await loadData()).startDatabaseTelemetry(address, options),
        ...{ version, now: Date.now },
        onWarning: (reason) => reportWarning(reason, output),
      }),
      sendTo: (address) => remoteSender({ ...address, userAgent: `gatehouse/${version}` }),
      databases: databaseCommands,
      interrupted: () => abortedAtEnd(process),
      input: () => process.stdin,
      selftest: { command: program, environment: withoutSettings(process.env) },
      now: Date.now,
    });
    return await runCli(words, process.env, output, commands);
  } catch (error) {
    return reportFailure(error, output);
  }
}

/** Files that the process creates are for its user only. */
const privateUmask = 0o077;

process.umask(privateUmask);
handleOutputErrors(process);
const exitCode = await main();
// An output that could not be written has set it already.
process.exitCode ??= exitCode;
// What could not be closed must not keep the process from ending.
setTimeout(() => process.exit(), exitMs).unref();
