import { describe, expect, test } from "bun:test";
import { parsePeerDocument } from "../../../src/app/imports/peer-document.ts";
import { ImportedChecks } from "./imported-checks.ts";

const variations = { on: true, off: false };
const on = { variation: "on" };
const off = { variation: "off" };

function flagWith(query: string) {
  return { variations, targeting: [{ query, variation: "on" }], defaultRule: off };
}

function checksOf(flag: object, now?: number) {
  return new ImportedChecks({ f: flag }, "goff", { now });
}

type Properties = Readonly<Record<string, unknown>>;

/** Queries, the class of their flag, actors for whom they are true, and actors for whom they are not. */
const queries: readonly (readonly [
  string,
  string,
  readonly Properties[],
  readonly Properties[],
])[] = [
  ["age eq 18", "exact", [{ age: 18 }, { age: 18.5 }], [{ age: 17.9 }, { age: "18" }, {}]],
  ["age == 0", "exact", [{ age: 0 }, { age: -0.5 }, { age: 0.5 }], [{ age: 1 }, { age: -1 }]],
  [
    "age ne 18",
    "exact",
    [{ age: 17 }, { age: 19 }],
    [{ age: 18 }, { age: 18.5 }, {}, { age: "19" }],
  ],
  ["age gt 18", "exact", [{ age: 19 }, { age: 20.5 }], [{ age: 18 }, { age: 18.5 }]],
  ["age > -2", "exact", [{ age: -1 }, { age: -1.5 }], [{ age: -2 }, { age: -2.5 }]],
  ["age ge 18", "exact", [{ age: 18 }, { age: 18.1 }], [{ age: 17.9 }]],
  ["age <= 18", "exact", [{ age: 18 }, { age: 18.9 }], [{ age: 19 }]],
  ["age lt 18", "exact", [{ age: 17 }, { age: 17.9 }], [{ age: 18 }, {}]],
  ["score gt 1.5", "exact", [{ score: 1.6 }], [{ score: 1.5 }, { score: "2" }]],
  ["score ne 1.5", "exact", [{ score: 1 }], [{ score: 1.5 }, {}, { score: "1" }]],
  ["beta eq true", "exact", [{ beta: true }], [{ beta: false }, { beta: "true" }, {}]],
  ["beta ne true", "exact", [{ beta: false }], [{ beta: true }, {}, { beta: 0 }]],
  ["anonymous eq false", "exact", [{}, { anonymous: false }], [{ anonymous: true }]],
  ["anonymous ne false", "exact", [{ anonymous: true }], [{}, { anonymous: false }]],
  ["plan pr", "exact", [{ plan: "" }, { plan: 0 }, { plan: false }], [{}, { plan: null }]],
  ["plan eq null", "exact", [{}, { plan: null }], [{ plan: "" }, { plan: 0 }]],
  ["plan ne null", "exact", [{ plan: "x" }], [{}]],
  ['plan eq "42"', "exact", [{ plan: "42" }], [{ plan: 42 }, { plan: "43" }]],
  ['plan ne "42"', "exact", [{ plan: "43" }, { plan: "x" }], [{ plan: "42" }, { plan: 43 }, {}]],
  ['plan eq "pro"', "narrower", [{ plan: "pro" }], [{ plan: "free" }, {}]],
  ['plan ne "pro"', "narrower", [], [{ plan: "PRO" }, { plan: "pro" }, { plan: "free" }, {}]],
  ['not (plan eq "pro")', "narrower", [{}, { plan: 1 }], [{ plan: "PRO" }, { plan: "pro" }]],
  ['plan in ["pro", "max"]', "exact", [{ plan: "pro" }, { plan: "max" }], [{ plan: "PRO" }, {}]],
  ['not (plan in ["pro"])', "exact", [{ plan: "PRO" }, {}], [{ plan: "pro" }]],
  ["age in [1, 2]", "exact", [{ age: 1 }, { age: 2 }], [{ age: 3 }, { age: "1" }, { age: 1.5 }]],
  ['plan co "pr"', "narrower", [], [{ plan: "pro" }, { plan: "x" }]],
  ['plan sw "pr"', "narrower", [], [{ plan: "pro" }, {}]],
  ['plan ew "ro"', "narrower", [], [{ plan: "pro" }]],
  ['not (plan sw "pr")', "narrower", [{}, { plan: 1 }], [{ plan: "pro" }, { plan: "free" }]],
  ["version gt 1.2.3", "narrower", [], [{ version: "2.0.0" }]],
  ['user.plan eq "42"', "narrower", [], [{ "user.plan": "42" }]],
  ['age gt 17 and plan eq "42"', "exact", [{ age: 18, plan: "42" }], [{ age: 18 }, { plan: "42" }]],
  [
    "a eq 1 or b eq 1 and c eq 1",
    "exact",
    [
      { a: 1, c: 1 },
      { b: 1, c: 1 },
    ],
    [{ a: 1 }, { b: 1 }],
  ],
  ["a eq 1 or (b eq 1 and c eq 1)", "exact", [{ a: 1 }, { b: 1, c: 1 }], [{ b: 1 }]],
  ['key eq "42"', "exact", [{ flipper_id: "42" }], [{ flipper_id: "43" }]],
  ['targetingKey in ["7", "8"]', "exact", [{ flipper_id: "7" }], [{ flipper_id: "9" }]],
  ["", "exact", [{}], []],
  // What GO Feature Flag cannot read, or fails to compare, enables nobody.
  ["age eq 18 AND plan pr", "narrower", [], [{ age: 18, plan: "x" }]],
  ["age eq", "narrower", [], [{ age: 18 }]],
  ['beta gt true or plan eq "42"', "narrower", [], [{ plan: "42" }, { beta: true }]],
  ["plan eq 'pro'", "narrower", [], [{ plan: "pro" }]],
  ['{"==": [{"var": "age"}, 18]}', "narrower", [], [{ age: 18 }]],
];

