import { expect, test } from "bun:test";
import { describeImports } from "./imported-cases.ts";
import { ImportedChecks } from "./imported-checks.ts";

const strategy = (name: string, parameters: object = {}, more: object = {}) => ({
  name,
  parameters,
  ...more,
});
const constraint = (operator: string, contextName: string, ...values: readonly string[]) => ({
  operator,
  contextName,
  values,
  value: values[0],
});
const constrained = (...constraints: readonly object[]) => [
  strategy("default", {}, { constraints }),
];

/** A feature with these strategies, of the Client API. */
const documentOf = (strategies: object) => ({
  version: 2,
  features: [
    { name: "a", enabled: true, strategies },
    { name: "b", enabled: true, strategies: [] },
  ],
  segments: [{ id: 7, constraints: [constraint("IN", "plan", "pro")] }],
});

describeImports("Unleash", documentOf, [
  { name: "no strategies enable everyone", given: [], report: "exact", on: [{}] },
  {
    name: "a list of users",
    given: [strategy("userWithId", { userIds: "1, 2" })],
    report: "exact",
    gates: { actors: ["1", "2"], expression: null },
    off: [{ flipper_id: "3" }],
  },
  {
    name: "users as actors of a type",
    given: [strategy("userWithId", { userIds: "1" })],
    report: "exact",
    gates: { actors: ["User;1"] },
    options: { actorId: "User;{id}" },
  },
  {
    name: "a percentage of users",
    given: [strategy("flexibleRollout", { rollout: "25", stickiness: "default", groupId: "a" })],
    report: "share: it keeps its percentages",
    gates: { percentageOfActors: 25, expression: null },
  },
  {
    name: "a percentage of checks",
    given: [strategy("gradualRolloutRandom", { percentage: "25" })],
    report: "share",
    gates: { percentageOfTime: 25 },
  },
  {
    name: "values are compared as texts",
    given: constrained(constraint("IN", "plan", "1", "true", " pro ")),
    report: "exact",
    on: [{ plan: "1" }, { plan: 1 }, { plan: true }, { plan: "pro" }],
    off: [{}, { plan: " pro " }, { plan: ["1"] }, { plan: "" }],
  },
  {
    name: "a missing value is in no list",
    given: constrained(constraint("NOT_IN", "plan", "pro")),
    report: "exact",
    on: [{}, { plan: "free" }, { plan: 1 }],
    off: [{ plan: "pro" }, { plan: ["pro"] }],
  },
  {
    name: "what a client sets must be sent before it can be missing in a list",
    given: constrained(constraint("NOT_IN", "environment", "test")),
    report: "narrower: the Unleash client sets environment",
    on: [{ environment: "production" }],
    off: [{}, { environment: "test" }],
  },
  {
    name: "numbers, but not as texts",
    given: constrained(constraint("NUM_GT", "age", "18")),
    report: "narrower: age is compared as a number",
    on: [{ age: 19 }],
    off: [{ age: 18 }, { age: "19" }, {}],
  },
  {
    name: "the opposite of a comparison of numbers does not enable texts",
    given: constrained({ ...constraint("NUM_GT", "age", "18"), inverted: true }),
    report: "narrower",
    on: [{ age: 18 }, {}],
    off: [{ age: 19 }, { age: "17" }, { age: ["19"] }],
  },
  {
    name: "the start of a text",
    given: constrained(constraint("STR_STARTS_WITH", "plan", "pro")),
    report: "exact",
    on: [{ plan: "pro" }, { plan: "pro-2" }, { plan: "pro\u{1f600}" }],
    off: [{ plan: "pr" }, { plan: "prp" }, { plan: "Pro" }, {}],
  },
  {
    name: "what has no equivalent matches nobody, also below a negation",
    given: [
      ...constrained(constraint("STR_CONTAINS", "plan", "pro")),
      ...constrained({ ...constraint("STR_CONTAINS", "plan", "x"), inverted: true }),
      strategy("custom"),
    ],
    report: "narrower: the operator STR_CONTAINS of plan has no equivalent; the strategy custom",
    on: [{}],
    off: [{ plan: "pro" }, { plan: "y" }],
  },
  {
    name: "a feature that is disabled for everyone says so",
    given: constrained(constraint("REGEX", "plan", "p.o")),
    report:
      "narrower: the operator REGEX of plan has no equivalent; so the feature is disabled for everyone here",
    off: [{ plan: "pro" }],
  },
  {
    name: "a segment, and one that is missing",
    given: [strategy("default", {}, { segments: [7] }), strategy("default", {}, { segments: [8] })],
    report: "narrower: the constraints of segment 8 are not in the document; use --segments",
    on: [{ plan: "pro" }],
    off: [{}],
  },
  {
    name: "disabled strategies",
    given: [strategy("default", {}, { disabled: true })],
    report: "narrower: all its strategies are disabled",
    off: [{}],
  },
]);

