import { join } from "node:path";
import { BenchmarkError } from "../benchmark-error.ts";
import { mixedGates } from "../benchmark-features.ts";
import type { ChildProcesses } from "../child-processes.ts";
import { Gatehouse } from "../gatehouse.ts";
import { now } from "../hostile/clock.ts";
import { importBody, importInto } from "../hostile/import-bodies.ts";
import { probeResult, startProbe } from "../hostile/probe.ts";
import { type ChangedRow, roundCount } from "./changed-row.ts";

const featureCount = 20_000;
const quietMs = 500;
/** Reads also wait after the answer, if what the import leaves is still handled. */
const afterMs = 500;

/**
 * How long reads wait during an import of 20,000 features into an empty server, and during the same
 * import once more.
 */
export async function importWaits(
  processes: ChildProcesses,
  executable: string,
  directory: string,
): Promise<readonly ChangedRow[]> {
  const body = importBody(
    Array.from({ length: featureCount }, (_, index) => {
      const key = `release_of_screen_${String(index).padStart(5, "0")}`;
      return `"${key}":${JSON.stringify(mixedGates(index).gates)}`;
    }),
  );
  const [first, again]: [number[], number[]] = [[], []];
  for (let round = 0; round < roundCount; round++) {
    const data = join(directory, String(round));
    const gatehouse = await Gatehouse.start(processes, executable, data);
    await mustAccept(gatehouse, importBody([]));
    first.push(await waitDuring(processes, gatehouse, body));
    again.push(await waitDuring(processes, gatehouse, body));
    await gatehouse.stop();
  }
  const bounds = { unit: "ms at the longest", warm: undefined, floor: 50, aim: 20 } as const;
  return [
    { ...bounds, name: "reads wait during an import of 20,000 features", rounds: first },
    { ...bounds, name: "the same import once more", rounds: again },
  ];
}

/** The longest time without an answer for a client that reads one feature about every 2 ms. */
async function waitDuring(
  processes: ChildProcesses,
  gatehouse: Gatehouse,
  body: Uint8Array<ArrayBuffer>,
): Promise<number> {
  const stopProbe = startProbe(processes, gatehouse);
  // The process of the probe has to start first.
  await Bun.sleep(quietMs);
  const quietStartMs = now();
  await Bun.sleep(quietMs);
  const startMs = now();
  await mustAccept(gatehouse, body);
  await Bun.sleep(afterMs);
  const endMs = now();
  const record = await stopProbe();
  const quiet = { fromMs: quietStartMs, toMs: startMs };
  return probeResult(record, quiet, { fromMs: startMs, toMs: endMs }).gapMs;
}

async function mustAccept(gatehouse: Gatehouse, body: Uint8Array<ArrayBuffer>): Promise<void> {
  const status = await importInto(gatehouse, body);
  if (status !== 204) {
    throw new BenchmarkError(`An import was answered ${status ?? "nothing"}`);
  }
}
