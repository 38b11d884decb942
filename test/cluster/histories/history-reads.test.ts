import { describe, expect, test } from "bun:test";
import { checkReads, staleMsOf } from "./check-reads.ts";
import type { RecordedHistory } from "./recorded-history.ts";
import { RegisterLog } from "./register-log.ts";
import { faultAt, historyOf, logOf, read, write } from "./sample-history.ts";

const promises = { staleMsMax: 100, settleMs: 50 };
const elsewhere = { node: "b" };
const failed = { outcome: "unknown" } as const;

/** `x` is 1, then 2; then `y` is 3, then 4. All writes are at node a. */
const writes = [
  write("1", [0, 10]),
  write("2", [20, 30]),
  write("3", [40, 50], { key: "y" }),
  write("4", [60, 70], { key: "y" }),
];
const log = logOf("1", "2", "y=3", "y=4");

type Row = readonly [name: string, parts: Partial<RecordedHistory>];

const good: readonly Row[] = [
  ["nothing", {}],
  ["a read before all writes", { reads: [read({ x: null, y: null }, [0, 1])] }],
  ["a value during its write", { reads: [read({ x: "2" }, [21, 22])] }],
  ["an old value at another node", { reads: [read({ x: "1" }, [35, 36], elsewhere)] }],
  ["all at one moment", { reads: [read({ x: "2", y: "3" }, [80, 81], elsewhere)] }],
  [
    "two reads that grow, with another node between",
    {
      reads: [
        read({ y: "3" }, [80, 81], elsewhere),
        read({ y: "4" }, [82, 83]),
        read({ y: "4" }, [84, 85], elsewhere),
      ],
    },
  ],
  [
    "reads at the same time in any order",
    { reads: [read({ y: "4" }, [80, 90], elsewhere), read({ y: "3" }, [85, 95], elsewhere)] },
  ],
  ["a lag up to the limit", { reads: [read({ x: "1" }, [130, 131], elsewhere)] }],
  [
    "a large lag of a node with a fault",
    {
      reads: [read({ x: "1" }, [500, 501], elsewhere)],
      windows: [faultAt("b", "stale", [400, 450])],
    },
  ],
  [
    "no answer of a node that is down",
    { reads: [read({}, [100, 120], failed)], windows: [faultAt("a", "down", [110, 130])] },
  ],
];

const stray = "a read shows a value that is not in the audit log";
const mixed = "a read shows values of different moments";
const less = "a read shows less than an earlier read of the node";
const ownWrite = "a read does not show a write that the node had acknowledged";
const silent = "a node that runs did not answer a read";
const lagging = "a read of a healthy node lags";

const bad: readonly (readonly [...row: Row, rule: string])[] = [
  ["a value that nobody wrote", { reads: [read({ x: "9" }, [80, 81])] }, stray],
  ["a value of another register", { reads: [read({ x: "3" }, [80, 81])] }, stray],
  [
    "a value that was not committed",
    { reads: [read({ x: "5" }, [80, 81])], writes: [...writes, write("5", [71, 72], failed)] },
    stray,
  ],
  [
    "a value before its write",
    { reads: [read({ x: "2" }, [12, 15])] },
    "a read shows a value of the future",
  ],
  [
    "a new value with an old one",
    { reads: [read({ x: "1", y: "3" }, [80, 81], elsewhere)] },
    mixed,
  ],
  [
    "a new value without an old one",
    { reads: [read({ x: null, y: "3" }, [80, 81], elsewhere)] },
    mixed,
  ],
  [
    "a read that goes back",
    { reads: [read({ y: "4" }, [80, 81], elsewhere), read({ y: "3" }, [82, 83], elsewhere)] },
    less,
  ],
  [
    "a read that goes back at another register",
    { reads: [read({ y: "4" }, [80, 81], elsewhere), read({ x: "1" }, [82, 83], elsewhere)] },
    less,
  ],
  [
    "an acknowledged write that its node does not show",
    { reads: [read({ y: "3" }, [71, 72])] },
    ownWrite,
  ],
  [
    "a missing write that its node acknowledged",
    { reads: [read({ x: null }, [12, 13])] },
    ownWrite,
  ],
  ["a large lag", { reads: [read({ x: "1" }, [131, 132], elsewhere)] }, lagging],
  [
    "a large lag long after a fault",
    {
      reads: [read({ x: "1" }, [500, 501], elsewhere)],
      windows: [faultAt("b", "stale", [300, 349])],
    },
    lagging,
  ],
  [
    "a large lag during a fault of another node",
    {
      reads: [read({ x: "1" }, [500, 501], elsewhere)],
      windows: [faultAt("a", "stale", [400, 500])],
    },
    lagging,
  ],
  ["no answer", { reads: [read({}, [100, 120], failed)] }, silent],
  [
    "no answer of a node that only lags",
    { reads: [read({}, [100, 120], failed)], windows: [faultAt("a", "stale", [110, 130])] },
    silent,
  ],
];

describe("the checker of reads", () => {
  test.each(good)("accepts: %s", (_, parts) => {
    expect(checkReads(historyOf({ writes, log, ...parts }), promises)).toEqual([]);
  });

  test.each(bad)("refuses: %s", (_, parts, rule) => {
    const found = checkReads(historyOf({ writes, log, ...parts }), promises);
    expect(found.map((violation) => violation.rule)).toEqual([rule]);
  });

  test("measures the lag from the first acknowledgment that a read misses", () => {
    const registers = new RegisterLog(historyOf({ writes, log }));
    expect(staleMsOf(read({ x: "1", y: null }, [75, 76]), registers)).toBe(45);
    expect(staleMsOf(read({ x: "2", y: "3" }, [75, 76]), registers)).toBe(5);
    expect(staleMsOf(read({ x: "2", y: "4" }, [75, 76]), registers)).toBe(0);
  });
});
