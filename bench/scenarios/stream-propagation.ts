import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type BenchTools, startCeiling } from "../bench-tools.ts";
import { BenchmarkError } from "../benchmark-error.ts";
import { featureKey, mixedFeatures } from "../benchmark-features.ts";
import { apiPrefix, authorized, Gatehouse } from "../gatehouse.ts";
import { openedLine, type StreamLoad, type StreamLoadResult } from "../load/stream-clients.ts";
import type { Measurement } from "../measure.ts";
import { residentMebibytes } from "../processor-time.ts";
import {
  compareRounds,
  type Outcome,
  type PerformancePromise,
  unavailableOutcome,
} from "../scenario-outcome.ts";
import { median } from "../statistics.ts";

const streams = 5_000;
const writes = 10;
const rounds = 2;
/** Both ends of each stream are in this machine, each in its own process; some are needed for others. */
const descriptorsMin = 2 * streams + 1_000;
const clientsTimeoutMs = 30_000;
const bytesPerMebibyte = 1_024;

const promised: PerformancePromise = {
  scenario: `change announced to ${streams.toLocaleString("en")} streams, p99`,
  unit: "1/s",
  floor: 0.3,
  aim: 0.6,
};

/**
 * Measures how long a change takes from its write, which is durable and audited, to each of 5,000
 * streams; compares that with a bare server that stores nothing and tells all at once.
 */
export async function measureStreams(tools: BenchTools): Promise<readonly Outcome[]> {
  if (descriptorLimit() < descriptorsMin) {
    const note = `needs ulimit -n ${descriptorsMin}`;
    return [unavailableOutcome(promised, note)];
  }
  const variables = { GATEHOUSE_CONNECTION_LIMIT: "0" };
  const directory = join(tools.directory, "streams");
  const gatehouse = await Gatehouse.start(tools.processes, tools.executable, directory, {
    variables,
  });
  await gatehouse.import(mixedFeatures());
  const ceiling = await startCeiling(tools, "stream-server");
  const ours: Measurement[] = [];
  const theirs: Measurement[] = [];
  const kibibytes: number[] = [];
  for (let round = 0; round < rounds; round++) {
    theirs.push((await measure(tools, ceiling)).measurement);
    const told = await measure(tools, gatehouse);
    ours.push(told.measurement);
    kibibytes.push(told.kibibytesPerStream);
  }
  await Promise.all([gatehouse.stop(), ceiling.stop()]);
  const compared = compareRounds(promised, ours, theirs);
  return [{ ...compared, note: `${median(kibibytes).toFixed(1)} KiB for each stream` }];
}

interface Server {
  readonly pid: number;
  readonly origin: string;
}

async function measure({ processes }: BenchTools, { pid, origin }: Server) {
  const { hostname, port, host } = new URL(origin);
  const head = Object.entries({ host, ...authorized })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
  const body = "percentage=VALUE";
  const type = "content-type: application/x-www-form-urlencoded\r\n";
  const path = `${apiPrefix}/features/${featureKey(1)}/percentage_of_actors`;
  const load: StreamLoad = {
    host: hostname,
    port: Number(port),
    streams,
    writes,
    streamHead: `GET ${apiPrefix}/stream HTTP/1.1\r\n${head}\r\n`,
    write: `POST ${path} HTTP/1.1\r\n${head}${type}content-length: 13\r\n\r\n${body}`,
  };
  const before = residentMebibytes(pid).now ?? Number.NaN;
  const clients = join(import.meta.dir, "../load/stream-clients.ts");
  let opened = before;
  const printed = await processes.converse(
    [process.execPath, clients, JSON.stringify(load)],
    clientsTimeoutMs,
    openedLine,
    () => {
      opened = residentMebibytes(pid).now ?? Number.NaN;
    },
  );
  const result: StreamLoadResult = JSON.parse(printed.trim().split("\n").at(-1) ?? "");
  if (!Number.isFinite(result.p99Ms)) {
    throw new BenchmarkError("the clients of the streams told no times");
  }
  const measurement: Measurement = {
    ratePerSecond: 1_000 / result.p99Ms,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    processorMicroseconds: undefined,
  };
  return {
    measurement,
    kibibytesPerStream: ((opened - before) * bytesPerMebibyte) / streams,
  };
}

/** The most files that a process of this one may open. */
function descriptorLimit(): number {
  const [, soft = "0"] =
    /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
  return Number(soft);
}
