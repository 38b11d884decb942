import { describe, expect, test } from "bun:test";
import { ImportedChecks } from "./imported-checks.ts";

type Properties = Readonly<Record<string, unknown>>;

const text = "STRING_COMPARISON_TYPE";
const number = "NUMBER_COMPARISON_TYPE";
const boolean = "BOOLEAN_COMPARISON_TYPE";
const date = "DATETIME_COMPARISON_TYPE";
const id = "ENTITY_ID_COMPARISON_TYPE";

interface FliptFlag {
  readonly rollouts?: readonly object[];
  readonly enabled?: boolean;
  readonly segments?: readonly object[];
}

function checksOf({ rollouts = [], enabled = false, segments = [] }: FliptFlag) {
  const flags = [{ key: "f", type: "BOOLEAN_FLAG_TYPE", enabled, rollouts }];
  return new ImportedChecks({ version: "1.4", namespace: "default", flags, segments }, undefined);
}

function constrained(type: string, operator: string, value?: unknown) {
  const constraint = { type, property: "p", operator, value };
  const segments = [{ key: "s", match_type: "ALL_MATCH_TYPE", constraints: [constraint] }];
  return (matches: boolean) =>
    checksOf({
      segments,
      enabled: !matches,
      rollouts: [{ segment: { key: "s", value: matches } }],
    });
}

/** Constraints, values that match them, and values that do not; the last value decides nothing. */
const constraints: readonly (readonly [
  string,
  string,
  unknown,
  string,
  readonly unknown[],
  readonly unknown[],
])[] = [
  [text, "eq", "a", "exact", ["a"], ["A", "", undefined, 1]],
  [text, "eq", "5", "exact", ["5", 5], ["5.0", 6, undefined]],
  [text, "eq", "true", "exact", ["true", true], [false, "yes"]],
  [text, "eq", "", "exact", [], ["", undefined, "a"]],
  [text, "neq", "a", "exact", ["b", 1, true], ["a", "", undefined]],
  [text, "neq", "5", "exact", ["6", 6], ["5", 5, undefined]],
  [text, "empty", "", "exact", ["", undefined], ["a", 0, false]],
  [text, "notempty", "", "exact", ["a", 0], ["", undefined]],
  [text, "isoneof", '["a","b"]', "exact", ["a", "b"], ["c", "", undefined]],
  [text, "isnotoneof", '["a","b"]', "exact", ["c", 1], ["a", "b", "", undefined]],
  [number, "eq", "5", "narrower", [5], [6, undefined]],
  [number, "neq", "5", "narrower", [6], [5, undefined]],
  [number, "lt", "5", "narrower", [4.5], [5, undefined]],
  [number, "lte", "5", "narrower", [5], [5.5]],
  [number, "gt", "5", "narrower", [5.5], [5]],
  [number, "gte", "5", "narrower", [5], [4]],
  [number, "isoneof", "[1, 2]", "narrower", [1, 2], [3]],
  [number, "isnotoneof", "[1, 2]", "narrower", [3], [1, 2, undefined]],
  [number, "present", "", "exact", [5, "x"], [undefined, ""]],
  [number, "notpresent", "", "exact", [undefined, ""], [5]],
  [boolean, "true", "", "exact", [true, "true", "T", 1], [false, "yes", undefined]],
  [boolean, "false", "", "exact", [false, "false", "0", 0], [true, "no", undefined]],
  [boolean, "present", "", "exact", [false], [undefined]],
  [date, "notpresent", "", "exact", [undefined], ["2026-01-01"]],
];

describe("constraints", () => {
  for (const [type, operator, value, expected, matching, others] of constraints) {
    test(`${type} ${operator} ${String(value)}`, () => {
      const checks = [true, false].map(constrained(type, operator, value));
      for (const [index, each] of checks.entries()) {
        expect(each.report("f").split(":")[0]).toBe(expected);
        const check = (p: unknown) =>
          each.isEnabled("f", { flipper_id: "1", ...(p === undefined ? {} : { p }) });
        expect(matching.map(check)).toEqual(matching.map(() => index === 0));
        expect(others.map(check)).toEqual(others.map(() => index === 1));
      }
    });
  }
});

/** What has no expression matches nobody, and below a negation everybody who has the property. */
test.each([
  [text, "prefix", "a"],
  [text, "suffix", "a"],
  [text, "contains", "a"],
  [text, "notcontains", "a"],
  [date, "lt", "2026-01-01"],
  [number, "eq", "many"],
  ["NOVEL_COMPARISON_TYPE", "eq", "a"],
] as const)("%s %s enables nobody", (type, operator, value) => {
  for (const matches of [true, false]) {
    const checks = constrained(type, operator, value)(matches);
    expect(checks.report("f")).toStartWith("narrower: ");
    expect(checks.isEnabled("f", { flipper_id: "1", p: "a" })).toBe(false);
  }
});

