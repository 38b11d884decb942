import { join } from "node:path";
import { BenchmarkError } from "../benchmark-error.ts";
import type { ChildProcesses } from "../child-processes.ts";
import { apiPrefix, authorized, Gatehouse } from "../gatehouse.ts";
import { now } from "../hostile/clock.ts";
import { probeResult, startProbe } from "../hostile/probe.ts";
import { scaleKey } from "./data-sizes.ts";
import { fillGatehouse } from "./fill-gatehouse.ts";
import { fillTelemetry, rowsPerKey } from "./fill-telemetry.ts";
import type { FlooredRow } from "./floored-row.ts";

const features = 20_000;
const sizes = { features, environments: 1, audits: 1, telemetryRows: features * rowsPerKey };
const summaryCount = 10;
const path = `${apiPrefix}/telemetry/summary?days=90`;
/** The process of the probe has to start first. */
const quietMs = 500;
/** The scan after the start has ended by then. */
const settledMs = 5_000;

/**
 * The summary of 20,000 features over 90 days, without its first reading, and how long a client of
 * its own process waits for one feature meanwhile.
 */
export async function measureWidestSummary(
  processes: ChildProcesses,
  executable: string,
  data: string,
): Promise<readonly FlooredRow[]> {
  const first = await Gatehouse.start(processes, executable, data);
  await first.stop();
  const gatehousePath = join(data, "gatehouse.db");
  fillGatehouse(gatehousePath, sizes, Date.now());
  fillTelemetry(join(data, "telemetry.db"), gatehousePath, sizes, Date.now());
  const gatehouse = await Gatehouse.start(processes, executable, data);
  const firstMs = await readSummary(gatehouse.origin);
  await Bun.sleep(settledMs);
  const summaryMs: number[] = [];
  for (let nth = 0; nth < summaryCount; nth++) {
    summaryMs.push(await readSummary(gatehouse.origin));
  }
  const waitsMs = await waitsMeanwhile(processes, gatehouse);
  await gatehouse.stop();
  const ms = { unit: "ms", floor: null, aim: null } as const;
  const name = "summary of 20,000 features, 90 days";
  return [
    { ...ms, name, values: summaryMs, floor: 400, aim: 150 },
    { ...ms, name: "the first one, right after a start", values: [firstMs] },
    { ...ms, name: "longest time without an answer for others meanwhile", values: waitsMs },
  ];
}

/** A probe beside each of some summaries. */
async function waitsMeanwhile(
  processes: ChildProcesses,
  gatehouse: Gatehouse,
): Promise<readonly number[]> {
  const stopProbe = startProbe(processes, gatehouse, scaleKey(0));
  await Bun.sleep(quietMs);
  const quietStartMs = now();
  await Bun.sleep(quietMs);
  const moments = [now()];
  for (let nth = 0; nth < summaryCount; nth++) {
    await readSummary(gatehouse.origin);
    moments.push(now());
  }
  const record = await stopProbe();
  const [startMs = 0, ...endsMs] = moments;
  const quiet = { fromMs: quietStartMs, toMs: startMs };
  return endsMs.map((toMs, nth) => {
    const fromMs = moments[nth] ?? startMs;
    return probeResult(record, quiet, { fromMs, toMs }).gapMs;
  });
}

/** Reads a summary without keeping it: to join 160 MB takes a client longer than to receive them. */
async function readSummary(origin: string): Promise<number> {
  const startMs = now();
  const response = await fetch(origin + path, {
    headers: { ...authorized, "accept-encoding": "identity" },
  });
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
  }
  const tookMs = now() - startMs;
  if (response.status !== 200 || bytes < features * 1_000) {
    throw new BenchmarkError(`${path} was answered ${response.status} with ${bytes} bytes`);
  }
  return tookMs;
}
