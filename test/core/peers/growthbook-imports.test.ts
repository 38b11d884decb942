import { expect, test } from "bun:test";
import { describeImports, type ImportedCase } from "./imported-cases.ts";
import { ImportedChecks } from "./imported-checks.ts";

const parent = (value: unknown, gate = false) => ({ id: "pro", condition: { value }, gate });

/** A feature with these rules, and others that it can need. */
const documentOf = (rules: object) => ({
  features: {
    a: { defaultValue: false, rules },
    pro: { defaultValue: false, rules: [{ force: true, condition: { plan: "pro" } }] },
    blocked: {
      defaultValue: false,
      rules: [{ force: false, parentConditions: [parent(true, true)] }],
    },
  },
  savedGroups: {
    plans: ["pro", "team"],
    adults: { type: "condition", condition: { age: { $gte: 18 } } },
  },
});
const forced = (condition: object) => [{ force: true, condition }];

const conditions: readonly ImportedCase[] = [
  {
    name: "a text is compared with values as texts",
    given: forced({ plan: "1" }),
    report: "exact",
    on: [{ plan: "1" }, { plan: 1 }],
    off: [{}, { plan: ["1"] }],
  },
  {
    name: "$eq compares values of one kind",
    given: forced({ plan: { $eq: 1 } }),
    report: "exact",
    on: [{ plan: 1 }],
    off: [{ plan: "1" }, {}],
  },
  {
    name: "$ne is true for a missing value, but not here for a list",
    given: forced({ plan: { $ne: "pro" } }),
    report: "exact",
    on: [{}, { plan: 1 }, { plan: "free" }],
    off: [{ plan: "pro" }, { plan: ["free"] }],
  },
  {
    name: "true and false are compared with what counts as true",
    given: forced({ $or: [{ beta: true }, { plan: false }] }),
    report: "exact",
    on: [{ beta: true }, { beta: "no" }, { beta: 2 }, { plan: 0 }, { plan: "" }, { plan: false }],
    off: [{}, { beta: false }, { beta: 0 }, { beta: "" }, { plan: "pro" }],
  },
  {
    name: "$in and $nin",
    given: forced({ plan: { $in: ["pro", 1] }, beta: { $nin: ["a", null] } }),
    report: "exact",
    on: [{ plan: "pro", beta: "b" }],
    off: [{ plan: "pro" }, { plan: "pro", beta: "a" }, { plan: "1", beta: "b" }],
  },
  {
    name: "$exists",
    given: forced({ plan: { $exists: true }, beta: { $exists: false } }),
    report: "exact",
    on: [{ plan: "" }, { plan: 0 }],
    off: [{}, { plan: "pro", beta: false }],
  },
  {
    name: "orders compare numbers, and nothing here that is converted there",
    given: forced({ age: { $lt: 18 } }),
    report: "narrower: age is compared as a number",
    on: [{ age: 17 }],
    off: [{}, { age: "17" }, { age: 18 }],
  },
  {
    name: "the opposite of an order is not true for what is converted there",
    given: forced({ $not: { age: { $lt: 18 } } }),
    report: "narrower",
    on: [{ age: 18 }],
    off: [{}, { age: "19" }, { age: 17 }],
  },
  {
    name: "$nor and an empty $or",
    given: forced({ $nor: [{ plan: "pro" }], $or: [] }),
    report: "exact",
    on: [{}],
    off: [{ plan: "pro" }],
  },
  {
    name: "saved groups",
    given: forced({ plan: { $inGroup: "plans" }, $savedGroup: { id: "adults" } }),
    report: "narrower: age is compared",
    on: [{ plan: "pro", age: 18 }],
    off: [{ plan: "pro" }, { plan: "free", age: 18 }],
  },
  {
    name: "what has no equivalent",
    given: [
      ...forced({ plan: { $regex: "^p" } }),
      ...forced({ "plan.name": "pro" }),
      ...forced({ plan: { $inGroup: "missing" } }),
      ...forced({ $not: { plan: { $elemMatch: { $eq: "pro" } } } }),
    ],
    report: "narrower: the operator $regex of plan",
    off: [{}, { plan: "pro" }],
  },
];
const rules: readonly ImportedCase[] = [
  {
    name: "a percentage",
    given: [{ force: true, coverage: 0.25 }],
    report: "share",
    gates: { percentageOfActors: 25, expression: null },
  },
  {
    name: "a percentage of everyone needs the attribute",
    given: [{ force: true, coverage: 1, hashAttribute: "company" }],
    report: "exact",
    on: [{ company: "x" }],
    off: [{}, { company: "" }, { company: 0 }],
  },
  {
    name: "an experiment of two values",
    given: [{ variations: [false, true], weights: [0.7, 0.3] }],
    report: "share",
    gates: { percentageOfActors: 30, expression: null },
  },
  {
    name: "weights that do not add up are equal weights",
    given: [{ variations: [true, false], weights: [0.1, 0.1] }],
    report: "share",
    gates: { percentageOfActors: 50, expression: null },
  },
  {
    name: "a namespace",
    given: [{ force: true, filters: [{ attribute: "id", ranges: [[0, 0.5]] }] }],
    report: "narrower: it uses a namespace",
    off: [{}],
  },
  {
    name: "the first rule that matches decides",
    given: [{ force: false, condition: { plan: "free" } }, { force: true }],
    report: "exact",
    on: [{}],
    off: [{ plan: "free" }],
  },
  {
    name: "a feature that must be enabled",
    given: [{ force: true, parentConditions: [parent(true)] }],
    report: "exact",
    on: [{ plan: "pro" }],
    off: [{}],
  },
  {
    name: "a feature that must be disabled",
    given: [{ force: true, parentConditions: [parent(false)] }],
    report: "exact",
    on: [{}],
    off: [{ plan: "pro" }, { plan: ["pro"] }],
  },
  {
    name: "a feature that is blocked is not disabled",
    given: [{ force: true, parentConditions: [{ id: "blocked", condition: { value: false } }] }],
    report: "narrower: it needs the feature blocked to be disabled",
    off: [{}],
  },
  {
    name: "a feature that blocks all rules",
    given: [{ force: false, parentConditions: [parent(true, true)] }, { force: true }],
    report: "exact",
    off: [{}, { plan: "pro" }],
  },
];

