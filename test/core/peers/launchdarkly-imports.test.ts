import { expect, test } from "bun:test";
import { describeImports } from "./imported-cases.ts";
import { ImportedChecks } from "./imported-checks.ts";

const clause = (attribute: string, op: string, ...values: readonly unknown[]) => ({
  attribute,
  op,
  values,
  negate: false,
  contextKind: "user",
});
const not = (negated: object) => ({ ...negated, negate: true });
const rule = (variation: number, ...clauses: readonly object[]) => ({ clauses, variation });
const rollout = (...weights: readonly number[]) => ({
  rollout: {
    contextKind: "user",
    variations: weights.map((weight, variation) => ({ variation, weight })),
  },
});
const state = (more: object) => ({
  on: true,
  salt: "salt",
  offVariation: 1,
  fallthrough: { variation: 1 },
  targets: [],
  contextTargets: [],
  rules: [],
  prerequisites: [],
  ...more,
});
const flag = (key: string, own: object, ...values: readonly unknown[]) => ({
  key,
  kind: "boolean",
  variations: (values.length === 0 ? [true, false] : values).map((value) => ({ value })),
  environments: { production: own },
});
/** A flag in this state, in the answer of the REST API, with others that it can need. */
const documentOf = (own: object) => ({
  items: [
    flag("a", state(own)),
    flag("pro", state({ rules: [rule(0, clause("plan", "in", "pro"))] })),
    flag("text", state({}), "red", "blue"),
    flag("off", state({ on: false })),
  ],
});
const matching = (...clauses: readonly object[]) => ({ rules: [rule(0, ...clauses)] });
const segments = {
  items: [
    {
      key: "list",
      included: ["1"],
      excluded: ["2"],
      rules: [{ clauses: [clause("plan", "in", "pro")] }],
    },
    { key: "big", unbounded: true },
  ],
};

describeImports("LaunchDarkly", documentOf, [
  { name: "a flag that is off", given: { on: false }, report: "exact", off: [{}] },
  {
    name: "a flag that is off serves its off variation",
    given: { on: false, offVariation: 0 },
    report: "exact",
    gates: { boolean: true },
  },
  {
    name: "targets",
    given: {
      targets: [
        { values: ["1"], variation: 0 },
        { values: ["2"], variation: 1 },
      ],
    },
    report: "exact",
    gates: { actors: ["User;1"], expression: null },
    options: { actorId: "User;{id}" },
  },
  {
    name: "targets that are disabled",
    given: { targets: [{ values: ["2"], variation: 1 }], fallthrough: { variation: 0 } },
    report: "exact",
    on: [{}],
    off: [{ flipper_id: "2" }],
  },
  {
    name: "targets of another kind of context",
    given: { contextTargets: [{ contextKind: "org", values: ["1"], variation: 0 }] },
    report: "narrower: it uses the context kind org",
    off: [{}],
  },
  {
    name: "a percentage by the key",
    given: { fallthrough: rollout(25_000, 75_000) },
    report: "share",
    gates: { percentageOfActors: 25, expression: null },
  },
  {
    name: "a percentage with decimals",
    given: { fallthrough: rollout(12_500, 87_500) },
    report: "share",
    gates: { percentageOfActors: 0, expression: { All: [{}, {}] } },
  },
  {
    name: "values of one kind, and no list",
    given: matching(clause("plan", "in", "pro", 1, true)),
    report: "exact",
    on: [{ plan: "pro" }, { plan: 1 }, { plan: true }],
    off: [{}, { plan: "1" }, { plan: "true" }, { plan: ["pro"] }],
  },
  {
    name: "a negated clause needs the attribute",
    given: matching(not(clause("plan", "in", "pro"))),
    report: "exact",
    on: [{ plan: "free" }, { plan: 1 }, { plan: "" }],
    off: [{}, { plan: "pro" }, { plan: ["pro"] }, { plan: ["free"] }],
  },
  {
    name: "numbers",
    given: matching(clause("age", "greaterThan", 18), clause("age", "lessThanOrEqual", 20)),
    report: "exact",
    on: [{ age: 19 }, { age: 20 }],
    off: [{ age: 18 }, { age: "19" }, {}],
  },
  {
    name: "the start of a text",
    given: matching(clause("plan", "startsWith", "pro", "team")),
    report: "exact",
    on: [{ plan: "pro-2" }, { plan: "team" }],
    off: [{ plan: "Pro" }, { plan: 1 }],
  },
  {
    name: "a rule that disables what cannot be compared disables all texts",
    given: {
      rules: [rule(1, clause("email", "endsWith", "@example.com"))],
      fallthrough: { variation: 0 },
    },
    report: "narrower: the operator endsWith of email has no equivalent",
    on: [{}, { email: 1 }],
    off: [{ email: "a@example.com" }, { email: "a@b" }],
  },
  {
    name: "the first rule that matches decides",
    given: {
      rules: [
        rule(1, clause("plan", "in", "free")),
        rule(0, clause("age", "greaterThan", 18)),
        rule(1, clause("plan", "in", "pro")),
      ],
      fallthrough: { variation: 0 },
    },
    report: "exact",
    on: [{}, { age: 19, plan: "pro" }, { plan: "team" }],
    off: [
      { age: 19, plan: "free" },
      { age: 1, plan: "pro" },
    ],
  },
  {
    name: "segments",
    given: matching(clause("", "segmentMatch", "list")),
    report: "exact",
    options: { segments },
    on: [{}, { flipper_id: "3", plan: "pro" }],
    off: [{ flipper_id: "2", plan: "pro" }, { flipper_id: "3" }],
  },
  {
    name: "not in a segment",
    given: matching(not(clause("", "segmentMatch", "list"))),
    report: "exact",
    options: { segments },
    on: [{ flipper_id: "2", plan: "pro" }, { flipper_id: "3" }],
    off: [{}, { flipper_id: "3", plan: "pro" }, { flipper_id: "3", plan: ["pro"] }],
  },
  {
    name: "segments that are missing or big",
    given: matching(clause("", "segmentMatch", "missing", "big", "list")),
    report: "narrower: the segment missing is not in the document; use --segments; the members",
    options: { segments },
    on: [{}],
    off: [{ flipper_id: "3" }],
  },
  {
    name: "a prerequisite",
    given: { prerequisites: [{ key: "pro", variation: 0 }], fallthrough: { variation: 0 } },
    report: "exact",
    on: [{ plan: "pro" }],
    off: [{}],
  },
  {
    name: "a prerequisite that must be disabled",
    given: { prerequisites: [{ key: "pro", variation: 1 }], fallthrough: { variation: 0 } },
    report: "exact",
    on: [{}],
    off: [{ plan: "pro" }, { plan: ["pro"] }],
  },
  {
    name: "a prerequisite that is off is not met",
    given: { prerequisites: [{ key: "off", variation: 1 }], fallthrough: { variation: 0 } },
    report: "exact",
    off: [{}],
  },
  {
    name: "a prerequisite that is not boolean",
    given: { prerequisites: [{ key: "text", variation: 0 }], fallthrough: { variation: 0 } },
    report: "narrower: it needs a variation of the flag text",
    off: [{}],
  },
  {
    name: "a prerequisite that needs itself fails, whatever is off",
    given: {
      prerequisites: [{ key: "a", variation: 0 }],
      fallthrough: { variation: 0 },
      offVariation: 0,
    },
    report: "narrower",
    off: [{}],
  },
]);

