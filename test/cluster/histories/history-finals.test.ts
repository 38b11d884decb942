import { describe, expect, test } from "bun:test";
import { checkHistory } from "./check-history.ts";
import type { RecordedHistory } from "./recorded-history.ts";
import { finalCounts, finalValues, historyOf, logOf, submission, write } from "./sample-history.ts";
import { slotsPerBook } from "./slot-counts.ts";

const promises = { staleMsMax: 100, settleMs: 50 };
const writes = [write("1", [0, 1]), write("2", [2, 3])];
const log = logOf("1", "2");
const last = slotsPerBook - 1;
const all = Array.from({ length: slotsPerBook }, (_, slot) => slot);

type Row = readonly [name: string, parts: Partial<RecordedHistory>];

const good: readonly Row[] = [
  ["the latest write at each node", { writes, log, finals: [finalValues({ x: "2" })] }],
  [
    "a full book",
    {
      submissions: all.map((slot) => submission(slot)),
      finals: [finalCounts(Object.fromEntries(all.map((slot) => [slot, 1])))],
    },
  ],
  [
    "an unknown submission that is counted",
    { submissions: [submission(3, "unknown")], finals: [finalCounts({ 3: 1 })] },
  ],
  [
    "an unknown submission that is not counted",
    { submissions: [submission(3, "unknown")], finals: [finalCounts({})] },
  ],
];

const twice = "a submission is counted more than once";
const lost = "an acknowledged submission is not counted";
const behind = "in the end a node does not show the latest write";

const bad: readonly (readonly [...row: Row, rule: string])[] = [
  [
    "an old value at a node",
    { writes, log, finals: [finalValues({ x: "2" }), finalValues({ x: "1" })] },
    behind,
  ],
  ["no value at a node", { writes, log, finals: [finalValues({})] }, behind],
  ["a submission twice", { submissions: [submission(0)], finals: [finalCounts({ 0: 2 })] }, twice],
  [
    "an unknown submission twice",
    { submissions: [submission(last, "unknown")], finals: [finalCounts({ [last]: 2 })] },
    twice,
  ],
  [
    "a submission three times",
    { submissions: [submission(25)], finals: [finalCounts({ 25: 3 })] },
    twice,
  ],
  [
    "a lost submission",
    { submissions: [submission(1), submission(2)], finals: [finalCounts({ 1: 1 })] },
    lost,
  ],
  [
    "a submission that one node has not counted",
    {
      submissions: [submission(1)],
      finals: [finalCounts({ 1: 1 }), finalCounts({})],
    },
    lost,
  ],
  [
    "a lost submission of a book without counts",
    {
      submissions: [submission(1)],
      finals: [finalValues({})],
    },
    lost,
  ],
  [
    "a count that nobody submitted",
    { finals: [finalCounts({ 7: 1 })] },
    "something is counted that was not submitted",
  ],
];

describe("the checker of histories", () => {
  test.each(good)("accepts: %s", (_, parts) => {
    expect(checkHistory(historyOf(parts), promises)).toEqual([]);
  });

  test.each(bad)("refuses: %s", (_, parts, rule) => {
    const found = checkHistory(historyOf(parts), promises);
    expect(found.map((violation) => violation.rule)).toEqual([rule]);
  });

  test("takes little time for the histories of long runs", () => {
    const count = 20_000;
    const many = Array.from({ length: count }, (_, index) => write(`${index}`, [index, index + 1]));
    const entries = many.map(({ key, value }, index) => ({ sequence: index + 1, key, value }));
    const finals = [finalValues({ x: `${count - 1}` })];
    const start = performance.now();
    expect(checkHistory(historyOf({ writes: many, log: entries, finals }), promises)).toEqual([]);
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
