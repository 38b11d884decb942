import { expect, test } from "bun:test";
import fc from "fast-check";
import { GatehouseError } from "../../../src/core/errors.ts";
import { chosenEnvironment } from "../../../src/core/peers/document-values.ts";
import { detectPeer, importFromPeer } from "../../../src/core/peers/import-from-peer.ts";
import { peers } from "../../../src/core/peers/peers.ts";
import { withValueAt } from "../../helpers/replaced-value.ts";
import { runsOf } from "../../helpers/runs.ts";
import { ImportedChecks } from "./imported-checks.ts";

test("a document of an unknown form is refused", () => {
  for (const document of [null, [], {}, "text", { features: 1 }]) {
    expect(() => new ImportedChecks(document, undefined)).toThrow("of no known system");
  }
  expect(() => new ImportedChecks({}, "novel")).toThrow('there is no system "novel"');
});

test("a document that is nested too deep is refused", () => {
  let document: unknown = {};
  for (let level = 0; level < 10_000; level++) {
    document = [document];
  }
  expect(() => new ImportedChecks(document, undefined)).toThrow("nested deeper than 200 levels");
});

test("an environment is chosen, unless there is only one", () => {
  expect(chosenEnvironment(["test"], undefined)).toBe("test");
  expect(chosenEnvironment(["test", "production"], "production")).toBe("production");
  expect(() => chosenEnvironment(["test", "production"], undefined)).toThrow(
    'the document has more than one environment; choose one with --peer-environment: "test", "production"',
  );
  expect(() => chosenEnvironment(["test"], "production")).toThrow('no environment "production"');
  const many = Array.from({ length: 22 }, (_, index) => `e${index}\n`);
  expect(() => chosenEnvironment(many, undefined)).toThrow(/"e19\\n", and 2 more$/);
  expect(() => chosenEnvironment([], undefined)).toThrow("no environment");
});

const clientFeature = (strategies: readonly object[]) => ({
  version: 2,
  features: [{ name: "a", enabled: true, strategies }],
});
const comparedFlag = {
  variations: { on: true, off: false },
  targeting: [{ query: 'plan eq "pro"', variation: "on" }],
  defaultRule: { variation: "off" },
};
const listedFeature = {
  defaultValue: false,
  rules: [{ condition: { tags: { $in: ["a"] } }, force: true }],
};

test.each([
  [
    "unleash",
    clientFeature([{ name: "flexibleRollout", parameters: { rollout: "25", groupId: "a" } }]),
    "checks without an actor are disabled; Unleash chooses by session or at random",
  ],
  [
    "goff",
    { a: comparedFlag },
    "GO Feature Flag compares plan without regard to upper and lower case",
  ],
  [
    "growthbook",
    { features: { a: listedFeature } },
    "properties whose value is a list do not match here: tags",
  ],
])("the report for %s says which system does what", (name, document, text) => {
  const [feature] = importFromPeer(document, name).features;
  expect([...(feature?.reasons ?? []), ...(feature?.notes ?? [])]).toContain(text);
});

/** One document of each system, with most of its members. */
const documents: readonly unknown[] = [
  {
    version: 4,
    features: [{ name: "a", dependencies: [{ feature: "b", enabled: false }], variants: [{}] }],
    featureStrategies: [
      {
        featureName: "a",
        name: "flexibleRollout",
        parameters: { rollout: "25", stickiness: "plan", groupId: "a" },
        constraints: [{ contextName: "plan", operator: "NOT_IN", values: ["pro"], value: "1" }],
        segments: [1],
      },
    ],
    featureEnvironments: [{ featureName: "a", environment: "production", enabled: true }],
    featureTags: [{ featureName: "a", tagType: "simple", tagValue: "web" }],
    segments: [{ id: 1, constraints: [{ contextName: "age", operator: "NUM_GT", value: "18" }] }],
  },
  {
    flags: {
      a: {
        on: true,
        variations: [true, false],
        offVariation: 1,
        fallthrough: { rollout: { variations: [{ variation: 0, weight: 25_000 }], seed: 1 } },
        targets: [{ values: ["1"], variation: 0 }],
        contextTargets: [{ contextKind: "user", values: [], variation: 0 }],
        rules: [
          {
            clauses: [
              { attribute: "plan", op: "in", values: ["pro"], negate: true, contextKind: "user" },
              { op: "segmentMatch", values: ["s"] },
            ],
            variation: 0,
          },
        ],
        prerequisites: [{ key: "a", variation: 0 }],
      },
    },
    segments: { s: { included: ["1"], rules: [{ clauses: [], weight: 1, bucketBy: "plan" }] } },
  },
  {
    features: {
      a: {
        defaultValue: false,
        rules: [
          {
            force: true,
            condition: {
              plan: { $in: ["pro"] },
              $or: [{ age: { $gt: 1 } }, { $not: { beta: 1 } }],
            },
            coverage: 0.5,
            hashAttribute: "plan",
            parentConditions: [{ id: "b", condition: { value: true }, gate: true }],
          },
          { variations: [true, false], weights: [0.5, 0.5], ranges: [[0, 0.5]], meta: [{}] },
        ],
      },
    },
    savedGroups: { g: { type: "condition", condition: { $savedGroup: { id: "g" } } } },
  },
  {
    feature_states: [{ feature: { name: "a" }, enabled: true, feature_segment: null }],
    project: {
      segments: [
        {
          id: 1,
          rules: [
            {
              type: "ANY",
              conditions: [{ property_: "plan", operator: "IN", value: "a,b" }],
              rules: [{ type: "NONE", conditions: [{ operator: "PERCENTAGE_SPLIT", value: "5" }] }],
            },
          ],
          feature_states: [
            { feature: { name: "a" }, enabled: false, feature_segment: { priority: 1 } },
          ],
        },
      ],
    },
    identity_overrides: [{ identifier: "1", identity_features: [{ feature: { name: "a" } }] }],
  },
];

test.each(documents.map((document) => [detectPeer(document), document] as const))(
  "features of %s are translated one by one",
  (name, document) => {
    const features = peers.get(name)?.translate(document, {}).features;
    expect(features).toBeDefined();
    expect(features).not.toBeArray();
  },
);

test("unexpected values anywhere in a document cause a refusal at most", () => {
  const junk = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom(Number.NaN, "\ud800", "__proto__", { toString: 1, valueOf: 1 }),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...documents),
      fc.constantFrom(...peers.keys()),
      junk,
      fc.nat({ max: 80 }),
      (document, peer, value, position) => {
        const name = systemOf(document) ?? peer;
        refusedAtMost(() =>
          importFromPeer(withValueAt(document, position, value) ?? document, name),
        );
        refusedAtMost(() => importFromPeer(value, peer, { segments: value }));
      },
    ),
    { numRuns: runsOf(500) },
  );
});

/** The system of one of the documents above. */
function systemOf(document: unknown): string | undefined {
  return [...peers].find(([, peer]) => peer.recognizes(document))?.[0];
}

function refusedAtMost(run: () => unknown): void {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(GatehouseError);
  }
}
