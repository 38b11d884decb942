import { afterAll, beforeAll, describe } from "bun:test";
import { remoteSender } from "../../src/cli/api-client/remote-sender.ts";
import { type CliServices, gatehouseProgram } from "../../src/cli/program.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import type { Output } from "../../src/cli/subcommand.ts";
import { noCliServices } from "../helpers/cli-services.ts";
import { addEnvironment } from "../helpers/hosted-administration.ts";
import { hostedPrefix, startHosted } from "../helpers/hosted-server.ts";
import { settledAnswers } from "../helpers/settled-answers.ts";
import { testedAdminApi } from "../helpers/tested-admin-api.ts";
import { askTargets } from "./administration/ask-targets.ts";
import { connectAt } from "./administration/connect-targets.ts";
import { type Ran, words } from "./in-memory-shell.ts";

type Variables = Readonly<Record<string, string>>;

/** A project with the environments `production` and `staging`, and a shell that reaches it. */
export interface DailyShell {
  /** Runs the words of a command line; quoted words may hold spaces. */
  readonly run: (line: string, options?: RunOptions) => Promise<Ran>;
  readonly runWords: (argv: readonly string[], options?: RunOptions) => Promise<Ran>;
  /** Runs a command line in staging: with --environment, and on a server with a token of it. */
  readonly runInStaging: (line: string) => Promise<Ran>;
  /** The variables with which commands find the place. */
  readonly variables: Variables;
  readonly isRemote: boolean;
  /** Counts evaluations in Production, from the body of POST /telemetry. */
  readonly submit: (submission: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface RunOptions {
  readonly variables?: Variables;
  /** What a terminal would do; a pipe unless given. */
  readonly output?: Partial<Output>;
  readonly interrupted?: CliServices["interrupted"];
}

/** The shell's services, connected as in main.ts. */
const services: CliServices = {
  ...noCliServices,
  look: {
    connectAt: ({ directory }) => connectAt(directory),
  },
  connectAt: ({ directory }) => connectAt(directory),
  sendTo: (address) => remoteSender({ ...address, userAgent: "gatehouse/test" }),
};

const neverInterrupted = () => new AbortController().signal;

/** Runs a command line in this process, with these variables only. */
export async function runShell(
  argv: readonly string[],
  { variables = {}, output = {}, interrupted = neverInterrupted }: RunOptions = {},
): Promise<Ran> {
  let out = "";
  let err = "";
  const written: Output = {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    ...output,
  };
  const program = gatehouseProgram({ ...services, interrupted });
  const code = await runCli(argv, variables, written, program);
  return { code, out, err };
}

function runners(variables: Variables): Pick<DailyShell, "run" | "runWords"> {
  const runWords: DailyShell["runWords"] = (argv, options = {}) =>
    runShell(argv, { ...options, variables: { ...variables, ...options.variables } });
  return { run: (line, options) => runWords(words(line), options), runWords };
}

async function startLocal(start: (typeof askTargets)[number]["start"]): Promise<DailyShell> {
  const asked = await start();
  await asked.administer("environment.create", { name: "Staging" });
  const variables = { GATEHOUSE_DATA: asked.directory };
  const { run, runWords } = runners(variables);
  return {
    ...{ run, runWords },
    runInStaging: (line) => run(`${line} --environment staging`),
    variables,
    isRemote: false,
    submit: (submission) => asked.submit(submission),
    stop: () => asked.stop(),
  };
}

async function startRemote(): Promise<DailyShell> {
  const hosted = await startHosted({ hasTelemetry: true });
  const staging = await addEnvironment(hosted, { name: "Staging", kind: "custom" });
  const { deployment, faults } = hosted;
  const adminApi = testedAdminApi({
    services: deployment,
    telemetry: hosted.telemetry,
    streams: deployment.streams,
    onFault: (error) => void faults.push(error),
  });
  const answers = settledAnswers((request) =>
    new URL(request.url).pathname.startsWith(adminApi.prefix)
      ? adminApi.fetch(request)
      : deployment.api.fetch(request),
  );
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: answers.fetch });
  const variables = {
    GATEHOUSE_URL: `http://127.0.0.1:${server.port}${hostedPrefix}`,
    GATEHOUSE_TOKEN: hosted.managerToken,
    GATEHOUSE_TO_TOKEN: await hosted.newToken({ environment: staging }),
  };
  const { run, runWords } = runners(variables);
  return {
    ...{ run, runWords },
    runInStaging: (line) =>
      run(`${line} --environment staging`, {
        variables: { GATEHOUSE_TOKEN: variables.GATEHOUSE_TO_TOKEN },
      }),
    variables,
    isRemote: true,
    async submit(submission) {
      const send = remoteSender({
        url: variables.GATEHOUSE_URL,
        token: variables.GATEHOUSE_TOKEN,
        userAgent: "gatehouse/test",
      });
      const headers = { "content-type": "application/json" };
      await send("/telemetry", { method: "POST", body: submission, headers });
    },
    async stop() {
      await server.stop(true);
      await answers.settled();
      await hosted.stop();
    },
  };
}

export const startInDirectory = () => startLocal(askTargets[0].start);

/** The three places in which a command works (docs/cli.md#three-targets). */
export const dailyPlaces = [
  ...askTargets.map(({ name, start }) => [name, () => startLocal(start)] as const),
  ["a server far away", startRemote] as const,
];

/** Runs the same tests in all three places, each with data of its own. */
export function describePlaces(title: string, tests: (shell: () => DailyShell) => void): void {
  describe.each(dailyPlaces)(`${title}, in %s`, (_, start) => {
    let shell: DailyShell | undefined;
    beforeAll(async () => {
      shell = await start();
    });
    afterAll(() => shell?.stop());
    tests(() => {
      if (shell === undefined) {
        throw new Error("nothing was started");
      }
      return shell;
    });
  });
}

const times = /\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?/g;
const authors = /\b(?:token|user) \d+/g;
const revisions = /\b\d{15,}\b/g;
const gaps = / {2,}/g;

/** An output without what differs from run to run: times, authors, and the widths of columns. */
export function steady(text: string): string {
  return text
    .replace(times, "TIME")
    .replace(authors, "AUTHOR")
    .replace(revisions, "REVISION")
    .replace(gaps, "  ");
}
