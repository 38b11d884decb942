import { join } from "node:path";
import type { ChildProcesses } from "../child-processes.ts";
import { apiPrefix, type Gatehouse, token } from "../gatehouse.ts";
import {
  longestGapMs,
  type ProbeAnswer,
  p99Ms,
  type TimeWindow,
  usualGapMs,
} from "./longest-gap.ts";

const entry = join(import.meta.dir, "probe-process.ts");

/** The feature that the probe reads. Attacks leave it as it is, or remove it. */
export const probedKey = "one";

/** What the probe's process prints: pairs of moments in milliseconds since the epoch. */
export interface ProbeRecord {
  /** When each request was sent, and when its answer was complete. */
  readonly answers: readonly (readonly [number, number])[];
  /** Times in which the probe itself got no processor. */
  readonly stalls: readonly (readonly [number, number])[];
}

/** What the probe saw during an attack, in milliseconds. */
export interface ProbeResult {
  /** The longest time without an answer, less the usual time between two answers. */
  readonly gapMs: number;
  readonly p99Ms: number | null;
  /** The longest time in which the probe itself got no processor. */
  readonly stallMs: number;
}

/** Starts a probe of a server; the function that it returns stops it and gives its record. */
export function startProbe(
  processes: ChildProcesses,
  server: Gatehouse,
  key = probedKey,
): () => Promise<ProbeRecord> {
  const path = `${apiPrefix}/features/${key}`;
  const running = processes.background([process.execPath, entry, server.origin, path, token]);
  return async () => JSON.parse(await running.stop());
}

export function probeResult(
  record: ProbeRecord,
  quiet: TimeWindow,
  attack: TimeWindow,
): ProbeResult {
  const answers = record.answers.map(pairToAnswer);
  const stalls = record.stalls
    .filter(([startMs, endMs]) => endMs > attack.fromMs && startMs < attack.toMs)
    .map(([startMs, endMs]) => endMs - startMs);
  return {
    gapMs: Math.max(0, longestGapMs(answers, attack) - usualGapMs(answers, quiet)),
    p99Ms: p99Ms(answers, attack),
    stallMs: Math.max(0, ...stalls),
  };
}

function pairToAnswer([sentMs, answeredMs]: readonly [number, number]): ProbeAnswer {
  return { sentMs, answeredMs };
}
