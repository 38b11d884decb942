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

interface GrowthBook {
  initSync(options: object): unknown;
  setAttributes(attributes: object): unknown;
  isOn(key: string): boolean;
}
interface Sdk {
  readonly GrowthBook: new (options: object) => GrowthBook;
}

const sdk = loadTool<Sdk>("@growthbook/growthbook");

async function evaluator(payload: object): Promise<Evaluate> {
  const client = new sdk.GrowthBook({});
  client.initSync({ payload: structuredClone(payload) });
  return async (key, { flipper_id: id, ...properties }) => {
    await client.setAttributes(id === undefined ? properties : { ...properties, id });
    return client.isOn(key);
  };
}

const name = fc.constantFrom(...attributes, "id", "plan.name");
const scalar = fc.constantFrom(...texts, ...numbers, ...ids, true, false, null);
const list = fc.array(scalar, { maxLength: 3 });

const { condition } = fc.letrec<{ condition: object; value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthIdentifier: "condition" },
    scalar,
    fc
      .tuple(fc.constantFrom("$eq", "$ne", "$lt", "$lte", "$gt", "$gte", "$regex", "$veq"), scalar)
      .map(([operator, each]) => ({ [operator]: each })),
    fc
      .tuple(fc.constantFrom("$in", "$nin", "$all", "$ini"), list)
      .map(([operator, each]) => ({ [operator]: each })),
    fc.boolean().map((each) => ({ $exists: each })),
    fc.constantFrom("string", "number", "boolean", "null", "array").map(($type) => ({ $type })),
    fc.constantFrom("group", "missing").map((id) => ({ $inGroup: id })),
    fc.constantFrom("group").map((id) => ({ $notInGroup: id })),
    fc.constant({ $size: 1 }),
    fc.constant({ $elemMatch: { $eq: "a" } }),
    list,
    tie("value").map(($not) => ({ $not })),
    fc.constant({ $gt: 0, $lt: 10 }),
  ),
  condition: fc.oneof(
    { maxDepth: 3, depthIdentifier: "condition" },
    {
      arbitrary: fc.tuple(name, tie("value")).map(([key, each]) => ({ [key]: each })),
      weight: 5,
    },
    fc
      .tuple(fc.constantFrom("$or", "$nor", "$and"), fc.array(tie("condition"), { maxLength: 2 }))
      .map(([operator, each]) => ({ [operator]: each })),
    tie("condition").map(($not) => ({ $not })),
    fc.constantFrom("group", "rule", "missing").map((id) => ({ $savedGroup: { id } })),
    fc.constant({}),
  ),
}));
const parentConditions = fc.oneof(
  { arbitrary: fc.constant([]), weight: 3 },
  fc.array(
    fc.record({
      id: fc.constantFrom("a", "b", "c", "missing"),
      condition: fc.constantFrom({ value: true }, { value: false }, { value: { $eq: true } }, {}),
      gate: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
);
const equalVariations = [[true, true], [false, false], [true]];
const ruleOf = (coverages: readonly number[], variations: readonly (readonly boolean[])[]) =>
  fc.oneof(
    {
      arbitrary: fc.record(
        {
          force: fc.boolean(),
          condition,
          coverage: fc.constantFrom(...coverages),
          hashAttribute: fc.constantFrom("id", "plan", ...(coverages.includes(0.5) ? [] : ["age"])),
          parentConditions,
          range: fc.constantFrom(...coverages).map((end) => [0, end]),
          seed: fc.constantFrom("one", "other"),
          hashVersion: fc.constant(2),
        },
        { requiredKeys: ["force"] },
      ),
      weight: 4,
    },
    fc.record(
      {
        variations: fc.constantFrom(...variations),
        seed: fc.constantFrom("one", "other"),
        hashVersion: fc.constant(2),
        weights: fc.constantFrom([0.5, 0.5], [1, 0]),
        condition,
        coverage: fc.constantFrom(...coverages),
        hashAttribute: fc.constantFrom("id", "plan"),
        namespace: fc.constant(["namespace", 0, 0.5]),
        meta: fc.constantFrom([{ passthrough: true }, { passthrough: true }], [{}, {}]),
        parentConditions,
      },
      { requiredKeys: ["variations"] },
    ),
  );
const featureOf = (rule: fc.Arbitrary<object>) =>
  fc.record(
    { defaultValue: fc.boolean(), rules: fc.array(rule, { maxLength: 3 }) },
    { requiredKeys: ["defaultValue"] },
  );
function documentsOf(coverages: readonly number[], variations: readonly (readonly boolean[])[]) {
  const feature = featureOf(ruleOf(coverages, variations));
  return fc.record({
    features: fc.record({ a: feature, b: feature, c: feature }),
    savedGroups: condition.map((each) => ({
      group: ["a", "1", 5],
      rule: { type: "condition", condition: each },
    })),
  });
}

test("no context is enabled that GrowthBook disables, and exact features are equal", async () => {
  const counts = await runTrials({
    peer: "growthbook",
    documents: documentsOf([0, 1], equalVariations),
    evaluatorOf: evaluator,
  });
  expect(counts.differences).toEqual([]);
  expect(Math.min(counts.exact, counts.narrower)).toBeGreaterThan(500);
});

test("percentages of random features enable no more", async () => {
  await runShareTrials({
    peer: "growthbook",
    documents: documentsOf([0, 0.2, 0.5, 1], [...equalVariations, [true, false], [false, true]]),
    evaluatorOf: evaluator,
  });
});

test("percentages enable as many", async () => {
  const experiment = { variations: [true, false], hashVersion: 2 };
  const off = (...rules: readonly object[]) => ({ defaultValue: false, rules });
  const payload = {
    features: {
      force: off({ force: true, coverage: 0.25, hashVersion: 2 }),
      range: off({ force: true, range: [0.2, 0.5], hashVersion: 2 }),
      experiment: off(experiment),
      reversed: off({ ...experiment, variations: [false, true], weights: [0.7, 0.3] }),
      covered: { defaultValue: true, rules: [{ ...experiment, coverage: 0.4 }] },
      rules: off(
        { force: false, coverage: 0.1, hashVersion: 2 },
        { force: true, coverage: 0.3, hashVersion: 2 },
      ),
      seeds: off(
        { force: true, coverage: 0.3, seed: "one", hashVersion: 2 },
        { force: true, coverage: 0.3, seed: "other", hashVersion: 2 },
      ),
      child: off({
        force: true,
        coverage: 0.5,
        hashVersion: 2,
        parentConditions: [{ id: "force", condition: { value: false } }],
      }),
    },
  };
  const shares = await sharesOf("growthbook", payload, await evaluator(payload));
  for (const [name, { class: kind, deviations }] of Object.entries(shares)) {
    expect([name, kind]).toEqual([name, name === "seeds" ? "narrower" : "share"]);
    expect([name, deviations < 4]).toEqual([name, true]);
    expect([name, deviations > -4]).toEqual([name, kind === "share"]);
  }
});
