import type { Administer } from "../../src/administration/administration.ts";
import { Administration } from "../../src/administration/administration.ts";
import { gatehouseProgram } from "../../src/cli/program.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import { firstStart } from "../../src/commands/first-start.ts";
import type { DataPlace } from "../../src/config/data-place.ts";
import { ImportPlace } from "../../src/imports/import-place.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { LocalWriter } from "../../src/writer/local-writer.ts";
import type { Writer } from "../../src/writer/writer.ts";
import { noCliServices } from "../helpers/cli-services.ts";
import { rehearsingWriter } from "../helpers/rehearsing-writer.ts";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Shell {
  /** Runs `gatehouse …` in this process; it never starts a server. */
  readonly run: (...argv: readonly string[]) => Promise<Ran>;
  readonly writer: Writer;
  /** The data directories of the commands, in order. */
  readonly directories: readonly string[];
}

/** The complete command line on a state in memory after its first start; `now` is its clock, and `columns` the width of the terminal. */
export async function startShell(now: () => number, columns?: number): Promise<Shell> {
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => void failures.push(error);
  const writer = new LocalWriter({ ...(await openSqliteStorage(":memory:")), now, onFailure });
  await writer.submit(firstStart);
  // Every command runs twice: commands may be run again (docs/architecture.md#ideas).
  const { administer } = new Administration({
    writer: rehearsingWriter(writer),
    importPlace: new ImportPlace(),
  });
  const directories: string[] = [];
  const administerAt = ({ directory }: DataPlace): Administer => {
    directories.push(directory);
    return administer;
  };
  const program = gatehouseProgram({
    ...noCliServices,
    administerAt,
    look: { ...noCliServices.look, administerAt },
  });
  return {
    writer,
    directories,
    async run(...argv) {
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
