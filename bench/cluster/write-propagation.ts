import { BenchmarkError } from "../benchmark-error.ts";
import { featureKey } from "../benchmark-features.ts";
import { apiPrefix, authorized, type Gatehouse } from "../gatehouse.ts";
import type { Outcome, PerformancePromise } from "../scenario-outcome.ts";
import { quantile } from "../statistics.ts";
import type { ClusterServers } from "./cluster-servers.ts";

const writesPerSecond = 20;
const writeCount = 160;
const seenTimeoutMs = 10_000;
const path = `${apiPrefix}/features/${featureKey(0)}`;

/** One write, in milliseconds after it was sent. */
export interface SeenWrite {
  readonly answeredMs: number;
  /** When another server first answered with it. */
  readonly seenMs: number;
}

/**
 * Measures the time from a write on a node until another node answers a read with it, which is asked
 * without a pause, at a steady rate of writes.
 */
export async function measurePropagation(
  _tools: unknown,
  { trio: [writer, , reader] }: ClusterServers,
): Promise<readonly Outcome[]> {
  await seenAt(writer, reader, 2);
  const writes: SeenWrite[] = [];
  const startedMs = performance.now();
  for (let nth = 0; nth < writeCount; nth++) {
    const dueMs = startedMs + (nth * 1_000) / writesPerSecond;
    await Bun.sleep(Math.max(0, dueMs - performance.now()));
    writes.push(await seenAt(writer, reader, nth % 2 === 0 ? 3 : 4));
  }
  return propagationOutcomes(writes);
}

export function propagationOutcomes(writes: readonly SeenWrite[]): readonly Outcome[] {
  const rate = `${writesPerSecond} writes/s`;
  const fromSent = writes.map(({ seenMs }) => seenMs);
  // A read that was answered beside the write saw it before the writer knew.
  const fromAnswer = writes.map(({ seenMs, answeredMs }) => Math.max(0, seenMs - answeredMs));
  return [
    timesOutcome({ scenario: `seen by another node at ${rate}, p99`, ...within250 }, fromSent),
    timesOutcome({ scenario: "the same, after its answer, p99", ...within250 }, fromAnswer),
  ];
}

const within250 = { unit: "ms", floor: 250, aim: 50, isAtMost: true, isRate: true } as const;

function timesOutcome(promised: PerformancePromise, times: readonly number[]): Outcome {
  const p99Ms = quantile(times, 0.99);
  return {
    ...promised,
    ...{ ours: p99Ms, ceiling: null, ratio: null, processorRatio: null },
    ...{ p50Ms: quantile(times, 0.5), p99Ms, ceilingP99Ms: null, note: null },
  };
}

async function seenAt(writer: Gatehouse, reader: Gatehouse, value: number): Promise<SeenWrite> {
  const sentMs = performance.now();
  const written = fetch(`${writer.origin}${path}/percentage_of_actors`, {
    method: "POST",
    headers: { ...authorized, "content-type": "application/x-www-form-urlencoded" },
    body: `percentage=${value}`,
  });
  const answered = written.then(async (response) => {
    await response.bytes();
    if (response.status !== 200) {
      throw new BenchmarkError(`A gate write was answered ${response.status}`);
    }
    return performance.now() - sentMs;
  });
  while ((await percentageOn(reader)) !== value) {
    if (performance.now() - sentMs > seenTimeoutMs) {
      throw new BenchmarkError("A write was not seen by another node");
    }
  }
  return { seenMs: performance.now() - sentMs, answeredMs: await answered };
}

async function percentageOn(server: Gatehouse): Promise<unknown> {
  const response = await fetch(server.origin + path, { headers: authorized });
  const feature = (await response.json()) as {
    readonly gates: readonly { readonly key: string; readonly value: unknown }[];
  };
  return feature.gates.find(({ key }) => key === "percentage_of_actors")?.value;
}
