import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  attributes,
  type Evaluate,
  loadTool,
  numbers,
  runTrials,
  sharesOf,
  texts,
} from "./peer-trials.ts";

interface Client {
  reloadFeatureFlags(): Promise<void>;
  getFeatureFlag(key: string, id: string, options: object): Promise<unknown>;
  shutdown(): Promise<void>;
}
interface Sdk {
  readonly PostHog: new (key: string, options: object) => Client;
}

const { PostHog } = loadTool<Sdk>("posthog-node");

/** Undefined for what only PostHog's server can decide. */
async function evaluator(document: object): Promise<Evaluate> {
  const client = new PostHog("phc_test", {
    personalApiKey: "phx_test",
    host: "http://localhost:1",
    sendFeatureFlagEvents: false,
    featureFlagsPollingInterval: 3_600_000,
    fetch: () =>
      Promise.resolve({
        status: 200,
        headers: new Headers(),
        text: () => Promise.resolve(""),
        json: () => Promise.resolve(document),
      }),
  });
  await client.reloadFeatureFlags();
  return async (key, { flipper_id: id, ...personProperties }) => {
    const options = { personProperties, onlyEvaluateLocally: true, sendFeatureFlagEvents: false };
    const answer = await client.getFeatureFlag(key, String(id), options);
    return typeof answer === "boolean" ? answer : undefined;
  };
}

const value = fc.oneof(
  fc.constantFrom(...texts, ...numbers, true, false),
  fc.array(fc.constantFrom(...texts), { maxLength: 2 }),
);
const property = fc.record({
  key: fc.constantFrom(...attributes),
  type: fc.constant("person"),
  value,
  operator: fc.constantFrom(
    ...["exact", "is_not", "is_set", "is_not_set", "gt", "gte", "lt", "lte"],
    ...["icontains", "not_icontains", "regex", "not_regex", "is_date_before", "semver_gt"],
  ),
});
const group = fc.record({
  properties: fc.array(property, { maxLength: 2 }),
  rollout_percentage: fc.constantFrom(null, 0, 100),
});
const filters = fc.record({
  groups: fc.array(group, { minLength: 1, maxLength: 2 }),
  early_exit: fc.boolean(),
});
const documents = fc
  .tuple(
    fc.array(fc.tuple(filters, fc.boolean()), { minLength: 1, maxLength: 4 }),
    fc.constantFrom(1, 2),
  )
  .map(([list, version]) => ({
    flags: list.map(([each, active], id) => ({ id, key: `f${id}`, active, filters: each })),
    group_type_mapping: {},
    cohorts: {},
    property_matching_version: version,
  }));

test("no context is enabled here and disabled there", async () => {
  const counts = await runTrials({ peer: "posthog", documents, evaluatorOf: evaluator });
  expect(counts.differences).toEqual([]);
  expect(counts.exact).toBeGreaterThan(500);
});

test("percentages enable as many", async () => {
  const flag = (key: string, groups: readonly object[]) => ({
    key,
    active: true,
    filters: { groups },
  });
  const document = {
    flags: [
      flag("one", [{ properties: [], rollout_percentage: 30 }]),
      flag("two", [
        { properties: [], rollout_percentage: 5 },
        { properties: [], rollout_percentage: 60 },
      ]),
    ],
    group_type_mapping: {},
  };
  const shares = await sharesOf("posthog", document, await evaluator(document));
  for (const { class: kind, deviations } of Object.values(shares)) {
    expect(kind).toBe("share");
    expect(Math.abs(deviations)).toBeLessThan(4);
  }
});