describe("queries", () => {
  for (const [query, expected, enabled, disabled] of queries) {
    test(query === "" ? "none" : query, () => {
      const checks = checksOf(flagWith(query));
      expect(checks.report("f").split(":")[0]).toBe(expected);
      for (const properties of enabled) {
        expect([properties, checks.isEnabled("f", { flipper_id: "1", ...properties })]).toEqual([
          properties,
          true,
        ]);
      }
      for (const properties of disabled) {
        expect([properties, checks.isEnabled("f", { flipper_id: "1", ...properties })]).toEqual([
          properties,
          false,
        ]);
      }
    });
  }
});

const flags: readonly (readonly [string, object, string, object | null])[] = [
  ["a default rule", { variations, defaultRule: on }, "exact", { boolean: true }],
  ["a disabled flag", { variations, defaultRule: on, disable: true }, "exact", { boolean: false }],
  [
    "a disabled rule",
    { variations, targeting: [{ query: "a eq 1", ...on, disable: true }], defaultRule: off },
    "exact",
    { boolean: false },
  ],
  [
    "a percentage",
    { variations, defaultRule: { percentage: { on: 25, off: 75 } } },
    "share",
    { percentageOfActors: 25 },
  ],
  [
    "of another sum",
    { variations, defaultRule: { percentage: { on: 1, off: 3 } } },
    "share",
    { percentageOfActors: 25 },
  ],
  [
    "of all",
    { variations, defaultRule: { percentage: { on: 100, off: 0 } } },
    "exact",
    { boolean: true },
  ],
  [
    "of nobody",
    { variations, defaultRule: { percentage: { off: 100 } } },
    "exact",
    { boolean: false },
  ],
  [
    "of an attribute",
    { variations, bucketingKey: "team", defaultRule: { percentage: { on: 25, off: 75 } } },
    "share",
    { percentageOfActors: 0, boolean: false },
  ],
  ["texts", { variations: { a: "x", b: "y" }, defaultRule: { variation: "a" } }, "dropped", null],
  ["numbers", { variations: { a: 1 }, defaultRule: { variation: "a" } }, "dropped", null],
  [
    "a missing variation",
    { variations, defaultRule: { variation: "none" } },
    "narrower",
    { boolean: false },
  ],
  ["no default rule", { variations, targeting: [] }, "narrower", { boolean: false }],
];