test("a number in a text is not enabled where it may match", () => {
  for (const matches of [true, false]) {
    const checks = constrained(number, "gt", "5")(matches);
    expect(checks.isEnabled("f", { flipper_id: "1", p: "6" })).toBe(false);
  }
});

const segment = (key: string, match: string, ...values: readonly string[]) => ({
  key,
  match_type: `${match}_MATCH_TYPE`,
  constraints: values.map((value) => ({ type: text, property: value, operator: "eq", value })),
});
const a = segment("a", "ALL", "x", "y");
const b = segment("b", "ANY", "z", "y");

const flags: readonly (readonly [string, FliptFlag, Properties, boolean])[] = [
  ["no rollout", { enabled: true }, {}, true],
  ["a disabled flag", { enabled: false }, {}, false],
  [
    "all of a segment",
    { rollouts: [{ segment: { key: "a", value: true } }], segments: [a] },
    { x: "x", y: "y" },
    true,
  ],
  [
    "a part of it",
    { rollouts: [{ segment: { key: "a", value: true } }], segments: [a] },
    { x: "x" },
    false,
  ],
  [
    "any of a segment",
    { rollouts: [{ segment: { keys: ["b"], value: true } }], segments: [b] },
    { y: "y" },
    true,
  ],
  [
    "one of two segments",
    {
      rollouts: [{ segment: { keys: ["a", "b"], operator: "OR_SEGMENT_OPERATOR", value: true } }],
      segments: [a, b],
    },
    { z: "z" },
    true,
  ],
  [
    "both segments",
    {
      rollouts: [{ segment: { keys: ["a", "b"], operator: "AND_SEGMENT_OPERATOR", value: true } }],
      segments: [a, b],
    },
    { z: "z" },
    false,
  ],
  [
    "a segment without constraints",
    { rollouts: [{ segment: { key: "c", value: true } }], segments: [segment("c", "ANY")] },
    {},
    true,
  ],
  [
    "a value that is missing",
    { enabled: true, rollouts: [{ segment: { key: "c" } }], segments: [segment("c", "ALL")] },
    {},
    false,
  ],
  [
    "the first rollout decides",
    {
      rollouts: [{ segment: { key: "b", value: false } }, { segment: { key: "a", value: true } }],
      segments: [a, b],
    },
    { x: "x", y: "y" },
    false,
  ],
  ["a missing segment", { rollouts: [{ segment: { key: "none", value: true } }] }, {}, false],
  [
    "its negation",
    { enabled: true, rollouts: [{ segment: { key: "none", value: false } }] },
    {},
    false,
  ],
];

test.each(flags)("%s", (_, flag, properties, expected) => {
  expect(checksOf(flag).isEnabled("f", { flipper_id: "1", ...properties })).toBe(expected);
});

test("a threshold is a percentage of actors, and ids can be named", () => {
  const threshold = (percentage: number) =>
    checksOf({ rollouts: [{ threshold: { percentage, value: true } }] });
  expect(threshold(50).report("f")).toStartWith("share: ");
  expect(threshold(50).gates("f")).toMatchObject({ percentageOfActors: 50, expression: null });
  expect(threshold(12.5).gates("f")?.percentageOfActors).toBe(13);
  const named = { type: id, property: "entity", operator: "isoneof", value: '["1","2"]' };
  const ids = checksOf({
    segments: [{ key: "s", constraints: [named] }],
    rollouts: [{ segment: { key: "s", value: true } }],
  });
  expect(ids.gates("f")?.actors).toEqual(["1", "2"]);
});

test("a threshold that disables also disables checks without an actor", () => {
  const enabled = (percentage: number, properties: Properties) =>
    checksOf({
      enabled: true,
      rollouts: [{ threshold: { percentage, value: false } }],
    }).isEnabled("f", properties);
  expect([0, 50, 100].map((percentage) => enabled(percentage, {}))).toEqual([true, false, false]);
  expect([0, 100].map((each) => enabled(each, { flipper_id: "1" }))).toEqual([true, false]);
});

test("variants are not imported, and a namespace is chosen", () => {
  const document = (key: string) => ({
    namespace: { key, name: key },
    flags: [
      { key: `${key}-flag`, type: "VARIANT_FLAG_TYPE", variants: [] },
      { key: "old", enabled: true },
    ],
  });
  const both = [document("default"), document("other")];
  expect(() => new ImportedChecks(both, undefined)).toThrow(
    '--peer-environment: "default", "other"',
  );
  const chosen = new ImportedChecks(both, undefined, { environment: "other" });
  expect(chosen.imported.features.map(({ key, class: kind }) => [key, kind])).toEqual([
    ["other-flag", "dropped"],
    ["old", "dropped"],
  ]);
});
