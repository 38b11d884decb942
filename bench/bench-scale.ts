import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ChildProcesses } from "./child-processes.ts";
import { Gatehouse } from "./gatehouse.ts";
import { machine } from "./report.ts";
import { readable, table } from "./report-table.ts";
import { runBenchmark } from "./run-benchmark.ts";
import { type Sizes, sizeNames, sizesAt } from "./scale/data-sizes.ts";
import { fillGatehouse } from "./scale/fill-gatehouse.ts";
import { fillTelemetry } from "./scale/fill-telemetry.ts";
import type { FlooredRow } from "./scale/floored-row.ts";
import { measureManyFeatures } from "./scale/many-features.ts";
import { measureQuantities, type Quantity } from "./scale/scale-measurements.ts";
import { measureWidestSummary } from "./scale/widest-summary.ts";
import { median } from "./statistics.ts";

/**
 * `make bench-scale`: measures the built executable, the first argument, on two data directories:
 * one of the scale in the second argument, and one of a tenth of it (docs/performance.md#scale). A
 * time that is the same in both does not grow with the stored data. A third one has 100,000 features,
 * and a fourth one the widest telemetry summary.
 */
const runTimeoutMs = 300_000;
const startCount = 3;

interface Measured {
  readonly scale: number;
  readonly sizes: Sizes;
  readonly fillSeconds: number;
  readonly quantities: readonly Quantity[];
}

await runBenchmark("bench-scale", runTimeoutMs, async (processes, directory) => {
  const executable = process.argv[2] ?? "";
  const scale = Number(process.argv[3] ?? "1");
  if (!(scale > 0 && scale <= 1)) {
    throw new Error("SCALE must be above 0, and 1 at most");
  }
  const before = machine();
  const measured: Measured[] = [];
  for (const part of [scale / 10, scale]) {
    console.error(`bench-scale: scale ${part} …`);
    const data = join(directory, `data-${part}`);
    measured.push(await measureAt(processes, executable, data, part));
  }
  console.error("bench-scale: 100,000 features …");
  const many = [
    ...(await measureManyFeatures(processes, executable, join(directory, "data-many"))),
    ...(await measureWidestSummary(processes, executable, join(directory, "data-widest"))),
  ];
  console.log(report(measured));
  console.log(table([["", "median", "lowest", "highest", "floor", "aim", ""], ...many.map(cells)]));
  console.log(JSON.stringify({ machine: before, measured, many }));
});

async function measureAt(
  processes: ChildProcesses,
  executable: string,
  data: string,
  scale: number,
): Promise<Measured> {
  const sizes = sizesAt(scale);
  const first = await Gatehouse.start(processes, executable, data);
  await first.stop();
  const started = performance.now();
  fill(data, sizes);
  const fillSeconds = (performance.now() - started) / 1_000;
  const startsMs: number[] = [];
  for (let nth = 0; nth < startCount; nth++) {
    const restarted = await Gatehouse.start(processes, executable, data);
    startsMs.push(restarted.startMs);
    await restarted.stop();
  }
  const gatehouse = await Gatehouse.start(processes, executable, data);
  const quantities = await measureQuantities(gatehouse, sizes, startsMs);
  await gatehouse.stop();
  return { scale, sizes, fillSeconds, quantities };
}

function fill(data: string, sizes: Sizes): void {
  const nowMs = Date.now();
  const gatehousePath = join(data, "gatehouse.db");
  fillGatehouse(gatehousePath, sizes, nowMs);
  const telemetryPath = join(data, "telemetry.db");
  if (existsSync(telemetryPath)) {
    fillTelemetry(telemetryPath, gatehousePath, sizes, nowMs);
  }
}

function cells({ name, unit, values, floor, aim }: FlooredRow): readonly string[] {
  const middle = median(values);
  return [
    `${name} (${unit})`,
    ...[middle, Math.min(...values), Math.max(...values), floor, aim].map(readable),
    stateOf(middle, floor, aim),
  ];
}

function stateOf(middle: number, floor: number | null, aim: number | null): string {
  if (floor === null || aim === null) {
    return "";
  }
  return middle <= aim ? "aim" : middle <= floor ? "floor" : "MISSED";
}

function report(measured: readonly Measured[]): string {
  const [tenth, whole] = measured;
  const sizeRows = sizeNames.map((name) => [
    name,
    "",
    ...measured.map(({ sizes }) => sizes[name].toLocaleString("en")),
    "",
    "",
  ]);
  const quantityRows = (whole?.quantities ?? []).map(
    ({ name, unit, value, promisedMax }, index) => {
      const small = tenth?.quantities[index]?.value ?? null;
      return [
        name,
        unit,
        readable(small),
        readable(value),
        readable(small === null || value === null ? null : value / small),
        promisedMax === null ? "" : `${promisedMax}${(value ?? 0) > promisedMax ? " BROKEN" : ""}`,
      ];
    },
  );
  const scales = measured.map(({ scale }) => `scale ${scale}`);
  return table([["", "unit", ...scales, "times", "promised max"], ...sizeRows, ...quantityRows]);
}
