import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  attributes,
  type Evaluate,
  ids,
  loadTool,
  numbers,
  runShareTrials,
  runTrials,
  sharesOf,
  texts,
} from "./peer-trials.ts";

interface Engine {
  getEvaluationResult(context: object): {
    readonly flags: Readonly<Record<string, { readonly enabled: boolean }>>;
  };
}
interface Builder {
  buildEnvironmentModel(document: object): object;
}
interface Mappers {
  getEvaluationContext(environment: object): object;
}

const directory = "flagsmith-nodejs/build/cjs/flagsmith-engine";
const engine = loadTool<Engine>(`${directory}/index.js`);
const builder = loadTool<Builder>(`${directory}/environments/util.js`);
const mappers = loadTool<Mappers>(`${directory}/evaluation/evaluationContext/mappers.js`);

function evaluatorOf(context: object): Evaluate {
  return (key, { flipper_id: identifier, ...traits }) =>
    engine.getEvaluationResult({
      ...context,
      ...(identifier === undefined ? {} : { identity: { identifier, traits } }),
    }).flags[key]?.enabled === true;
}

const conditionOf = (percentages: readonly string[]) =>
  fc.oneof(
    {
      arbitrary: fc.record({
        property: fc.constantFrom(
          ...attributes,
          "$.identity.identifier",
          "$.identity.traits.plan",
          "$.environment.name",
        ),
        operator: fc.constantFrom(
          ...["EQUAL", "NOT_EQUAL", "IN", "IS_SET", "IS_NOT_SET", "EQUAL", "IN"],
          ...["GREATER_THAN", "GREATER_THAN_INCLUSIVE", "LESS_THAN", "LESS_THAN_INCLUSIVE"],
          ...["CONTAINS", "NOT_CONTAINS", "REGEX", "MODULO", "NOVEL"],
        ),
        value: fc.constantFrom(
          ...[...texts, ...ids, ...numbers.map(String)],
          ...["a,b,1", "1,5", '["a", "5"]', "false", "False", "1.0.0:semver", "2|0"],
        ),
      }),
      weight: 5,
    },
    fc.record({
      operator: fc.constant("PERCENTAGE_SPLIT"),
      property: fc.constantFrom("", "$.identity.traits.plan", "plan"),
      value: fc.constantFrom(...percentages),
    }),
  );
const type = fc.constantFrom("ALL", "ANY", "NONE");
function ruleOf(percentages: readonly string[]) {
  // Environment documents have another name for the property.
  const condition = conditionOf(percentages).map((each) => ({ ...each, property_: each.property }));
  return fc.record({
    type,
    conditions: fc.array(condition, { maxLength: 1 }),
    rules: fc.array(
      fc
        .tuple(type, fc.array(condition, { maxLength: 3 }))
        .map(([each, conditions]) => ({ type: each, conditions, rules: [] })),
      { maxLength: 2 },
    ),
  });
}
const names = ["a", "b"];
const priority = fc.constantFrom(0, 1, 2);
const state = (name: string) =>
  fc.record({ enabled: fc.boolean(), priority }).map((own) => ({
    feature: { id: name.charCodeAt(0), name, type: "STANDARD" },
    enabled: own.enabled,
    feature_state_value: null,
    featurestate_uuid: name,
    feature_segment: { priority: own.priority },
    multivariate_feature_state_values: [],
  }));
const segment = (id: number, percentages: readonly string[]) =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant(`segment ${id}`),
    rules: fc.array(ruleOf(percentages), { maxLength: 2 }),
    feature_states: fc.oneof(
      state("a").map((each) => [each]),
      fc.tuple(state("a"), state("b")),
    ),
  });
const documentsOf = (...percentages: readonly string[]) =>
  fc.record({
    id: fc.constant(1),
    api_key: fc.constant("key"),
    name: fc.constant("Production"),
    feature_states: fc.tuple(...names.map(state)),
    project: fc
      .tuple(segment(3, percentages), segment(12, percentages), segment(2, percentages))
      .map((segments) => ({
        id: 1,
        name: "project",
        organisation: { id: 1, name: "organisation" },
        segments,
      })),
    identity_overrides: fc.uniqueArray(
      fc.record({
        identifier: fc.constantFrom(...ids),
        environment_api_key: fc.constant("key"),
        identity_uuid: fc.constant("uuid"),
        created_date: fc.constant("2026-01-01T00:00:00Z"),
        identity_traits: fc.constant([]),
        identity_features: state("a").map((each) => [each]),
      }),
      { maxLength: 2, selector: ({ identifier }) => identifier },
    ),
  });

const contextOf = (document: object) =>
  mappers.getEvaluationContext(builder.buildEnvironmentModel(structuredClone(document)));
/** As a file has it, where a priority is no infinity. */
const contextFile = (document: object): unknown => JSON.parse(JSON.stringify(contextOf(document)));

for (const [form, imported] of [
  ["environment document", (document: object): unknown => document],
  ["evaluation context", contextFile],
] as const) {
  test(`no context is enabled that Flagsmith disables: ${form}`, async () => {
    const counts = await runTrials<object>({
      peer: "flagsmith",
      documents: documentsOf("0", "100"),
      imported,
      evaluatorOf: async (document) => evaluatorOf(contextOf(document)),
    });
    expect(counts.differences).toEqual([]);
    expect(Math.min(counts.exact, counts.narrower)).toBeGreaterThan(500);
  });
}

test("percentages of random environments enable no more", async () => {
  await runShareTrials<object>({
    peer: "flagsmith",
    documents: documentsOf("20", "50", "100"),
    evaluatorOf: async (document) => evaluatorOf(contextOf(document)),
  });
});

test("percentages enable as many", async () => {
  const split = (value: string, property = "") => [
    { type: "ALL", conditions: [{ operator: "PERCENTAGE_SPLIT", property, value }] },
  ];
  const context = {
    environment: { key: "key", name: "Production" },
    features: {
      quarter: { key: "1", name: "quarter", enabled: false },
      trait: { key: "2", name: "trait", enabled: true },
      both: { key: "3", name: "both", enabled: false },
    },
    segments: {
      1: {
        key: "1",
        name: "quarter",
        rules: split("25"),
        overrides: [
          { key: "4", name: "quarter", enabled: true },
          { key: "5", name: "both", enabled: true, priority: 1 },
        ],
      },
      2: {
        key: "2",
        name: "trait",
        rules: split("60", "$.identity.traits.plan"),
        overrides: [{ key: "6", name: "trait", enabled: false }],
      },
      3: {
        key: "3",
        name: "half",
        rules: split("50"),
        overrides: [{ key: "7", name: "both", enabled: true, priority: 2 }],
      },
    },
  };
  const shares = await sharesOf("flagsmith", context, evaluatorOf(context));
  for (const [name, { class: kind, deviations }] of Object.entries(shares)) {
    expect([name, kind]).toEqual([name, name === "both" ? "narrower" : "share"]);
    expect([name, deviations < 4]).toEqual([name, true]);
    expect([name, deviations > -4]).toEqual([name, kind === "share"]);
  }
});
