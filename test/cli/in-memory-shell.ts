import type { AdminConnection } from "../../src/administration/admin-connection.ts";
import type { Administer } from "../../src/administration/administration.ts";
import { Administration } from "../../src/administration/administration.ts";
import { gatehouseProgram } from "../../src/cli/program.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import { hostedGroupPolicy } from "../../src/commands/hosted-group-policy.ts";
import type { DataPlace } from "../../src/config/data-place.ts";
import type { ServiceCheckInputs } from "../../src/services/feature-reads.ts";
import { FeatureService } from "../../src/services/feature-service.ts";
import { createServices, type Services } from "../../src/services/services.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { CompiledExpressions } from "../../src/toggles/compiled-expressions.ts";
import type { Writer } from "../../src/writer/writer.ts";
import { noCliServices } from "../helpers/cli-services.ts";
import { rehearsingWriter } from "../helpers/rehearsing-writer.ts";
import { testedOwnerApi } from "../helpers/tested-admin-api.ts";

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
  const onFault = (error: unknown) => void failures.push(error);
  const opened = await openSqliteStorage(":memory:");
  const checkInputs = { now, random: Math.random, crc32: Bun.hash.crc32 };
  const given = createServices({
    ...{ opened, groupPolicy: hostedGroupPolicy, checkInputs, onFault },
    removesOldAudits: false,
    isStart: false,
  });
  await given.ready;
  const writer = given.writer;
  // Every command runs twice: commands may be run again (docs/architecture.md#ideas).
  const services = rehearsed(given, checkInputs);
  const { administer } = new Administration(services);
  const ownerApi = testedOwnerApi({ services, now, onFault });
  const directories: string[] = [];
  const administerAt = ({ directory }: DataPlace): Administer => {
    directories.push(directory);
    return administer;
  };
  const connectAt = ({ directory }: DataPlace): AdminConnection => {
    directories.push(directory);
    return {
      send: async (path, init) => ownerApi(new Request(`http://gatehouse${path}`, init)),
      release: () => Promise.resolve(),
    };
  };
  const program = gatehouseProgram({
    ...noCliServices,
    ...{ administerAt, connectAt },
    look: { ...noCliServices.look, administerAt, connectAt },
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

function rehearsed(services: Services, checkInputs: ServiceCheckInputs): Services {
  const writer = rehearsingWriter(services.writer);
  const { snapshots } = services;
  const groupPolicy = hostedGroupPolicy;
  const expressions = new CompiledExpressions();
  return {
    ...services,
    writer,
    features: new FeatureService({ writer, snapshots, groupPolicy, checkInputs, expressions }),
  };
}

/** Splits a shell's command line; quoted words may hold spaces. */
export function words(line: string): string[] {
  return Array.from(
    line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g),
    ([, single, double, plain]) => single ?? double ?? plain ?? "",
  );
}
