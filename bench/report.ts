import { cpus, loadavg } from "node:os";
import { readable, table } from "./report-table.ts";
import { type Outcome, verdictOf } from "./scenario-outcome.ts";

/** The machine, as numbers of different machines cannot be compared. */
export function machine() {
  const processors = cpus();
  return {
    processors: processors.length,
    model: processors[0]?.model ?? "unknown",
    bun: Bun.version,
    loadAverage: loadavg()[0] ?? 0,
  };
}

export type Machine = ReturnType<typeof machine>;

const generatorNotes: Readonly<Record<string, string>> = {
  wrk: "wrk gave the load",
  autocannon:
    "autocannon gave the load and was itself the limit: cpu tells more than ratio; wrk would be better",
};

const headings = [
  "scenario",
  "ours",
  "ceiling",
  "unit",
  "ratio",
  "cpu",
  "p50 ms",
  "p99 ms",
  "floor",
  "aim",
  "",
] as const;

/**
 * A table for people, then one line of JSON. `stolenShare`, 0 to 1, is the share of processor time
 * that the host of a virtual machine gave to others; undefined if the system does not report it.
 */
export function report(
  outcomes: readonly Outcome[],
  generator: string,
  before: Machine,
  elapsedSeconds: number,
  stolenShare: number | undefined,
): string {
  const rows = outcomes.map((outcome) => [
    outcome.scenario,
    readable(outcome.ours),
    readable(outcome.ceiling),
    outcome.unit,
    readable(outcome.ratio),
    readable(outcome.processorRatio),
    readable(outcome.p50Ms),
    readable(outcome.p99Ms),
    readable(outcome.floor),
    readable(outcome.aim),
    [verdictOf(outcome), outcome.note === null ? "" : `(${outcome.note})`].join(" ").trim(),
  ]);
  const json = {
    machine: before,
    stolenShare,
    generator,
    elapsedSeconds,
    scenarios: outcomes.map((outcome) => ({ ...outcome, verdict: verdictOf(outcome) })),
  };
  return [
    table([headings, ...rows]),
    "Medians of rounds that took turns.",
    "cpu: processor time of the ceiling for an answer, by ours; other work disturbs it least.",
    `${generatorNotes[generator] ?? generator}.`,
    `${before.processors} x ${before.model}, Bun ${before.bun}, load average before the run ${before.loadAverage.toFixed(2)}, ${elapsedSeconds.toFixed(0)} s in all.`,
    ...(stolenShare === undefined
      ? []
      : [`Its host gave ${(100 * stolenShare).toFixed(1)} % of that to other machines.`]),
    JSON.stringify(json),
  ].join("\n");
}