test("flags that cannot be imported", () => {
  const { imported } = new ImportedChecks(
    {
      items: [
        flag("text", state({}), "red", "blue"),
        { ...flag("old", state({})), archived: true },
        flag("summary", { on: true }),
      ],
    },
    "launchdarkly",
  );
  expect(imported.features.map(({ class: kind, reasons }) => [kind, reasons[0]])).toEqual([
    ["dropped", "its variations are not boolean"],
    ["dropped", "it is archived"],
    ["dropped", expect.stringContaining("summary=0")],
  ]);
});

test("a summary is refused, with the URL of the whole answer", () => {
  const summary = { items: [flag("a", { on: true })] };
  expect(() => new ImportedChecks(summary, undefined)).toThrow("?env=ENVIRONMENT&summary=0");
});

test("lists are noted, as LaunchDarkly compares their elements", () => {
  const checks = new ImportedChecks(documentOf(matching(clause("plan", "in", "pro"))), undefined);
  expect(checks.imported.features[0]?.notes).toEqual([
    "properties whose value is a list do not match here: plan",
  ]);
});

/** Segments of which each has two rules that need the next one, and the last one a plan. */
const segmentsThatNeedTheNextTwice = (count: number) =>
  Array.from({ length: count }, (_, level) => {
    const last = clause("plan", "in", "pro");
    const next = level === count - 1 ? last : clause("", "segmentMatch", `s${level + 1}`);
    const beta = clause("beta", "in", level);
    return { key: `s${level}`, rules: [{ clauses: [next, beta] }, { clauses: [next] }] };
  });

test.each([
  [3, "exact"],
  [40, "narrower: it is too large for an expression"],
  [20_000, "narrower: it has a rule that fails in LaunchDarkly"],
])("%d segments that need the next one twice are read once", (count, report) => {
  const checks = new ImportedChecks(
    documentOf(matching(clause("", "segmentMatch", "s0"))),
    undefined,
    { segments: segmentsThatNeedTheNextTwice(count) },
  );
  expect(checks.report("a")).toStartWith(report);
  expect(checks.isEnabled("a", { flipper_id: "1", plan: "pro" })).toBe(report === "exact");
});

test("a chain of 20,000 flags does not overflow the stack", () => {
  const count = 20_000;
  const items = Array.from({ length: count }, (_, index) => {
    const prerequisites = index === count - 1 ? [] : [{ key: `f${index + 1}`, variation: 0 }];
    return flag(`f${index}`, state({ prerequisites, fallthrough: { variation: 0 } }));
  });
  const checks = new ImportedChecks({ items }, undefined);
  expect(checks.report("f0")).toContain("in a chain that is too long");
  expect(checks.isEnabled("f0", { flipper_id: "1" })).toBe(false);
  expect(checks.report(`f${count - 1}`)).toBe("exact");
});

test("a long list of targets is imported with the rules that follow it", () => {
  const values = Array.from({ length: 25_000 }, (_, index) => `${index}`);
  const rules = [rule(0, clause("plan", "in", "pro"), clause("beta", "in", "yes"))];
  const given = { targets: [{ values, variation: 0 }], rules };
  const checks = new ImportedChecks(documentOf(given), undefined);
  expect(checks.report("a")).toBe("exact");
  expect(checks.gates("a")?.actors).toHaveLength(values.length);
});
