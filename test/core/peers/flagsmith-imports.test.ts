import { expect, test } from "bun:test";
import { describeImports } from "./imported-cases.ts";
import { ImportedChecks } from "./imported-checks.ts";

const condition = (operator: string, property_: string, value: unknown = null) => ({
  operator,
  property_,
  value,
});
const state = (name: string, enabled: boolean, priority?: number) => ({
  feature: { id: 1, name, type: "STANDARD" },
  enabled,
  feature_state_value: null,
  multivariate_feature_state_values: [],
  feature_segment: priority === undefined ? null : { priority },
});
const segment = (id: number, enabled: boolean, priority: number, ...rules: readonly object[]) => ({
  id,
  name: `segment ${id}`,
  rules: [{ type: "ALL", conditions: [], rules }],
  feature_states: [state("a", enabled, priority)],
});
const all = (...conditions: readonly object[]) => ({ type: "ALL", conditions, rules: [] });
const any = (...conditions: readonly object[]) => ({ type: "ANY", conditions, rules: [] });
const none = (...conditions: readonly object[]) => ({ type: "NONE", conditions, rules: [] });
/** An environment in which `a` is disabled, except in segments. */
const documentOf = (segments: object) => ({
  api_key: "key",
  feature_states: [state("a", false)],
  project: { segments },
  identity_overrides: [{ identifier: "override", identity_features: [state("a", true)] }],
});
const matching = (...rules: readonly object[]) => [segment(1, true, 1, ...rules)];

describeImports("Flagsmith", documentOf, [
  {
    name: "overrides of identities",
    given: [],
    report: "exact",
    gates: { actors: ["User;override"], expression: null },
    options: { actorId: "User;{id}" },
  },
  {
    name: "values are converted to the kind of the trait",
    given: matching(all(condition("EQUAL", "plan", "1"))),
    report: "exact",
    on: [{ plan: "1" }, { plan: 1 }, { plan: true }],
    off: [{}, { plan: "true" }, { plan: false }, { plan: 2 }],
  },
  {
    name: "NOT_EQUAL needs the trait",
    given: matching(all(condition("NOT_EQUAL", "plan", "pro"))),
    report: "exact",
    on: [{ plan: "free" }, { plan: 1 }, { plan: "" }],
    off: [{}, { plan: "pro" }, { plan: ["free"] }],
  },
  {
    name: "a list of texts or numbers",
    given: matching(any(condition("IN", "plan", "pro,5"), condition("IN", "age", '["7"]'))),
    report: "exact",
    on: [{ plan: "pro" }, { plan: 5 }, { age: 7 }],
    off: [{}, { plan: "" }, { plan: true }, { age: 5 }],
  },
  {
    name: "orders of numbers and texts",
    given: matching(all(condition("GREATER_THAN", "age", "18"))),
    report: "exact",
    on: [{ age: 19 }, { age: "19" }, { age: "2" }],
    off: [{}, { age: 18 }, { age: "100" }, { age: true }],
  },
  {
    name: "traits that are set or not",
    given: matching(all(condition("IS_SET", "plan")), all(condition("IS_NOT_SET", "age"))),
    report: "exact",
    on: [{ plan: "" }, { plan: 0 }],
    off: [{}, { plan: "pro", age: 1 }],
  },
  {
    name: "rules of which none may match",
    given: matching(none(condition("EQUAL", "plan", "pro"), condition("EQUAL", "age", "1"))),
    report: "exact",
    on: [{}, { plan: "free" }],
    off: [{ plan: "pro" }, { age: 1 }, { flipper_id: undefined }],
  },
  {
    name: "the identifier",
    given: matching(all(condition("EQUAL", "$.identity.identifier", "1"))),
    report: "exact",
    gates: { actors: ["1", "override"] },
  },
  {
    name: "a percentage of the identities",
    given: matching(all(condition("PERCENTAGE_SPLIT", "", "25"))),
    report: "share",
    gates: { percentageOfActors: 25 },
  },
  {
    name: "the lower priority number decides",
    given: [
      segment(1, true, 2, all(condition("EQUAL", "plan", "pro"))),
      segment(2, false, 1, all(condition("EQUAL", "beta", "no"))),
    ],
    report: "exact",
    on: [{ plan: "pro" }],
    off: [{ plan: "pro", beta: "no" }],
  },
  {
    name: "what has no equivalent",
    given: matching(
      any(condition("CONTAINS", "plan", "p"), condition("EQUAL", "$.environment.name", "x")),
      none(condition("REGEX", "plan", "p")),
    ),
    report: "narrower: the operator CONTAINS of plan has no equivalent; it uses the path",
    off: [{ plan: "p" }, {}],
  },
  {
    name: "an override that disables what cannot be compared",
    given: [
      segment(1, false, 1, all(condition("REGEX", "plan", "p"))),
      segment(2, true, 2, all(condition("EQUAL", "beta", "yes"))),
    ],
    report: "narrower: the operator REGEX",
    on: [{ beta: "yes" }, { flipper_id: "override", plan: "p" }],
    off: [{ beta: "yes", plan: "p" }],
  },
]);

test("values are not imported, and the context of an engine is read too", () => {
  const checks = new ImportedChecks(
    {
      environment: { key: "key", name: "Production" },
      features: { a: { key: "1", name: "a", enabled: false, value: "red" } },
      segments: {
        x: {
          key: "x",
          name: "identity_overrides",
          rules: [all({ operator: "IN", property: "$.identity.identifier", value: "1,2" })],
          overrides: [{ key: "2", name: "a", enabled: true, priority: null }],
        },
      },
    },
    undefined,
  );
  expect(checks.imported.format).toBe("evaluation context");
  expect(checks.gates("a")).toMatchObject({ actors: ["1", "2"] });
  expect(checks.imported.features[0]?.notes).toEqual(["its value is not imported"]);
});
