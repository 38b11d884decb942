import type { Administer } from "../../src/administration/administration.ts";
import { Administration } from "../../src/administration/administration.ts";
import { gatehouseProgram } from "../../src/cli/program.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import { firstStart } from "../../src/commands/first-start.ts";
import { ImportPlace } from "../../src/imports/import-place.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { Writer } from "../../src/writer/writer.ts";

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

/** The complete command line on a state in memory after its first start; `now` is its clock. */
export async function startShell(now: () => number): Promise<Shell> {
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => void failures.push(error);
  const writer = new Writer({ ...openSqliteStorage(":memory:"), now, onFailure });
  await writer.submit(firstStart);
  const { administer } = new Administration({ writer, importPlace: new ImportPlace() });
  const directories: string[] = [];
  const program = gatehouseProgram({
    serve: () => Promise.reject(new Error("no server here")),
    administerAt(directory): Administer {
      directories.push(directory);
      return administer;
    },
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
      };
      const code = await runCli(argv, {}, output, program);
      return { code, out, err };
    },
  };
}
