import { table } from "../report-table.ts";

/** The medians of one system and one question. */
export interface PeerFigures {
  readonly ratePerSecond: number;
  readonly processorMicroseconds: number | undefined;
  readonly p50Ms: number | undefined;
  readonly p99Ms: number | undefined;
}

export interface PeerRow {
  readonly question: string;
  readonly system: string;
  /** Undefined if the system does not have the question. */
  readonly figures: PeerFigures | undefined;
}

const headings = [
  "question",
  "system",
  "requests/s",
  "µs a request",
  "times",
  "p50 ms",
  "p99 ms",
] as const;

/** For a terminal. `ours` is the system whose processor time the others are compared with. */
export function peerTable(rows: readonly PeerRow[], ours: string): string {
  return table([headings, ...rows.map((row) => cells(row, rows, ours))]);
}

/** The same in Markdown. */
export function peerMarkdown(rows: readonly PeerRow[], ours: string): string {
  return markdown([headings, ...rows.map((row) => cells(row, rows, ours))]);
}

/** A table in Markdown; the first row has the headings. */
export function markdown(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  return [head, head.map(() => "---"), ...body].map((row) => `| ${row.join(" | ")} |\n`).join("");
}

/** A number with as many digits as are worth reading; a dash for a missing one. */
export function figure(number: number | undefined): string {
  if (number === undefined) {
    return "–";
  }
  if (number >= 100) {
    return Math.round(number).toLocaleString("en");
  }
  return number.toFixed(number >= 10 ? 1 : 2);
}

function cells(row: PeerRow, rows: readonly PeerRow[], ours: string): readonly string[] {
  const { question, system, figures } = row;
  const compared = rows.find((other) => other.question === question && other.system === ours);
  const [theirs, own] = [figures, compared?.figures].map((each) => each?.processorMicroseconds);
  const times = theirs === undefined || own === undefined ? undefined : theirs / own;
  return [
    ...[question, system, figure(figures?.ratePerSecond), figure(theirs), figure(times)],
    ...[figure(figures?.p50Ms), figure(figures?.p99Ms)],
  ];
}
