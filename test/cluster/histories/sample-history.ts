import type {
  FaultWindow,
  FinalState,
  LogEntry,
  RecordedHistory,
  RecordedRead,
  RecordedSubmission,
  RecordedWrite,
} from "./recorded-history.ts";
import { metricOfSlot } from "./slot-counts.ts";

type Times = readonly [start: number, end: number];

export function write(
  value: string,
  [start, end]: Times,
  changes: Partial<RecordedWrite> = {},
): RecordedWrite {
  return { node: "a", client: "1", key: "x", value, start, end, outcome: "ok", ...changes };
}

export function read(
  values: Readonly<Record<string, string | null>>,
  [start, end]: Times,
  changes: Partial<RecordedRead> = {},
): RecordedRead {
  const shown = Object.entries(values);
  return { node: "a", client: "2", values: shown, start, end, outcome: "ok", ...changes };
}

export function submission(
  slot: number,
  outcome: RecordedSubmission["outcome"] = "ok",
): RecordedSubmission {
  return { node: "a", client: "3", book: "book", slot, start: 0, end: 1, outcome };
}

/** The log of writes of `x`, or of others such as `y=2`. */
export function logOf(...entries: readonly string[]): readonly LogEntry[] {
  return entries.map((entry, index) => {
    const [first = "", second] = entry.split("=");
    return second === undefined
      ? { sequence: index + 1, key: "x", value: first }
      : { sequence: index + 1, key: first, value: second };
  });
}

/** A node at which the slots were counted so often. */
export function finalCounts(times: Readonly<Record<number, number>>): FinalState {
  const totals = { enabled: 0, disabled: 0 };
  for (const [slot, count] of Object.entries(times)) {
    const { result, value } = metricOfSlot(Number(slot));
    totals[result ? "enabled" : "disabled"] += count * value;
  }
  return { node: "a", values: new Map(), books: new Map([["book", totals]]) };
}

export function finalValues(values: Readonly<Record<string, string>>): FinalState {
  return { node: "a", values: new Map(Object.entries(values)), books: new Map() };
}

export function faultAt(
  node: string,
  effect: FaultWindow["effect"],
  [start, end]: Times,
): FaultWindow {
  return { fault: "a fault", node, effect, start, end };
}

export function historyOf(parts: Partial<RecordedHistory>): RecordedHistory {
  return { writes: [], reads: [], submissions: [], log: [], windows: [], finals: [], ...parts };
}
