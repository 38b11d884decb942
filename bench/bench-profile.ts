import { existsSync } from "node:fs";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { BenchmarkError } from "./benchmark-error.ts";
import { mixedFeatures } from "./benchmark-features.ts";
import { Gatehouse } from "./gatehouse.ts";
import { Autocannon } from "./load/autocannon.ts";
import type { LoadGenerator } from "./load/load-generator.ts";
import { Wrk } from "./load/wrk.ts";
import { type ProfiledScenario, profiledScenarios } from "./profiles/profiled-scenarios.ts";
import type { ThreadRecord } from "./profiles/profiled-thread.ts";
import { functionShares, type SampledProfile, sampledMs } from "./profiles/sampled-profile.ts";
import { readable, table } from "./report-table.ts";
import { runBenchmark } from "./run-benchmark.ts";

/**
 * `make profile`: shows where the time of the requests of a scenario goes. It samples the threads of
 * a server that runs the sources, as names are shortened in the executable, and writes a table and a
 * flame graph for each thread to the directory in the second argument (docs/performance.md#profiles).
 */
const runTimeoutMs = 30_000;
const warmUpSeconds = 2;
const loadSeconds = 5;
const functionsShown = 40;
/** At least one sample in two hundred. */
const shareMin = 0.005;
/** More threads than a server starts. */
const threadsMax = 16;
/** The workers write their samples within this time after the main thread. */
const workersMs = 300;
/** A thread that used less processor time has no part in the answers. */
const busyMsMin = 100;
const root = join(import.meta.dir, "..");

await runBenchmark("profile", runTimeoutMs, async (processes, directory) => {
  const [, , name = "", target = ""] = process.argv;
  const scenario = profiledScenarios[name];
  if (scenario === undefined) {
    const names = Object.keys(profiledScenarios).join(", ");
    throw new BenchmarkError(`SCENARIO must be one of: ${names}`);
  }
  const wrk = Bun.which("wrk");
  const generator =
    wrk === null ? new Autocannon(processes, directory) : new Wrk(wrk, processes, directory);
  const preload = join(import.meta.dir, "profiles/profiled-thread.ts");
  const gatehouse = await Gatehouse.start(
    processes,
    join(root, "src/main.ts"),
    join(directory, "data"),
    {
      prefix: [process.execPath, "--no-env-file", "--preload", preload],
      variables: { PROFILE_DIRECTORY: directory },
    },
  );
  const answerCount = await sampleLoad(gatehouse, scenario, generator, directory);
  await gatehouse.stop();
  const head = `${name}: ${answerCount} answers in ${loadSeconds} s, asked by ${generator.name}`;
  await mkdir(target, { recursive: true });
  const parts = [head, ...(await threadReports(directory, join(target, name), answerCount))];
  const report = `${parts.join("\n\n")}\n`;
  await writeFile(join(target, `${name}.txt`), report);
  console.log(report);
});

/** Sends the requests of a scenario while the server samples itself. Returns how many were answered. */
async function sampleLoad(
  gatehouse: Gatehouse,
  { connections, requests }: ProfiledScenario,
  generator: LoadGenerator,
  directory: string,
): Promise<number> {
  await gatehouse.import(mixedFeatures());
  const { headers } = await gatehouse.send({ path: "/features" });
  const pattern = requests(headers.etag ?? "");
  const run = (durationSeconds: number, firstRow: number) => {
    const load = { requests: pattern, firstRow, connections, durationSeconds, pauseMs: 0 };
    return generator.run({ origin: gatehouse.origin, ...load });
  };
  const warmUp = await run(warmUpSeconds, 0);
  await writeFile(join(directory, "start"), "");
  const result = await run(loadSeconds, warmUp.answerCount + connections);
  await writeFile(join(directory, "stop"), "");
  while (!existsSync(join(directory, "thread-0.json"))) {
    await Bun.sleep(20);
  }
  await Bun.sleep(workersMs);
  const wrong = result.refusedCount + result.brokenCount;
  if (wrong > 0) {
    throw new BenchmarkError(`${wrong} requests were refused or failed`);
  }
  return result.answerCount;
}

/** A report for each thread that took part. Copies the flame graphs to `TARGET-THREAD.cpuprofile`. */
async function threadReports(directory: string, target: string, answerCount: number) {
  const parts: string[] = [];
  for (let thread = 0; thread < threadsMax; thread++) {
    const path = join(directory, `thread-${thread}`);
    if (!existsSync(`${path}.json`)) {
      continue;
    }
    const record: ThreadRecord = await Bun.file(`${path}.json`).json();
    if ((record.processorMs ?? busyMsMin) < busyMsMin) {
      continue;
    }
    const profile: SampledProfile = await Bun.file(`${path}.cpuprofile`).json();
    const threadName = basename(record.entry, ".ts");
    const graph = `${target}-${threadName}.cpuprofile`;
    await copyFile(`${path}.cpuprofile`, graph);
    parts.push(`${threadReport(threadName, record, profile, answerCount)}flame graph: ${graph}`);
  }
  return parts;
}

/** The time of a thread for each answer, and the functions in which it was spent. */
function threadReport(
  name: string,
  { processorMs }: ThreadRecord,
  profile: SampledProfile,
  answerCount: number,
): string {
  // The interval between samples is longer while other programs use the processor.
  const inJavaScriptMs = Math.min(sampledMs(profile), processorMs ?? Number.POSITIVE_INFINITY);
  const perAnswer = (ms: number) => readable((ms * 1_000) / answerCount);
  const functions = functionShares(profile, root)
    .filter(({ self, total }, index) => index < functionsShown && Math.max(self, total) >= shareMin)
    .map(({ name: functionName, place, self, total }) => [
      functionName,
      place,
      perAnswer(self * inJavaScriptMs),
      perAnswer(total * inJavaScriptMs),
      `${readable(self * 100)} %`,
    ]);
  const used = processorMs === undefined ? "" : `, ${perAnswer(processorMs)} µs of processor time`;
  const head = `Thread ${name}: ${perAnswer(inJavaScriptMs)} µs in JavaScript${used} for each answer`;
  return `${head}\n\n${table([["function", "place", "µs itself", "µs with calls", "itself"], ...functions])}`;
}