describeImports("GrowthBook", documentOf, [...conditions, ...rules]);

test("features that are not boolean, and payloads that are encrypted", () => {
  const { imported } = new ImportedChecks(
    {
      features: {
        text: { defaultValue: "red" },
        mixed: { defaultValue: false, rules: [{ force: "red" }] },
        empty: { defaultValue: null, rules: [] },
      },
    },
    "growthbook",
  );
  expect(imported.features.map(({ reasons }) => reasons)).toEqual(
    Array.from({ length: 3 }, () => ["its values are not boolean"]),
  );
  const encrypted = { features: undefined, encryptedFeatures: "…" };
  expect(() => new ImportedChecks(encrypted, "growthbook")).toThrow("are encrypted");
});

/** Saved groups of which each names the next one twice, and the last one a plan. */
const groupsThatNameTheNextTwice = (count: number) =>
  Array.from({ length: count }, (_, level) => {
    const next = { $savedGroup: { id: `g${level + 1}` } };
    const condition =
      level === count - 1 ? { plan: "pro" } : { $or: [next, { $and: [next, { beta: level }] }] };
    return [`g${level}`, { type: "condition", condition }] as const;
  });

test.each([
  [3, "narrower: beta is compared as a number"],
  [40, "narrower: it is too large for an expression"],
  [20_000, "narrower: "],
])("%d saved groups that name the next one twice are read once", (count, report) => {
  const rules = forced({ $savedGroup: { id: "g0" } });
  const savedGroups = Object.fromEntries(groupsThatNameTheNextTwice(count));
  const checks = new ImportedChecks({ ...documentOf(rules), savedGroups }, undefined);
  expect(checks.report("a")).toStartWith(report);
  expect(checks.isEnabled("a", { flipper_id: "1", plan: "pro" })).toBe(count === 3);
});

test("a chain of 20,000 features does not overflow the stack", () => {
  const count = 20_000;
  const features = Array.from({ length: count }, (_, index) => {
    const next = { id: `f${index + 1}`, condition: { value: true } };
    const parentConditions = index === count - 1 ? [] : [next];
    return [`f${index}`, { defaultValue: false, rules: [{ force: true, parentConditions }] }];
  });
  const checks = new ImportedChecks({ features: Object.fromEntries(features) }, undefined);
  expect(checks.report("f0")).toContain("in a chain that is too long");
  expect(checks.isEnabled("f0", { flipper_id: "1" })).toBe(false);
  expect(checks.report(`f${count - 1}`)).toBe("exact");
});
