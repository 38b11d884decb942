import { join } from "node:path";
import { BenchmarkError } from "./benchmark-error.ts";
import { mixedFeatures } from "./benchmark-features.ts";
import { Gatehouse } from "./gatehouse.ts";
import { Autocannon } from "./load/autocannon.ts";
import { Wrk } from "./load/wrk.ts";
import { stolenMs } from "./processor-time.ts";
import { machine, report } from "./report.ts";
import { runBenchmark } from "./run-benchmark.ts";
import type { Outcome } from "./scenario-outcome.ts";
import { measureActorChecks } from "./scenarios/actor-checks.ts";
import { measureClientChecks } from "./scenarios/client-checks.ts";
import { measureEvaluations } from "./scenarios/evaluations.ts";
import { measureReads } from "./scenarios/feature-list-reads.ts";
import { measureGateWrites } from "./scenarios/gate-writes.ts";
import { measureOutcomes } from "./scenarios/outcome-load.ts";
import { measureStarts } from "./scenarios/start-times.ts";
import { measureStreams } from "./scenarios/stream-propagation.ts";
import { measureTelemetry } from "./scenarios/telemetry-load.ts";

/**
 * `make bench`: compares the built executable, the first argument, with bare servers that do the
 * least possible work (docs/performance.md#benchmarks). If an answer was wrong, it prints only the
 * reason and ends with exit code 1.
 */
const runTimeoutMs = 300_000;
const rounds = 3;
const roundSeconds = 1;

/** Gate writes are last, as they change the features that the others read. */
const scenarios = {
  starts: measureStarts,
  reads: measureReads,
  actors: measureActorChecks,
  client: measureClientChecks,
  evaluations: measureEvaluations,
  streams: measureStreams,
  telemetry: measureTelemetry,
  outcomes: measureOutcomes,
  writes: measureGateWrites,
};
/** The arguments after the executable name the scenarios to run; all of them unless given. */
const wanted = process.argv.slice(3);

await runBenchmark("bench", runTimeoutMs, async (processes, directory) => {
  const started = performance.now();
  const before = machine();
  const stolenBeforeMs = stolenMs();
  const wrk = Bun.which("wrk");
  const generator =
    wrk === null || process.env.BENCH_GENERATOR === "autocannon"
      ? new Autocannon(processes, directory)
      : new Wrk(wrk, processes, directory);
  const executable = process.argv[2] ?? "";
  const unknown = wanted.filter((name) => !Object.hasOwn(scenarios, name));
  if (unknown.length > 0) {
    const names = Object.keys(scenarios).join(", ");
    throw new BenchmarkError(`${unknown.join(", ")} is no scenario; they are ${names}`);
  }
  const tools = { processes, generator, executable, directory, rounds, roundSeconds };
  const gatehouse = await Gatehouse.start(processes, executable, join(directory, "data"));
  await gatehouse.import(mixedFeatures());
  const outcomes: Outcome[] = [];
  for (const [name, measure] of Object.entries(scenarios)) {
    if (wanted.length === 0 || wanted.includes(name)) {
      console.error(`bench: ${name} …`);
      outcomes.push(...(await measure(tools, gatehouse)));
    }
  }
  await gatehouse.stop();
  const elapsedMs = performance.now() - started;
  const stolenAfterMs = stolenMs();
  const stolenShare =
    stolenBeforeMs === undefined || stolenAfterMs === undefined
      ? undefined
      : (stolenAfterMs - stolenBeforeMs) / (elapsedMs * before.processors);
  console.log(report(outcomes, generator.name, before, elapsedMs / 1_000, stolenShare));
});