test("parents that must be enabled, disabled, or are parents themselves", () => {
  const feature = (name: string, dependencies: readonly object[], enabled = true) => ({
    name,
    enabled,
    strategies: constrained(constraint("IN", "plan", "pro")),
    dependencies,
  });
  const checks = new ImportedChecks(
    {
      features: [
        feature("parent", []),
        feature("child", [{ feature: "parent" }]),
        { ...feature("opposite", [{ feature: "parent", enabled: false }]), strategies: [] },
        feature("grandchild", [{ feature: "child" }]),
        feature("orphan", [{ feature: "missing" }]),
      ],
    },
    "unleash",
  );
  const enabledFor = (plan: unknown) =>
    checks.imported.features
      .map(({ key }) => key)
      .filter((key) => checks.isEnabled(key, { flipper_id: "1", plan }));
  expect(enabledFor("pro")).toEqual(["parent", "child"]);
  expect(enabledFor("free")).toEqual(["opposite"]);
  // Unleash reads a list as a text, so it must not enable the opposite here.
  expect(enabledFor(["pro"])).toEqual([]);
  expect(checks.report("opposite")).toBe("exact");
  expect(checks.report("grandchild")).toBe("exact");
  expect(checks.report("orphan")).toContain("missing");
});

test("an export with environments, tags, segments apart and archived features", () => {
  const document = {
    version: 4,
    features: [
      { name: "a", description: "First", archived: false },
      { name: "old", archived: true },
    ],
    featureStrategies: [
      { id: "x", featureName: "a", environment: "production", strategyName: "default" },
      {
        id: "y",
        featureName: "a",
        environment: "test",
        name: "userWithId",
        parameters: { userIds: "1" },
      },
    ],
    featureEnvironments: [
      { featureName: "a", environment: "production", enabled: true },
      { featureName: "a", environment: "test", enabled: true },
    ],
    featureTags: [
      { featureName: "a", tagType: "simple", tagValue: "web" },
      { featureName: "a", tagType: "team", tagValue: "checkout" },
    ],
    featureStrategySegments: [{ featureStrategyId: "x", segmentId: 7 }],
    segments: [{ id: 7, name: "without constraints, as exports of version 5" }],
  };
  expect(() => new ImportedChecks(document, undefined)).toThrow('"production", "test"');
  const inTest = new ImportedChecks(document, undefined, { environment: "test" });
  expect(inTest.imported).toMatchObject({ peer: "Unleash", format: "export, version 4" });
  expect(inTest.gates("a")).toMatchObject({ actors: ["1"] });
  expect(inTest.imported.features[0]).toMatchObject({
    description: "First",
    tags: ["web", "team:checkout"],
  });
  expect(inTest.report("old")).toBe("dropped: it is archived");
  const segments = [{ id: 7, constraints: [constraint("IN", "plan", "pro")] }];
  const inProduction = new ImportedChecks(document, "unleash", {
    environment: "production",
    segments,
  });
  expect(inProduction.report("a")).toBe("exact");
  expect(inProduction.isEnabled("a", { flipper_id: "1", plan: "pro" })).toBe(true);
  expect(inProduction.isEnabled("a", { flipper_id: "1" })).toBe(false);
});

test("features without their strategies are disabled", () => {
  const environments = [{ name: "production", enabled: true }];
  for (const document of [
    { features: [{ name: "a", environments }] },
    {
      features: [{ name: "a" }],
      featureEnvironments: [{ featureName: "a", environment: "production", enabled: true }],
    },
  ]) {
    const checks = new ImportedChecks(document, undefined);
    expect(checks.report("a")).toStartWith("narrower: its strategies are not in the document");
    expect(checks.isEnabled("a", { flipper_id: "1" })).toBe(false);
  }
  const withStrategies = environments.map((each) => ({
    ...each,
    strategies: [strategy("default")],
  }));
  const complete = { features: [{ name: "a", environments: withStrategies }] };
  expect(new ImportedChecks(complete, undefined).isEnabled("a", { flipper_id: "1" })).toBe(true);
});

test("keys that POST /features would change are mapped, and references to them are lost", () => {
  const feature = (name: string, ...parents: readonly string[]) => ({
    name,
    enabled: true,
    strategies: constrained(constraint("IN", "plan", "pro")),
    dependencies: parents.map((parent) => ({ feature: parent })),
  });
  const { imported } = new ImportedChecks(
    { features: [feature("a "), feature("a"), feature(" "), feature("child", "a ")] },
    "unleash",
  );
  expect(imported.notes).toContain('the key "a " becomes "a"');
  expect(imported.features.map(({ class: kind, key }) => [key, kind])).toEqual([
    ["a", "exact"],
    ["a", "dropped"],
    [" ", "dropped"],
    ["child", "narrower"],
  ]);
  const twice = { features: [feature("a"), feature("a")] };
  expect(() => new ImportedChecks(twice, "unleash")).toThrow('the feature "a" twice');
});
