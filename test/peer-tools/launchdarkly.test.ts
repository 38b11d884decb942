import { afterAll, expect, test } from "bun:test";
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

interface TestData {
  getFactory(): unknown;
  usePreconfiguredFlag(flag: object): Promise<unknown>;
  usePreconfiguredSegment(segment: object): Promise<unknown>;
}
interface Client {
  waitForInitialization(options: object): Promise<unknown>;
  boolVariation(key: string, context: object, fallback: boolean): Promise<boolean>;
  close(): void;
}
interface Sdk {
  readonly integrations: { readonly TestData: new () => TestData };
  init(key: string, options: object): Client;
}

const sdk = loadTool<Sdk>("@launchdarkly/node-server-sdk");
const ignore = () => undefined;
const silent = { error: ignore, warn: ignore, info: ignore, debug: ignore };
const clients: Client[] = [];
const wanted = ["a", "b", "c"];

/** Flags and segments by their keys, as the SDKs receive them. */
interface SdkData {
  readonly flags: Readonly<Record<string, object>>;
  readonly segments: Readonly<Record<string, object>>;
}

async function evaluator({ flags, segments }: SdkData): Promise<Evaluate> {
  const data = new sdk.integrations.TestData();
  for (const [key, segment] of Object.entries(segments)) {
    await data.usePreconfiguredSegment(structuredClone({ key, version: 1, ...segment }));
  }
  for (const [key, flag] of Object.entries(flags)) {
    await data.usePreconfiguredFlag(structuredClone({ key, version: 1, ...flag }));
  }
  const client = sdk.init("key", {
    updateProcessor: data.getFactory(),
    sendEvents: false,
    diagnosticOptOut: true,
    logger: silent,
  });
  clients.push(client);
  await client.waitForInitialization({ timeout: 30 });
  return (key, { flipper_id, ...properties }) =>
    client.boolVariation(key, { kind: "user", ...properties, key: flipper_id }, false);
}

afterAll(() => {
  for (const client of clients) {
    client.close();
  }
});

const contextKind = fc.constantFrom("user", "user", "user", "user", "org");
const scalar = fc.constantFrom(...texts, ...numbers, ...ids, true, false);
const clause = fc.oneof(
  {
    arbitrary: fc.record({
      attribute: fc.constantFrom(...attributes, "key", "anonymous", "/plan", "/plan/name"),
      op: fc.constantFrom(
        ...["in", "in", "in", "startsWith", "endsWith", "contains", "matches"],
        ...["lessThan", "lessThanOrEqual", "greaterThan", "greaterThanOrEqual"],
        ...["before", "after", "semVerEqual", "novel"],
      ),
      values: fc.array(scalar, { maxLength: 3 }),
      negate: fc.boolean(),
      contextKind,
    }),
    weight: 4,
  },
  fc.record({
    attribute: fc.constant(""),
    op: fc.constant("segmentMatch"),
    values: fc.array(fc.constantFrom("s", "t", "missing"), { maxLength: 2 }),
    negate: fc.boolean(),
    contextKind: fc.constant("user"),
  }),
);
const clauses = fc.array(clause, { maxLength: 2 });
const variation = fc.constantFrom(0, 1);
const servedOf = (weights: readonly number[]) =>
  fc.oneof(
    { arbitrary: fc.record({ variation }), weight: 3 },
    fc.record({
      rollout: fc.tuple(variation, fc.constantFrom(...weights)).map(([index, weight]) => ({
        variations: [
          { variation: index, weight },
          { variation: 1 - index, weight: 100_000 - weight },
        ],
      })),
    }),
  );
const targets = fc.array(
  fc.record({ values: fc.array(fc.constantFrom(...ids), { maxLength: 2 }), variation }),
  { maxLength: 2 },
);
const flagOf = (weights: readonly number[]) =>
  fc
    .record(
      {
        on: fc.constantFrom(true, true, true, false),
        variations: fc.constantFrom([true, false], [false, true], [true, false, true]),
        offVariation: fc.constantFrom(0, 1, 1),
        fallthrough: servedOf(weights),
        targets,
        contextTargets: fc.constantFrom(
          [],
          [{ contextKind: "org", values: ["1"], variation: 0 }],
          [
            { contextKind: "user", values: [], variation: 1 },
            { contextKind: "user", values: [], variation: 0 },
          ],
        ),
        rules: fc.array(
          fc
            .tuple(clauses, servedOf(weights))
            .map(([list, result]) => ({ id: "rule", clauses: list, ...result })),
          { maxLength: 3 },
        ),
        prerequisites: fc.oneof(
          { arbitrary: fc.constant([]), weight: 2 },
          fc.array(fc.record({ key: fc.constantFrom(...wanted, "missing"), variation }), {
            maxLength: 2,
          }),
        ),
      },
      { requiredKeys: ["on", "variations", "fallthrough", "rules", "targets"] },
    )
    .map((own) => ({ salt: "salt", ...own }));
