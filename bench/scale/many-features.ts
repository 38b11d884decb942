import { join } from "node:path";
import type { ChildProcesses } from "../child-processes.ts";
import { Gatehouse } from "../gatehouse.ts";
import { residentMebibytes } from "../processor-time.ts";
import { fillGatehouse } from "./fill-gatehouse.ts";
import type { FlooredRow } from "./floored-row.ts";

const sizes = { features: 100_000, environments: 1, audits: 1, telemetryRows: 1 };
const startCount = 10;
/** The garbage of the start is collected by then. */
const settledMs = 1_000;

/** Starts with 100,000 features, and the memory that the server then has. */
export async function measureManyFeatures(
  processes: ChildProcesses,
  executable: string,
  data: string,
): Promise<readonly FlooredRow[]> {
  const first = await Gatehouse.start(processes, executable, data);
  await first.stop();
  fillGatehouse(join(data, "gatehouse.db"), sizes, Date.now());
  const startsMs: number[] = [];
  const mebibytes: number[] = [];
  for (let nth = 0; nth < startCount; nth++) {
    const gatehouse = await Gatehouse.start(processes, executable, data);
    startsMs.push(gatehouse.startMs);
    await Bun.sleep(settledMs);
    mebibytes.push(residentMebibytes(gatehouse.pid).now ?? Number.NaN);
    await gatehouse.stop();
  }
  return [
    { name: "start with 100,000 features", unit: "ms", values: startsMs, floor: 1_500, aim: 800 },
    { name: "memory after it", unit: "MiB", values: mebibytes, floor: 500, aim: 300 },
  ];
}