test.each(flags)("%s", (_, flag, expected, gates) => {
  const checks = checksOf(flag);
  expect(checks.report("f").split(":")[0]).toBe(expected);
  expect(checks.gates("f")).toEqual(gates === null ? null : expect.objectContaining(gates));
});

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.UTC(2026, 0, 10);

test("an experiment and a progressive rollout follow the time of the check", () => {
  const dates = { start: "2026-01-10", end: "2026-01-11T00:00:00Z" };
  const experiment = checksOf({ variations, defaultRule: on, experimentation: dates });
  const at = (checks: ImportedChecks, time: number) =>
    checks.isEnabled("f", { flipper_id: "1" }, { now: () => time });
  expect(
    [start - 1, start, start + day, start + day + 1].map((time) => at(experiment, time)),
  ).toEqual([...[false, true, true, false]]);
  const rollout = (first: string, last: string) =>
    checksOf({
      variations,
      defaultRule: {
        progressiveRollout: {
          initial: { variation: first, percentage: 0, date: dates.start },
          end: { variation: last, percentage: 100, date: dates.end },
        },
      },
    });
  const times = [start - 1, start + hour, start + day];
  expect(times.map((time) => at(rollout("off", "on"), time))).toEqual([false, false, true]);
  expect(times.map((time) => at(rollout("on", "off"), time))).toEqual([true, false, false]);
});

test("scheduled steps apply until the time of the import, and later ones are named", () => {
  const flag = {
    variations,
    targeting: [{ name: "staff", query: "staff eq true", variation: "off" }],
    defaultRule: off,
    scheduledRollout: [
      { date: "2026-01-10T00:00:00Z", targeting: [{ name: "staff", variation: "on" }] },
      { date: "2026-01-11T00:00:00Z", defaultRule: on },
    ],
  };
  const isStaff = (now: number) =>
    checksOf(flag, now).isEnabled("f", { flipper_id: "1", staff: true });
  expect([start - 1, start].map(isStaff)).toEqual([false, true]);
  expect(checksOf(flag, start).imported.features[0]?.notes).toEqual([
    "its scheduled step of 2026-01-11T00:00:00Z is not imported",
  ]);
  expect(checksOf(flag, start + day).gates("f")?.boolean).toBe(true);
  expect(checksOf(flag).gates("f")).toMatchObject({ boolean: false, expression: null });
});

test("steps without a zone are in UTC, and a flag with later steps is narrower", () => {
  const flag = (rule: object) => ({
    ...{ variations, defaultRule: rule },
    scheduledRollout: [{ date: "2026-01-10 00:00:00", defaultRule: rule === on ? off : on }],
  });
  const zone = process.env.TZ;
  process.env.TZ = "America/New_York";
  const after = checksOf(flag(off), start);
  process.env.TZ = zone ?? "UTC";
  expect(after.report("f")).toBe("exact");
  expect(after.gates("f")?.boolean).toBe(true);
  for (const rule of [on, off, { percentage: { on: 25, off: 75 } }]) {
    expect(checksOf(flag(rule), start - 1).report("f")).toStartWith(
      "narrower: a later scheduled step is not imported",
    );
  }
  const before = checksOf(flag(on), start - 1);
  const at = (time: number) => before.isEnabled("f", { flipper_id: "1" }, { now: () => time });
  expect([start - 1, start].map(at)).toEqual([true, false]);
});

test("a file is YAML or JSON, and is recognized", () => {
  const yaml =
    "f:\n  variations: {on: true, off: false}\n  defaultRule:\n    variation: on\n  metadata:\n    description: A flag\n";
  const { imported } = new ImportedChecks(parsePeerDocument(yaml), undefined);
  expect(imported).toMatchObject({
    peer: "GO Feature Flag",
    features: [{ key: "f", class: "exact", description: "A flag" }],
  });
  expect(() => parsePeerDocument(`${yaml}f:\n  variations: {}\n`)).toThrow(
    'line 7 repeats the key "f"',
  );
});
