import { describe, expect, test } from "bun:test";
import { checkWrites } from "./check-writes.ts";
import type { LogEntry, RecordedRead, RecordedWrite } from "./recorded-history.ts";
import { historyOf, logOf, read, write } from "./sample-history.ts";

interface Row {
  readonly name: string;
  readonly writes: readonly RecordedWrite[];
  readonly reads?: readonly RecordedRead[];
  readonly log: readonly LogEntry[];
}

const gap = "the audit log has a gap or a repeated number";
const stranger = "the audit log has a value that was not written there";
const readOrder = "a write is in the audit log before a write that was read when it began";
const order = "a write is in the audit log before a write that had ended when it began";

const good: readonly Row[] = [
  { name: "nothing", writes: [], log: [] },
  {
    name: "one after the other",
    writes: [write("1", [0, 1]), write("2", [2, 3])],
    log: logOf("1", "2"),
  },
  {
    name: "at the same time",
    writes: [write("1", [0, 5]), write("2", [1, 2])],
    log: logOf("2", "1"),
  },
  {
    name: "one begins when another ends",
    writes: [write("1", [0, 1]), write("2", [1, 2])],
    log: logOf("2", "1"),
  },
  {
    name: "a refused write is not there",
    writes: [write("1", [0, 1], { outcome: "refused" })],
    log: [],
  },
  {
    name: "an unknown write is not there",
    writes: [write("1", [0, 1], { outcome: "unknown" })],
    log: [],
  },
  {
    name: "an unknown write is there late",
    writes: [write("1", [0, 1], { outcome: "unknown" }), write("2", [2, 3])],
    log: logOf("2", "1"),
  },
  {
    name: "other entries between",
    writes: [write("1", [0, 1])],
    log: [
      { sequence: 1, key: "other", value: null },
      { sequence: 2, key: "x", value: "1" },
    ],
  },
];

const bad: readonly (Row & { readonly rule: string })[] = [
  {
    name: "a lost write",
    writes: [write("1", [0, 1])],
    log: [],
    rule: "an acknowledged write is lost",
  },
  {
    name: "a refused write that is there",
    writes: [write("1", [0, 1], { outcome: "refused" })],
    log: logOf("1"),
    rule: "a refused write was committed",
  },
  {
    name: "a write twice",
    writes: [write("1", [0, 1])],
    log: logOf("1", "1"),
    rule: "a write was committed twice",
  },
  {
    name: "an unknown write twice",
    writes: [write("1", [0, 1], { outcome: "unknown" })],
    log: logOf("1", "1"),
    rule: "a write was committed twice",
  },
  { name: "a value that nobody wrote", writes: [], log: logOf("1"), rule: stranger },
  {
    name: "a value at another register",
    writes: [write("1", [0, 1])],
    log: logOf("y=1"),
    rule: stranger,
  },
  {
    name: "a gap",
    writes: [write("1", [0, 1])],
    log: [{ sequence: 2, key: "x", value: "1" }],
    rule: gap,
  },
  {
    name: "a number twice",
    writes: [],
    log: [
      { sequence: 1, key: "y", value: null },
      { sequence: 1, key: "y", value: null },
    ],
    rule: gap,
  },
  {
    name: "the wrong order",
    writes: [write("1", [0, 1]), write("2", [2, 3])],
    log: logOf("2", "1"),
    rule: order,
  },
  {
    name: "the wrong order of different registers and nodes",
    writes: [write("1", [0, 1]), write("2", [2, 3], { key: "y", node: "b" })],
    log: logOf("y=2", "1"),
    rule: order,
  },
  {
    name: "an unknown write before one that had ended",
    writes: [write("1", [0, 1]), write("2", [2, 3], { outcome: "unknown" })],
    log: logOf("2", "1"),
    rule: order,
  },
  {
    name: "the wrong order with others between",
    writes: [write("1", [0, 1]), write("2", [0, 9]), write("3", [2, 3]), write("4", [4, 5])],
    log: logOf("3", "2", "4", "1"),
    rule: order,
  },
  {
    name: "a write before one that had been read",
    writes: [write("1", [0, 9]), write("2", [5, 6])],
    reads: [read({ x: "1" }, [1, 2])],
    log: logOf("2", "1"),
    rule: readOrder,
  },
];

describe("the checker of writes", () => {
  test.each(good)("accepts: $name", ({ writes, reads = [], log }) => {
    expect(checkWrites(historyOf({ writes, reads, log }))).toEqual([]);
  });

  test.each(bad)("refuses: $name", ({ writes, reads = [], log, rule }) => {
    const found = checkWrites(historyOf({ writes, reads, log }));
    expect([...new Set(found.map((violation) => violation.rule))]).toEqual([rule]);
  });
});
