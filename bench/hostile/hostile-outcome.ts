import { readable, table } from "../report-table.ts";
import type { HostileCheck } from "./attack.ts";

/** The bounds of docs/performance.md#hostile-load. */
export const gapMaxMs = 100;
export const requestMemoryMaxMiB = 64;
export const importMemoryTimes = 6;
export const eightAtOnceMaxMiB = 512;
/** How much more than its stored state a server may hold soon after an import. */
export const leftMaxMiB = 64;

/** What an attack did. Memory is in MiB beyond the stored state. */
export interface HostileOutcome {
  readonly attack: string;
  /** How it ended, if not by itself. */
  readonly ending: string | null;
  readonly statuses: string;
  readonly gapMs: number;
  readonly p99Ms: number | null;
  /** The longest time in which the probe got no processor. */
  readonly stallMs: number;
  readonly memoryMiB: number;
  readonly memoryMaxMiB: number;
  /** What was not given back to the system. */
  readonly leftMiB: number | null;
  readonly leftMaxMiB: number | null;
  readonly seconds: number;
  readonly notes: readonly string[];
  readonly checks: readonly HostileCheck[];
}

/** An attack that this machine or this executable does not allow, or that failed. */
export interface Unmeasured {
  readonly attack: string;
  readonly reason: string;
  readonly hasFailed: boolean;
}

export type HostileVerdict = "kept" | "NOT KEPT" | "not measured" | "FAILED";

export function hostileVerdict(outcome: HostileOutcome | Unmeasured): HostileVerdict {
  if ("reason" in outcome) {
    return outcome.hasFailed ? "FAILED" : "not measured";
  }
  const { ending, gapMs, memoryMiB, memoryMaxMiB, leftMiB, checks } = outcome;
  const isKept =
    ending === null &&
    gapMs <= gapMaxMs &&
    memoryMiB <= memoryMaxMiB &&
    (outcome.leftMaxMiB === null || (leftMiB ?? 0) <= outcome.leftMaxMiB) &&
    checks.every((check) => check.isKept);
  return isKept ? "kept" : "NOT KEPT";
}

const headings = [
  "attack",
  "gap ms",
  "max",
  "p99 ms",
  "memory MiB",
  "max",
  "left MiB",
  "max",
  "s",
  "verdict",
] as const;

/** The table, with what else is to say about an attack in a line below its row. */
export function hostileTable(outcomes: readonly (HostileOutcome | Unmeasured)[]): string {
  const lines = table([headings, ...outcomes.map(cells)])
    .trimEnd()
    .split("\n");
  const [heading = "", ...rows] = lines;
  const noted = rows.flatMap((row, index) => {
    const outcome = outcomes[index];
    return outcome === undefined ? [row] : [row, `    ${remark(outcome)}`];
  });
  return [heading, ...noted].join("\n");
}

function cells(outcome: HostileOutcome | Unmeasured): readonly string[] {
  const verdict = hostileVerdict(outcome);
  if ("reason" in outcome) {
    return [outcome.attack, "-", "", "-", "-", "", "-", "", "-", verdict];
  }
  return [
    outcome.attack,
    rounded(outcome.gapMs),
    String(gapMaxMs),
    readable(outcome.p99Ms),
    rounded(outcome.memoryMiB),
    rounded(outcome.memoryMaxMiB),
    outcome.leftMiB === null ? "-" : rounded(outcome.leftMiB),
    outcome.leftMaxMiB === null ? "" : rounded(outcome.leftMaxMiB),
    readable(outcome.seconds),
    verdict,
  ];
}

function remark(outcome: HostileOutcome | Unmeasured): string {
  if ("reason" in outcome) {
    return outcome.reason;
  }
  const { ending, statuses, checks, notes } = outcome;
  return [
    ending ?? [],
    statuses === "" ? [] : `answers ${statuses}`,
    checks.map(({ text, isKept }) => (isKept ? text : `${text}: NOT KEPT`)),
    notes,
  ]
    .flat()
    .join("; ");
}

function rounded(value: number): string {
  return Math.round(value).toLocaleString("en");
}
