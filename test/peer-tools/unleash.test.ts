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

interface UnleashClient {
  isEnabled(name: string, context: object, fallback: () => boolean): boolean;
}
interface ClientModule {
  readonly default: new (repository: object, strategies: readonly unknown[]) => UnleashClient;
}
interface StrategyModule {
  readonly defaultStrategies: readonly unknown[];
}

const clients = loadTool<ClientModule>("unleash-client/lib/client.js");
const strategies = loadTool<StrategyModule>("unleash-client/lib/strategy/index.js");

interface UnleashDocument {
  readonly features: readonly { readonly name: string }[];
  readonly segments: readonly { readonly id: number }[];
}

function evaluator(document: UnleashDocument): Evaluate {
  const client = new clients.default(
    {
      getToggle: (name: string) => document.features.find((feature) => feature.name === name),
      getSegment: (id: number) => document.segments.find((segment) => segment.id === id),
    },
    strategies.defaultStrategies,
  );
  return (key, { flipper_id: userId, ...properties }) =>
    client.isEnabled(key, { userId, properties }, () => false);
}

const contextName = fc.constantFrom(...attributes, "userId", "environment");
const values = fc.array(fc.constantFrom(...texts, ...ids, " a ", "null"), { maxLength: 3 });
const constraint = fc.record({
  contextName,
  operator: fc.constantFrom(
    ...["IN", "NOT_IN", "IN", "NOT_IN", "STR_STARTS_WITH", "STR_ENDS_WITH", "STR_CONTAINS"],
    ...["NUM_EQ", "NUM_GT", "NUM_GTE", "NUM_LT", "NUM_LTE", "DATE_AFTER", "DATE_BEFORE"],
    ...["SEMVER_EQ", "SEMVER_GT", "REGEX", "IN_CIDR", "NOVEL"],
  ),
  values,
  value: fc.constantFrom(...numbers.map(String), "abc", "", "2020-01-31T00:00:00Z", "9999-01-01"),
  inverted: fc.boolean(),
  caseInsensitive: fc.boolean(),
});
const parametersOf = (percentages: readonly string[]) =>
  fc.oneof(
    fc.record({
      name: fc.constantFrom("flexibleRollout"),
      parameters: fc.record({
        rollout: fc.constantFrom(...percentages, 100, "abc"),
        stickiness: fc.constantFrom("default", "userId", "random", "plan", "sessionId"),
        groupId: fc.constantFrom("group", "group", "other"),
      }),
    }),
    fc.record({
      name: fc.constantFrom(
        "gradualRolloutUserId",
        "gradualRolloutSessionId",
        "gradualRolloutRandom",
      ),
      parameters: fc.record({ percentage: fc.constantFrom(...percentages) }),
    }),
    fc.record({
      name: fc.constant("userWithId"),
      parameters: fc.record({ userIds: fc.constantFrom("1, 5", " 1,a ", "", "User;7") }),
    }),
    fc.record({
      name: fc.constantFrom("default", "default", "default", "applicationHostname", "custom"),
      parameters: fc.constant({}),
    }),
    fc.record({
      name: fc.constant("remoteAddress"),
      parameters: fc.constant({ IPs: "10.0.0.1, 10.1.0.0/16" }),
    }),
  );
const strategyOf = (percentages: readonly string[]) =>
  fc
    .tuple(
      parametersOf(percentages),
      fc.array(constraint, { maxLength: 2 }),
      fc.array(fc.constantFrom(1, 2, 3), { maxLength: 1 }),
    )
    .map(([own, constraints, segments]) => ({ ...own, constraints, segments }));
const dependency = fc.record(
  {
    feature: fc.constantFrom("a", "b", "c", "missing"),
    enabled: fc.boolean(),
    variants: fc.constantFrom([], ["blue"]),
  },
  { requiredKeys: ["feature"] },
);
const feature = (name: string, percentages: readonly string[]) =>
  fc.record({
    name: fc.constant(name),
    enabled: fc.constantFrom(true, true, true, false),
    strategies: fc.array(strategyOf(percentages), { maxLength: 3 }),
    dependencies: fc.oneof(
      { arbitrary: fc.constant([]), weight: 2 },
      fc.array(dependency, { maxLength: 2 }),
    ),
  });
const documentsOf = (...percentages: readonly string[]) =>
  fc.record({
    features: fc.tuple(
      feature("a", percentages),
      feature("b", percentages),
      feature("c", percentages),
    ),
    segments: fc
      .tuple(fc.array(constraint, { maxLength: 2 }), fc.array(constraint, { maxLength: 2 }))
      .map((lists) => lists.map((constraints, index) => ({ id: index + 1, constraints }))),
  });

test("no context is enabled that Unleash disables, and exact features are equal", async () => {
  const counts = await runTrials({
    peer: "unleash",
    documents: documentsOf("0", "100"),
    evaluatorOf: async (document) => evaluator(document),
  });
  expect(counts.differences).toEqual([]);
  expect(Math.min(counts.exact, counts.narrower)).toBeGreaterThan(500);
});

test("percentages of random features enable no more", async () => {
  await runShareTrials({
    peer: "unleash",
    documents: documentsOf("0", "20", "50", "100"),
    evaluatorOf: async (document) => evaluator(document),
  });
});

test("percentages enable as many", async () => {
  const rollout = (name: string, percentage: number, stickiness = "default", groupId = name) => ({
    name: "flexibleRollout",
    parameters: { rollout: String(percentage), stickiness, groupId },
  });
  const unless = { feature: "quarter", enabled: false };
  const document = {
    features: [
      { name: "quarter", enabled: true, strategies: [rollout("quarter", 25)] },
      { name: "attribute", enabled: true, strategies: [rollout("attribute", 60, "plan")] },
      { name: "random", enabled: true, strategies: [rollout("random", 30, "random")] },
      { name: "both", enabled: true, strategies: [rollout("both", 10), rollout("both", 30)] },
      {
        name: "groups",
        enabled: true,
        strategies: [rollout("g", 30), rollout("g", 30, "userId", "h")],
      },
      { name: "child", enabled: true, strategies: [rollout("child", 50)], dependencies: [unless] },
    ],
    segments: [],
  };
  const shares = await sharesOf("unleash", document, evaluator(document));
  for (const [name, { class: kind, deviations }] of Object.entries(shares)) {
    expect([name, kind]).toEqual([name, name === "groups" ? "narrower" : "share"]);
    expect(deviations).toBeLessThan(4);
    expect([name, deviations > -4]).toEqual([name, kind === "share"]);
  }
});
