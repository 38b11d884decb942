/** Times are milliseconds of one monotonic clock, which is the clock of all clients. */
interface Timed {
  readonly start: number;
  readonly end: number;
}

/** A request of a client to a node. */
interface Operation extends Timed {
  readonly node: string;
  readonly client: string;
}

/** A write of a value that no other write has. */
export interface RecordedWrite extends Operation {
  readonly key: string;
  readonly value: string;
  readonly outcome: "ok" | "refused" | "unknown";
}

/** Values of registers, all of one answer; null is a register without a value. */
export interface RecordedRead extends Operation {
  readonly outcome: "ok" | "refused" | "unknown";
  readonly values: readonly (readonly [key: string, value: string | null])[];
}

/** A submission of telemetry, with all attempts to send it. */
export interface RecordedSubmission extends Operation {
  readonly book: string;
  /** From 0 to `slotsPerBook` - 1; no other submission of the book has it. */
  readonly slot: number;
  readonly outcome: "ok" | "unknown";
}

/** An entry of the audit log, in the order of the log. */
export interface LogEntry {
  readonly sequence: number;
  readonly key: string;
  /** Null unless it is a write of a register. */
  readonly value: string | null;
}

/** A time in which a node may not answer, or may lag. */
export interface FaultWindow extends Timed {
  readonly fault: string;
  readonly node: string;
  readonly effect: "down" | "stale";
}

export interface BookTotals {
  readonly enabled: number;
  readonly disabled: number;
}

/** What a node shows when all faults are over. */
export interface FinalState {
  readonly node: string;
  readonly values: ReadonlyMap<string, string | null>;
  readonly books: ReadonlyMap<string, BookTotals>;
}

export interface RecordedHistory {
  readonly writes: readonly RecordedWrite[];
  readonly reads: readonly RecordedRead[];
  readonly submissions: readonly RecordedSubmission[];
  readonly log: readonly LogEntry[];
  readonly windows: readonly FaultWindow[];
  readonly finals: readonly FinalState[];
}

export interface Violation {
  readonly rule: string;
  /** The operations or entries concerned. */
  readonly concerned: readonly unknown[];
}

/** How far reads of healthy nodes may lag (docs/cluster.md#failures-of-a-shared-database). */
export interface Promises {
  readonly staleMsMax: number;
  /** How long a node may lag after a fault. */
  readonly settleMs: number;
}
