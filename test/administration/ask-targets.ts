import {
  type AskDirectory,
  type AskedPlace,
  askDirectory,
} from "../../src/administration/ask-directory.ts";
import { recordMode } from "../../src/administration/recorded-mode.ts";
import type { Mode } from "../../src/config/option.ts";
import { directoryApi } from "../../src/server/directory-api.ts";
import { checkDataDirectory } from "../../src/sqlite/data-directory-check.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { administerAt, startServer } from "./administration-targets.ts";
import { openTelemetryOf } from "./open-telemetry.ts";

/** A data directory after its first start, as commands ask it. */
export interface Asked {
  readonly directory: string;
  readonly ask: AskDirectory;
  /** Sends JSON, if any, and resolves to the status and the JSON of the answer. */
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Called>;
  readonly administer: ReturnType<typeof administerAt>;
  stop(): Promise<void>;
}

interface CallOptions extends AskedPlace {
  readonly body?: unknown;
}

export interface Called {
  readonly status: number;
  readonly body: unknown;
}

/** As main.ts does it. */
export function askAt(directory: string): AskDirectory {
  return askDirectory({
    directory,
    open: openSqliteStorage,
    check: (path) => void checkDataDirectory(path, "anyone"),
    now: Date.now,
    openApi: directoryApi({
      directory,
      version: "0.0.0",
      openTelemetry: (options) => openTelemetryOf(directory, options),
    }),
  });
}

async function start(isRunning: boolean, mode: Mode): Promise<Asked> {
  const temporary = new TemporaryDirectory();
  const directory = temporary.path;
  recordMode(directory, mode, () => undefined);
  const server = await startServer(directory, mode, openTelemetryOf);
  if (!isRunning) {
    await server.stop();
  }
  const ask = askAt(directory);
  return {
    directory,
    ask,
    administer: administerAt(directory),
    async call(method, path, { body, ...place } = {}) {
      const json = { "content-type": "application/json" };
      const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: json };
      const answer = await ask(place)(path, { method, ...sent });
      const text = await answer.text();
      return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) };
    },
    async stop() {
      if (isRunning) {
        await server.stop();
      }
      temporary[Symbol.dispose]();
    },
  };
}

/** The two ways in which a data directory answers; a user of the shell must see no difference. */
export const askTargets = [
  { name: "the directory", start: (mode: Mode = "hosted") => start(false, mode) },
  { name: "the socket", start: (mode: Mode = "hosted") => start(true, mode) },
] as const;