const segmentOf = (weights: readonly number[]) =>
  fc.record({
    included: fc.array(fc.constantFrom(...ids), { maxLength: 1 }),
    excluded: fc.array(fc.constantFrom(...ids), { maxLength: 1 }),
    rules: fc.array(
      fc.record({ clauses, weight: fc.constantFrom(...weights) }, { requiredKeys: ["clauses"] }),
      { maxLength: 2 },
    ),
  });
function documentsOf(...weights: readonly number[]) {
  const flag = flagOf(weights);
  const segment = segmentOf(weights);
  return fc.record({
    flags: fc.record({ a: flag, b: flag, c: flag }),
    segments: fc.record({ s: segment, t: segment }),
  });
}

/** As the REST API describes the same flags. */
function ofApi({ flags, segments }: SdkData): unknown {
  return {
    items: Object.entries(flags).map(([key, own]) => ({
      key,
      variations: Object.entries(own)
        .filter(([name]) => name === "variations")
        .flatMap(([, list]) => (Array.isArray(list) ? list : []))
        .map((value: unknown) => ({ value })),
      environments: { production: own },
    })),
    segments,
  };
}

for (const imported of [undefined, ofApi]) {
  test(`no context is enabled that LaunchDarkly disables: ${imported?.name ?? "SDK"}`, async () => {
    const counts = await runTrials<SdkData>({
      peer: "launchdarkly",
      hasNobody: false,
      documents: documentsOf(0, 100_000),
      evaluatorOf: evaluator,
      ...(imported === undefined ? {} : { imported }),
    });
    expect(counts.differences).toEqual([]);
    expect(Math.min(counts.exact, counts.narrower)).toBeGreaterThan(500);
  });
}

test("percentages of random flags enable no more", async () => {
  await runShareTrials<SdkData>({
    peer: "launchdarkly",
    documents: documentsOf(0, 20_000, 50_000, 100_000),
    evaluatorOf: evaluator,
  });
});

test("percentages enable as many", async () => {
  const rollout = (...weights: readonly number[]) => ({
    rollout: { variations: weights.map((weight, index) => ({ variation: index % 2, weight })) },
  });
  const inHalf = { attribute: "", op: "segmentMatch", values: ["half"], contextKind: "user" };
  const common = { on: true, variations: [true, false], offVariation: 1, salt: "salt", rules: [] };
  const data = {
    flags: {
      first: { ...common, fallthrough: rollout(25_000, 75_000) },
      second: { ...common, variations: [false, true], fallthrough: rollout(60_000, 40_000) },
      parts: { ...common, fallthrough: rollout(10_000, 40_000, 20_500, 29_500) },
      child: {
        ...common,
        fallthrough: rollout(50_000, 50_000),
        prerequisites: [{ key: "first", variation: 1 }],
      },
      halved: {
        ...common,
        rules: [{ id: "rule", clauses: [inHalf], ...rollout(50_000, 50_000) }],
        fallthrough: { variation: 1 },
      },
      rules: {
        ...common,
        rules: [
          {
            id: "rule",
            clauses: [inHalf],
            variation: 0,
          },
        ],
        fallthrough: rollout(50_000, 50_000),
      },
    },
    segments: { half: { salt: "s", rules: [{ clauses: [], weight: 50_000 }] } },
  };
  const shares = await sharesOf("launchdarkly", data, await evaluator(data));
  for (const [name, { class: kind, deviations }] of Object.entries(shares)) {
    expect([name, kind]).toEqual([
      name,
      name === "rules" || name === "halved" ? "narrower" : "share",
    ]);
    expect(deviations).toBeLessThan(4);
    expect([name, deviations > -4]).toEqual([name, kind === "share"]);
  }
});
