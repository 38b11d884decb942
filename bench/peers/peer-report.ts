import type { Machine } from "../report.ts";
import { table } from "../report-table.ts";
import { figure, markdown, type PeerRow, peerMarkdown, peerTable } from "./peer-table.ts";
import type { PublishedFigure } from "./pinned-evaluations.ts";

/** Everything that a run of `make bench-peers` found. */
export interface PeerResults {
  readonly rows: readonly PeerRow[];
  readonly published: readonly PublishedFigure[];
  /** The versions of the systems that ran. */
  readonly programs: readonly string[];
  /** Why systems did not run. */
  readonly missing: readonly string[];
  readonly before: Machine;
  readonly generator: string;
  readonly date: string;
  readonly elapsedSeconds: number;
  /** The share of the processor time that other processes of the machine used; 0 to 1. */
  readonly otherShare: number | undefined;
}

const ours = "Gatehouse";
const publishedHead = [
  "on one core",
  "requests/s",
  "µs a request",
  "published for another machine",
];

export function peerReport(results: PeerResults): string {
  return [
    peerTable(results.rows, ours),
    table([publishedHead, ...results.published.map(publishedCells)]),
    ...factsOf(results),
    `${results.elapsedSeconds.toFixed(0)} s in all.`,
    JSON.stringify(results),
  ].join("\n");
}

/** The part of docs/performance.md between its marks. */
export function peerSection(results: PeerResults): string {
  const facts = factsOf(results).map((fact) => `- ${fact}\n`);
  return [
    peerMarkdown(results.rows, ours),
    markdown([publishedHead, ...results.published.map(publishedCells)]),
    facts.join(""),
  ].join("\n");
}

function publishedCells({ work, figures, published }: PublishedFigure): readonly string[] {
  const rate = figure(figures?.ratePerSecond);
  return [work, rate, figure(figures?.processorMicroseconds), published];
}

function factsOf(results: PeerResults): readonly string[] {
  const { before, generator, date, otherShare, programs, missing } = results;
  return [
    `Measured on ${date} on ${before.processors} cores (${before.model}) with ${generator}.`,
    `The load average before the run was ${before.loadAverage.toFixed(1)}.`,
    ...(otherShare === undefined
      ? []
      : [
          `Other work on the machine used ${(100 * otherShare).toFixed(0)} % of the processor time during the run.`,
        ]),
    ...programs.map((program) => `${program}.`),
    ...missing.map((reason) => `${reason}.`),
  ];
}
