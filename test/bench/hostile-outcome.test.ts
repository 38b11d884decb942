import { expect, test } from "bun:test";
import { statusText } from "../../bench/hostile/hostile-client.ts";
import {
  type HostileOutcome,
  hostileTable,
  hostileVerdict,
  type Unmeasured,
} from "../../bench/hostile/hostile-outcome.ts";
import { importBody, listOf } from "../../bench/hostile/import-bodies.ts";

const kept: HostileOutcome = {
  attack: "a long list",
  ending: null,
  statuses: "200 x 2",
  gapMs: 100,
  p99Ms: 2,
  stallMs: 0,
  memoryMiB: 64,
  memoryMaxMiB: 64,
  leftMiB: 64,
  leftMaxMiB: 64,
  seconds: 1,
  notes: ["a note"],
  checks: [{ text: "a check", isKept: true }],
};

test("an outcome within its bounds is kept", () => {
  expect(hostileVerdict(kept)).toBe("kept");
  expect(hostileVerdict({ ...kept, leftMiB: 500, leftMaxMiB: null })).toBe("kept");
});

const broken: Readonly<Record<string, Partial<HostileOutcome>>> = {
  "a long gap": { gapMs: 101 },
  "much memory": { memoryMiB: 65 },
  "memory that is not given back": { leftMiB: 65 },
  "no end": { ending: "did not end in 20 s" },
  "a check that fails": { checks: [{ text: "a check", isKept: false }] },
};

for (const [what, difference] of Object.entries(broken)) {
  test(`an outcome with ${what} is not kept`, () => {
    expect(hostileVerdict({ ...kept, ...difference })).toBe("NOT KEPT");
  });
}

test("a table has a row and a line of remarks for each attack", () => {
  const unmeasured: Unmeasured = { attack: "another", reason: "no compiler", hasFailed: false };
  const failed: HostileOutcome = { ...kept, checks: [{ text: "a check", isKept: false }] };
  const lines = hostileTable([kept, failed, unmeasured]).split("\n");
  expect(lines).toHaveLength(7);
  expect(lines[1]).toMatch(/^a long list +100 +100 +2\.00 +64 +64 +64 +64 +1\.00 +kept$/);
  expect(lines[2]).toBe("    answers 200 x 2; a check; a note");
  expect(lines[4]).toBe("    answers 200 x 2; a check: NOT KEPT; a note");
  expect(lines[5]).toMatch(/^another .*not measured$/);
  expect(lines[6]).toBe("    no compiler");
  expect(hostileVerdict({ ...unmeasured, hasFailed: true })).toBe("FAILED");
});

test("statuses are counted", () => {
  const answers = [200, null, 200, 503].map((status) => ({ status, byteCount: 0, tookMs: 1 }));
  expect(statusText(answers)).toBe("200 x 2, closed, 503");
});

test("an import body is JSON with the probed feature", () => {
  const list = listOf("{}", 30);
  expect(list).toHaveLength(31);
  const body = importBody(['"a":{}'], `"extra":${list},`);
  expect(JSON.parse(new TextDecoder().decode(body))).toEqual({
    version: 1,
    extra: Array.from({ length: 10 }, () => ({})),
    features: { one: { boolean: "true" }, a: {} },
  });
});
