import { readdirSync, readFileSync } from "node:fs";
import { ticksPerSecond } from "../processor-time.ts";

/** What `/proc/PID/stat` says about a process. */
export interface ProcessTimes {
  readonly pid: number;
  readonly parent: number;
  /** Of all its threads, and of its children that have ended. */
  readonly processorMs: number;
}

/** Reads a line of `/proc/PID/stat`; undefined if it has another form. */
export function processTimes(stat: string): ProcessTimes | undefined {
  // The second field is a name in parentheses, which may contain spaces and parentheses.
  const pid = Number.parseInt(stat, 10);
  const [, parent, ...later] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = later.slice(9, 13).map(Number);
  const sum = ticks.reduce((total, each) => total + each, 0);
  return ticks.length < 4 || Number.isNaN(pid) || Number.isNaN(sum)
    ? undefined
    : { pid, parent: Number(parent), processorMs: (sum / ticksPerSecond) * 1_000 };
}

/** The processor time of some processes and of everything that they started. */
export function sumOfTrees(all: readonly ProcessTimes[], roots: readonly number[]): number {
  const byParent = Map.groupBy(all, ({ parent }) => parent);
  const counted = new Map<number, number>();
  const waiting = all.filter(({ pid }) => roots.includes(pid));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!counted.has(next.pid)) {
      counted.set(next.pid, next.processorMs);
      waiting.push(...(byParent.get(next.pid) ?? []));
    }
  }
  return Array.from(counted.values()).reduce((total, each) => total + each, 0);
}

/** The same for the processes that run now; undefined if the system does not report it. */
export function treesProcessorMs(roots: readonly number[]): number | undefined {
  const all = runningProcesses();
  return all.length === 0 ? undefined : sumOfTrees(all, roots);
}

function runningProcesses(): readonly ProcessTimes[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => timesOf(pid) ?? []);
  } catch {
    return [];
  }
}

function timesOf(pid: string): ProcessTimes | undefined {
  try {
    return processTimes(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    // The process has ended since the directory was read.
    return undefined;
  }
}
