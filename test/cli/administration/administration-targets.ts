import { mountableGroupPolicy } from "../../../src/app/commands/group-policy.ts";
import { hostedGroupPolicy } from "../../../src/app/commands/hosted-group-policy.ts";
import { createServices } from "../../../src/app/services/services.ts";
import { serveAdministration } from "../../../src/cli/administration/administration-server.ts";
import type { Mode } from "../../../src/config/option.ts";
import { EventStreams } from "../../../src/http/sse/event-streams.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { testedOwnerApi } from "../../helpers/tested-admin-api.ts";
import { administerByShell, type ShellInput, type ShellOutputs } from "./administer-by-shell.ts";
import type { openTelemetryOf } from "./open-telemetry.ts";

/** The administration of a data directory after its first start, as the shell uses it. */
export interface Administered {
  readonly directory: string;
  readonly administer: Administer;
  stop(): Promise<void>;
}

export interface AdministrationTarget {
  readonly name: string;
  start(): Promise<Administered>;
}

/** An operation by its name: a command of the shell. */
export type Administer = <Name extends keyof ShellOutputs>(
  name: Name,
  input: ShellInput,
) => Promise<ShellOutputs[Name]>;

export function administerAt(directory: string): Administer {
  return (name, input) => administerByShell(directory, name, input);
}

/** Starts what these tests need of a server: the state, its writer, and the socket. */
export async function startServer(
  directory: string,
  mode: Mode = "hosted",
  openTelemetry?: typeof openTelemetryOf,
) {
  const isHosted = mode === "hosted";
  const faults: unknown[] = [];
  const onFault = (error: unknown) => void faults.push(error);
  const opened = await openSqliteStorage(directory);
  const telemetry = isHosted
    ? await openTelemetry?.(directory, { state: opened.state, onFault })
    : undefined;
  const core = createServices({
    opened,
    groupPolicy: isHosted ? hostedGroupPolicy : mountableGroupPolicy(new Set()),
    checkInputs: {
      isInGroup: () => false,
      now: Date.now,
      random: Math.random,
      crc32: Bun.hash.crc32,
    },
    onFault,
  });
  core.writer.onCommit((changes, state) => telemetry?.applyCommit(changes, state));
  core.writer.onReload((state) => telemetry?.applyReload(state));
  await core.ready;
  const streams = new EventStreams({ source: core.writer, now: Date.now, onFault });
  const server = await serveAdministration({
    directory,
    adminApi: testedOwnerApi({ services: core, mode, telemetry, streams, onFault }),
    onFault,
  });
  return {
    writer: core.writer,
    telemetry,
    faults,
    async stop() {
      streams.stop();
      await server.stop();
      await core.close();
      await telemetry?.close();
      if (faults.length > 0) {
        throw new AggregateError(faults, "the server reported faults");
      }
    },
  };
}

async function start(isRunning: boolean): Promise<Administered> {
  const temporary = new TemporaryDirectory();
  const server = await startServer(temporary.path);
  if (!isRunning) {
    await server.stop();
  }
  return {
    directory: temporary.path,
    administer: administerAt(temporary.path),
    async stop() {
      if (isRunning) {
        await server.stop();
      }
      temporary[Symbol.dispose]();
    },
  };
}

/** The two ways in which an operation is done; a user of the shell must see no difference. */
export const targets: readonly AdministrationTarget[] = [
  { name: "a stopped server", start: () => start(false) },
  { name: "a running server", start: () => start(true) },
];
