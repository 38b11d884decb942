import type { AdminConnection } from "../../../src/cli/administration/admin-connection.ts";
import { recordMode } from "../../../src/cli/administration/recorded-mode.ts";
import type { Mode } from "../../../src/config/option.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import type { Telemetry } from "../../../src/telemetry/telemetry.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { administerAt, startServer } from "./administration-targets.ts";
import { connectAt } from "./connect-targets.ts";
import { openTelemetryOf } from "./open-telemetry.ts";

/** A data directory after its first start, as commands ask it. */
export interface Asked {
  readonly directory: string;
  readonly connection: AdminConnection;
  /** Sends JSON, if any, to a path below `/admin/v1`; resolves to the status and the JSON of the answer. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<Called>;
  readonly administer: ReturnType<typeof administerAt>;
  /** Counts evaluations in Production. */
  readonly submit: (submission: string) => Promise<void>;
  stop(): Promise<void>;
}

export interface Called {
  readonly status: number;
  readonly body: unknown;
}

async function start(isRunning: boolean, mode: Mode): Promise<Asked> {
  const temporary = new TemporaryDirectory();
  const directory = temporary.path;
  recordMode(directory, mode, () => undefined);
  const server = await startServer(directory, mode, openTelemetryOf);
  if (!isRunning) {
    await server.stop();
  }
  const connection = connectAt(directory);
  return {
    directory,
    connection,
    administer: administerAt(directory),
    async call(method, path, body) {
      const json = { "content-type": "application/json" };
      const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: json };
      const answer = await connection.send(`/admin/v1${path}`, { method, ...sent });
      const text = await answer.text();
      await connection.release();
      return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) };
    },
    submit: (submission) =>
      isRunning ? submitTo(server.telemetry, submission) : submitHere(directory, submission),
    async stop() {
      await connection.release();
      if (isRunning) {
        await server.stop();
      }
      temporary[Symbol.dispose]();
    },
  };
}

async function submitHere(directory: string, submission: string): Promise<void> {
  const { state, storage } = await openSqliteStorage(directory);
  const onFault = (error: unknown) => {
    throw error;
  };
  const telemetry = await openTelemetryOf(directory, { state, onFault });
  await submitTo(telemetry, submission);
  await telemetry.close();
  await storage.close();
}

async function submitTo(telemetry: Telemetry | undefined, submission: string): Promise<void> {
  const sender = { environmentId: 1, projectId: 1, tokenId: 0 };
  const bytes = new TextEncoder().encode(submission);
  await telemetry?.submit(sender, 10_000, async () => ({ encoding: "identity", bytes }));
}

/** The two ways in which a data directory answers; a user of the shell must see no difference. */
export const askTargets = [
  { name: "the directory", start: (mode: Mode = "hosted") => start(false, mode) },
  { name: "the socket", start: (mode: Mode = "hosted") => start(true, mode) },
] as const;
