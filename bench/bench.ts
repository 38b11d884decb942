import { join } from "node:path";
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
import { measureStreams } from "./scenarios/stream-propagation.ts";
import { measureTelemetry } from "./scenarios/telemetry-load.ts";

/**
 * `make bench`: compares the built executable, the first argument, with bare servers that do the
 * least possible work (docs/performance.md#benchmarks). If an answer was wrong, it prints only the
 * reason and ends with exit code 1.
 */
const runTimeoutMs = 120_000;
const rounds = 3;
const roundSeconds = 1;

/** Gate writes are last, as they change the features that the others read. */
const scenarios = [
  measureReads,
  measureActorChecks,
  measureClientChecks,
  measureEvaluations,
  measureStreams,
  measureTelemetry,
  measureGateWrites,
];

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
  const tools = { processes, generator, executable, directory, rounds, roundSeconds };
  const gatehouse = await Gatehouse.start(processes, executable, join(directory, "data"));
  await gatehouse.import(mixedFeatures());
  const outcomes: Outcome[] = [];
  for (const measure of scenarios) {
    console.error(`bench: ${measure.name} …`);
    outcomes.push(...(await measure(tools, gatehouse)));
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
