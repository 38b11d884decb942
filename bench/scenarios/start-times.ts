import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { BenchTools } from "../bench-tools.ts";
import { BenchmarkError } from "../benchmark-error.ts";
import { mixedGates } from "../benchmark-features.ts";
import { apiPrefix, authorized, Gatehouse, token } from "../gatehouse.ts";
import { interleave, type Measurement, type Side } from "../measure.ts";
import { processorMs } from "../processor-time.ts";
import { compareRounds, type Outcome } from "../scenario-outcome.ts";
import { median, medianIfAll } from "../statistics.ts";

/** A process lives so shortly that a round needs several. */
const processesPerRound = 3;
const manyFeatures = 10_000;
/** Tries take processor time that the start needs. */
const pollMs = 5;
const startTimeoutMs = 30_000;
const allFeatures = `${apiPrefix}/features`;
const oneFeature = `${allFeatures}/feature_0`;

/**
 * Compares the time of whole processes with compiled programs that do the least: commands with an
 * empty program, and starts of a server until its first answer with a bare server.
 */
export async function measureStarts(
  tools: BenchTools,
  gatehouse: Gatehouse,
): Promise<readonly Outcome[]> {
  const { directory, executable } = tools;
  const empty = await compiled(directory, "empty-program");
  const bare = await compiled(directory, "first-answer-server");
  const filled = await filledDirectory(tools);
  let created = 0;
  const sides = {
    empty: commandSide([empty]),
    version: commandSide([executable, "--version"]),
    list: commandSide([executable, "feature", "list", "--url", gatehouse.origin + apiPrefix]),
    bare: startSide(allFeatures, async (port) => [bare, port]),
    start: startSide(allFeatures, async (port) => {
      created++;
      return serveWords(executable, join(directory, `start-${created}`), port);
    }),
    manyStart: startSide(oneFeature, async (port) => serveWords(executable, filled, port)),
    manyList: startSide(allFeatures, async (port) => serveWords(executable, filled, port)),
  };
  const [
    nothing = [],
    version = [],
    list = [],
    bareStart = [],
    start = [],
    manyStart = [],
    manyList = [],
  ] = await interleave(Object.values(sides), tools.rounds);
  const command = { unit: "processes/s" };
  const server = { unit: "starts/s" };
  return [
    compareRounds(
      { ...command, scenario: "gatehouse --version", floor: 0.55, aim: 0.75 },
      version,
      nothing,
    ),
    compareRounds(
      { ...command, scenario: "gatehouse feature list, 100 features", floor: 0.18, aim: 0.25 },
      list,
      nothing,
    ),
    compareRounds(
      { ...server, scenario: "start to first answer, empty", floor: 0.07, aim: 0.25 },
      start,
      bareStart,
    ),
    compareRounds(
      { ...server, scenario: "start to first answer, 10,000 features", floor: 0.035, aim: 0.12 },
      manyStart,
      bareStart,
    ),
    compareRounds(
      { ...server, scenario: "start to a list of 10,000 features", floor: 0.03, aim: 0.12 },
      manyList,
      bareStart,
    ),
  ];
}

function serveWords(executable: string, data: string, port: string): [string, ...string[]] {
  const flags = ["--host", "127.0.0.1", "--port", port, "--log-level", "error"];
  return [executable, "serve", ...flags, "--data", data];
}

/** Compiles a program of `ceilings/` as the executable is compiled. */
async function compiled(directory: string, name: string): Promise<string> {
  const outfile = join(directory, name);
  await Bun.build({
    entrypoints: [join(import.meta.dir, "../ceilings", `${name}.ts`)],
    compile: { outfile },
    target: "bun",
    format: "esm",
    minify: true,
    bytecode: true,
  });
  return outfile;
}

async function filledDirectory({ processes, executable, directory }: BenchTools): Promise<string> {
  const data = join(directory, "start-many");
  await mkdir(data, { recursive: true });
  const gatehouse = await Gatehouse.start(processes, executable, data);
  await gatehouse.import(
    Array.from({ length: manyFeatures }, (_, index) => ({
      key: `feature_${index}`,
      ...mixedGates(index),
    })),
  );
  await gatehouse.stop();
  return data;
}

const variables = { GATEHOUSE_TOKEN: token };

function commandSide(argv: readonly string[]): Side {
  return sideOf(async () => {
    const started = performance.now();
    const child = Bun.spawn([...argv], { env: variables, stdout: "ignore", stderr: "inherit" });
    const code = await child.exited;
    const elapsedMs = performance.now() - started;
    if (code !== 0) {
      throw new BenchmarkError(`${argv.join(" ")} ended with ${code}`);
    }
    return { elapsedMs, processorMicroseconds: Number(child.resourceUsage()?.cpuTime.total) };
  });
}

function startSide(path: string, argvOf: (port: string) => Promise<readonly string[]>): Side {
  return sideOf(async () => {
    const port = freePort();
    const argv = await argvOf(port);
    const started = performance.now();
    const child = Bun.spawn([...argv], { env: variables, stdout: "ignore", stderr: "inherit" });
    try {
      await firstAnswer(`http://127.0.0.1:${port}${path}`, started);
      const elapsedMs = performance.now() - started;
      const usedMs = processorMs(child.pid);
      return {
        elapsedMs,
        processorMicroseconds: usedMs === undefined ? undefined : usedMs * 1_000,
      };
    } finally {
      child.kill("SIGKILL");
      await child.exited;
    }
  });
}

async function firstAnswer(url: string, started: number): Promise<void> {
  while (performance.now() - started < startTimeoutMs) {
    try {
      const { status } = await fetch(url, { headers: authorized });
      if (status !== 200) {
        throw new BenchmarkError(`The first answer to ${url} has the status ${status}`);
      }
      return;
    } catch (error) {
      if (error instanceof BenchmarkError) {
        throw error;
      }
      await Bun.sleep(pollMs);
    }
  }
  throw new BenchmarkError(`${url} did not answer in ${startTimeoutMs} ms`);
}

/** A port that was free a moment ago. */
function freePort(): string {
  const server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: () => undefined } });
  const { port } = server;
  server.stop(true);
  return String(port);
}

interface ProcessRun {
  readonly elapsedMs: number;
  readonly processorMicroseconds: number | undefined;
}

function sideOf(run: () => Promise<ProcessRun>): Side {
  return {
    async measure(): Promise<Measurement> {
      const runs: ProcessRun[] = [];
      for (let count = 0; count < processesPerRound; count++) {
        runs.push(await run());
      }
      const elapsedMs = median(runs.map((each) => each.elapsedMs));
      return {
        ratePerSecond: 1_000 / elapsedMs,
        p50Ms: elapsedMs,
        p99Ms: undefined,
        processorMicroseconds: medianIfAll(runs.map((each) => each.processorMicroseconds)),
      };
    },
  };
}
