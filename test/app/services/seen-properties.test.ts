import { expect, test } from "bun:test";
import { SeenProperties } from "../../../src/app/services/seen-properties.ts";

const dayMs = 86_400_000;
const start = 20_000 * dayMs;

function startSketch() {
  const clock = { now: start };
  const seen = new SeenProperties(() => clock.now);
  return {
    clock,
    seen,
    record: (properties: object) => {
      // Each in its own second, as only some checks of a second are recorded.
      clock.now += 1_000;
      seen.record(1, [{ flipperId: "User;1", properties: { ...properties } }]);
    },
    valuesOf: (name: string) => seen.in(1).properties.find((each) => each.name === name)?.values,
  };
}

test("properties have their types, their share and their values", () => {
  const { seen, record } = startSketch();
  record({ plan: "pro", seats: 14, beta: true });
  record({ plan: "free", seats: "14" });
  record({ plan: "pro", list: [1], empty: null });
  record({});
  expect(seen.in(1)).toEqual({
    checkCount: 3,
    properties: [
      {
        ...{ name: "plan", count: 3, isPrivate: false },
        types: { text: 3, number: 0, boolean: 0, other: 0 },
        values: ["pro", "free"],
      },
      {
        ...{ name: "seats", count: 2, isPrivate: false },
        types: { text: 1, number: 1, boolean: 0, other: 0 },
        values: [14, "14"],
      },
      expect.objectContaining({ name: "beta", values: [true] }),
      expect.objectContaining({ name: "list", values: [] }),
      expect.objectContaining({
        name: "empty",
        types: { text: 0, number: 0, boolean: 0, other: 1 },
      }),
    ],
  });
  expect(seen.in(2)).toEqual({ checkCount: 0, properties: [] });
});

test.each([
  ["an e-mail address", "login", "ada@example.com"],
  ["a token", "value", "gatehouse_0123456789abcdefghijklmnopqrstuv"],
  ["a personal token", "value", "gh_pat_abc"],
  ["a hash", "value", "9f86d081884c7d659a2feaa0c55ad015"],
  ["a web token", "value", "eyJhbGciOi.eyJzdWIi.SflKxw"],
  ["a telephone number", "value", "+49 (30) 123456"],
  ["a long number", "value", 4_915_123_456],
  ["an address", "value", "192.0.2.17"],
  ["a name that says so", "user_password", "x"],
  ["another name that says so", "apiKey", "y"],
])("no values are kept of a name with %s, neither before nor later", (_, name, value) => {
  const { seen, record, valuesOf } = startSketch();
  record({ [name]: "short" });
  record({ [name]: value });
  record({ [name]: "later" });
  expect(valuesOf(name)).toEqual([]);
  expect(JSON.stringify(seen.in(1))).not.toContain(`"${value}"`);
  expect(seen.in(1).properties).toMatchObject([{ name, count: 3, isPrivate: true }]);
});

test("names with many values or long ones keep no more than 20 short ones", () => {
  const { record, valuesOf, seen } = startSketch();
  record({ text: "a long text with blanks, which is too long to be a suggestion of a value" });
  for (let at = 0; at < 20; at++) {
    record({ id: at });
  }
  expect([valuesOf("text"), valuesOf("id")?.length]).toEqual([[], 20]);
  record({ id: 20 });
  expect(valuesOf("id")).toEqual([]);
  expect(seen.in(1).properties.find(({ name }) => name === "id")?.isPrivate).toBe(false);
});

test("at most 200 names of an environment are kept, and 20 environments", () => {
  const { seen, record, clock } = startSketch();
  for (let at = 0; at < 250; at++) {
    record({ [`name_${at}`]: at });
  }
  expect(seen.in(1).properties).toHaveLength(200);
  for (let environment = 2; environment <= 21; environment++) {
    clock.now += 1_000;
    seen.record(environment, [{ flipperId: "a", properties: { x: 1 } }]);
  }
  expect([seen.in(1).checkCount, seen.in(21).checkCount]).toEqual([0, 1]);
});

test("everything is forgotten 7 days after it was seen", () => {
  const { seen, record, clock } = startSketch();
  record({ old: 1, plan: "old" });
  clock.now += 3 * dayMs;
  record({ plan: "new" });
  clock.now += 4 * dayMs;
  expect(seen.in(1)).toMatchObject({
    checkCount: 1,
    properties: [{ name: "plan", count: 1, values: ["new"] }],
  });
  // Also if nobody reads the sketch, whose names are limited.
  for (let at = 0; at < 250; at++) {
    clock.now += dayMs;
    record({ [`name_${at}`]: at });
  }
  expect(seen.in(1).properties.map(({ name }) => name)).toEqual(
    Array.from({ length: 7 }, (_, at) => `name_${243 + at}`),
  );
  clock.now += 7 * dayMs;
  expect(seen.in(1)).toEqual({ checkCount: 0, properties: [] });
});

test("only some checks of a second are recorded", () => {
  const { seen, clock } = startSketch();
  for (let at = 0; at < 200; at++) {
    seen.record(1, [{ flipperId: "a", properties: { x: 1 } }]);
  }
  expect(seen.in(1).checkCount).toBe(50);
  // Frequent checks in one environment take nothing from another.
  seen.record(2, [{ flipperId: "a", properties: { x: 1 } }]);
  expect(seen.in(2).checkCount).toBe(1);
  clock.now += 1_000;
  seen.record(1, [{ flipperId: "a", properties: { x: 1 } }]);
  expect(seen.in(1).checkCount).toBe(51);
});
