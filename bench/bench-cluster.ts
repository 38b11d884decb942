import { isPostgresMissing } from "../test/helpers/postgres-server.ts";
import { BenchmarkError } from "./benchmark-error.ts";
import { startClusterServers } from "./cluster/cluster-servers.ts";
import { measureSharedReads } from "./cluster/shared-reads.ts";
import { measureSharedTelemetry } from "./cluster/shared-telemetry.ts";
import { measureSharedWrites } from "./cluster/shared-writes.ts";
import { measurePropagation } from "./cluster/write-propagation.ts";
import { Autocannon } from "./load/autocannon.ts";
import { Wrk } from "./load/wrk.ts";
import { machine } from "./report.ts";
import { readable, table } from "./report-table.ts";
import { runBenchmark } from "./run-benchmark.ts";
import { type Outcome, verdictOf } from "./scenario-outcome.ts";

/**
 * `make bench-cluster`: compares servers that share a PostgreSQL database, and a replica, with a
 * server of a data directory in the same run (docs/performance.md#servers-that-share-a-database).
 * The first argument is the built executable. If an answer was wrong, it prints only the reason and
 * ends with exit code 1.
 */
const runTimeoutMs = 300_000;
const rounds = 5;
const roundSeconds = 1;

/** Reads are first, while all servers have the features of the import. */
const scenarios = [
  measureSharedReads,
  measurePropagation,
  measureSharedTelemetry,
  measureSharedWrites,
];
const headings = ["", "ours", "beside", "unit", "ratio", "p50 ms", "p99 ms", "floor", "aim", ""];

await runBenchmark("bench-cluster", runTimeoutMs, async (processes, directory) => {
  if (isPostgresMissing) {
    throw new BenchmarkError("PostgreSQL is not installed");
  }
  const started = performance.now();
  const before = machine();
  const wrk = Bun.which("wrk");
  const generator =
    wrk === null ? new Autocannon(processes, directory) : new Wrk(wrk, processes, directory);
  const executable = process.argv[2] ?? "";
  const tools = { processes, generator, executable, directory, rounds, roundSeconds };
  const servers = await startClusterServers(tools);
  const outcomes: Outcome[] = [];
  for (const measure of scenarios) {
    console.error(`bench-cluster: ${measure.name} …`);
    outcomes.push(...(await measure(tools, servers)));
  }
  const elapsedSeconds = (performance.now() - started) / 1_000;
  console.log(
    [
      table([headings, ...outcomes.map(cells)]),
      `Medians of ${rounds} rounds that took turns; ${generator.name} gave the load.`,
      `Load average before the run ${before.loadAverage.toFixed(2)}, ${elapsedSeconds.toFixed(0)} s in all.`,
      JSON.stringify({ machine: before, generator: generator.name, elapsedSeconds, outcomes }),
    ].join("\n"),
  );
});

function cells(outcome: Outcome): readonly string[] {
  const { scenario, unit, ours, ceiling, ratio, p50Ms, p99Ms, floor, aim } = outcome;
  return [
    scenario,
    ...[readable(ours), readable(ceiling), unit],
    ...[ratio, p50Ms, p99Ms, floor, aim].map(readable),
    verdictOf(outcome),
  ];
}
