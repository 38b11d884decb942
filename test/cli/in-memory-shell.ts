import { hostedGroupPolicy } from "../../src/app/commands/hosted-group-policy.ts";
import { createServices } from "../../src/app/services/services.ts";
import type { Writer } from "../../src/app/writer/writer.ts";
import { type CliServices, gatehouseProgram } from "../../src/cli/program.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import { ownerAdminApi } from "../../src/server/owner-admin-api.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { noCliServices } from "../helpers/cli-services.ts";
import { rehearsingWriter } from "../helpers/rehearsing-writer.ts";
import { type TestedAdminOptions, testedAdminParts } from "../helpers/tested-admin-api.ts";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Shell {
  /** Runs `gatehouse …` in this process; it never starts a server. */
  readonly run: (...argv: readonly string[]) => Promise<Ran>;
  /** As `run`, with a text on the standard input. */
  readonly runWithInput: (input: string, ...argv: readonly string[]) => Promise<Ran>;
  readonly writer: Writer;
  /** The data directories of the commands, in order. */
  readonly directories: readonly string[];
}

/** The complete command line on a state in memory after its first start; `now` is its clock, and `columns` the width of the terminal. */
export async function startShell(now: () => number, columns?: number): Promise<Shell> {
  const faults: unknown[] = [];
  const onFault = (error: unknown) => void faults.push(error);
  const services = createServices({
    opened: { ...(await openSqliteStorage(":memory:")), now },
    groupPolicy: hostedGroupPolicy,
    checkInputs: { now, random: Math.random, crc32: Bun.hash.crc32 },
    onFault,
    removesOldAudits: false,
    isStart: false,
  });
  await services.ready;
  return shellOn({ services, now, onFault }, columns);
}

/** As `startShell`, on the services of a server in this process. */
export function shellOn({ services, ...options }: TestedAdminOptions, columns?: number): Shell {
  // Every command runs twice: commands may be run again (docs/internals.md#ideas).
  const writer = rehearsingWriter(services.writer);
  const parts = testedAdminParts({ ...options, services: { ...services, writer } });
  const adminApi = ownerAdminApi(parts, () => undefined);
  const directories: string[] = [];
  const connectAt: CliServices["connectAt"] = ({ directory }) => {
    directories.push(directory);
    return {
      send: async (path, init) => adminApi(new Request(`http://gatehouse${path}`, init)),
      release: () => Promise.resolve(),
    };
  };
  let input = "";
  const program = gatehouseProgram({
    ...noCliServices,
    input: () => new Blob([input]).stream(),
    connectAt,
    look: { ...noCliServices.look, connectAt },
  });
  const run: Shell["run"] = async (...argv) => {
    let out = "";
    let err = "";
    const output = {
      out: (text: string) => {
        out += text;
      },
      err: (text: string) => {
        err += text;
      },
      columns,
    };
    const code = await runCli(argv, {}, output, program);
    return { code, out, err };
  };
  return {
    writer: services.writer,
    directories,
    run,
    runWithInput(text, ...argv) {
      input = text;
      return run(...argv);
    },
  };
}

/** Splits a shell's command line; quoted words may hold spaces. */
export function words(line: string): string[] {
  return Array.from(
    line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g),
    ([, single, double, plain]) => single ?? double ?? plain ?? "",
  );
}
