import { join } from "node:path";
import type { ChangedRow } from "./changes/changed-row.ts";
import { importWaits } from "./changes/import-waits.ts";
import { largeGateChanges } from "./changes/large-gate-changes.ts";
import { listChanges } from "./changes/list-changes.ts";
import { Gatehouse } from "./gatehouse.ts";
import { machine } from "./report.ts";
import { readable, table } from "./report-table.ts";
import { runBenchmark } from "./run-benchmark.ts";
import { median } from "./statistics.ts";

/**
 * `make bench-changes`: measures with the built executable, the first argument, what one change
 * costs in a large installation (docs/performance.md#changes).
 */
const runTimeoutMs = 180_000;
const headings = ["", "median", "lowest", "highest", "warm ms", "floor", "aim", ""];

await runBenchmark("bench-changes", runTimeoutMs, async (processes, directory) => {
  const executable = process.argv[2] ?? "";
  const before = machine();
  const rows: ChangedRow[] = [];
  for (const [name, measure] of [
    ["lists", listChanges],
    ["gates", largeGateChanges],
  ] as const) {
    const gatehouse = await Gatehouse.start(processes, executable, join(directory, name));
    rows.push(...(await measure(gatehouse)));
    await gatehouse.stop();
  }
  rows.push(...(await importWaits(processes, executable, join(directory, "imports"))));
  console.log(table([headings, ...rows.map(cells)]));
  console.log(JSON.stringify({ machine: before, rows }));
});

function cells({ name, unit, rounds, warm, floor, aim }: ChangedRow): readonly string[] {
  const middle = median(rounds);
  const verdict = middle <= aim ? "aim" : middle <= floor ? "floor" : "MISSED";
  return [
    `${name} (${unit})`,
    ...[middle, Math.min(...rounds), Math.max(...rounds), warm].map(signed),
    readable(floor),
    readable(aim),
    verdict,
  ];
}

/** A difference of two times can be below 0. */
function signed(number: number | undefined): string {
  return number !== undefined && number < 0 ? `-${readable(-number)}` : readable(number);
}
