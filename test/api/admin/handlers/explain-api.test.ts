import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  ExplainAnswer,
  type ExplainedFeature,
} from "../../../../src/api/admin/contract/explain-models.ts";
import { anyFeatures, featureNames } from "../../../core/evaluation/random-features.ts";
import { everything } from "../../../helpers/expect-refused.ts";
import { modelled } from "../../../helpers/modelled.ts";
import { runsOf } from "../../../helpers/runs.ts";
import { type Called, describeSites, startHostedSite } from "../admin-sites.ts";

const path = "E/explain";

function explained({ status, body }: Called): readonly ExplainedFeature[] {
  expect(status).toBe(200);
  return modelled(ExplainAnswer, body).features;
}

function gateOf(
  features: readonly ExplainedFeature[],
  name: ExplainedFeature["gates"][number]["gate"],
  key = "search",
) {
  return features.find((each) => each.key === key)?.gates.find(({ gate }) => gate === name);
}

describeSites("an explanation", (site) => {
  test("has the reason of each gate, and changes nothing", async () => {
    const { call, api } = site();
    await api.gates.post("search", "actors", { flipper_id: "User;1" });
    await api.gates.post("search", "groups", { name: "staff" });
    await api.gates.post("search", "groups", { name: "unheard" }, "allow_unregistered_groups=true");
    await api.gates.post("search", "percentage_of_actors", { percentage: 20 });
    await api.features.create("other");
    const before = await everything(api);
    const body = { keys: ["search", "other", "unknown", "search"], actors: ["User;7", "User;1"] };
    const features = explained(await call("POST", path, body));
    expect(features.map(({ key, known, enabled }) => [key, known, enabled])).toEqual([
      ["search", true, true],
      ["other", true, false],
      ["unknown", false, false],
    ]);
    expect(features[0]?.gates.map(({ gate, opens }) => [gate, opens])).toEqual([
      ["boolean", false],
      ["expression", false],
      ["actors", true],
      ["percentageOfActors", false],
      ["percentageOfTime", false],
      ["groups", false],
    ]);
    expect(gateOf(features, "actors")).toMatchObject({ count: 1, matched: ["User;1"] });
    expect(gateOf(features, "percentageOfActors")).toMatchObject({
      percentage: 20,
      threshold: 20_000,
    });
    expect(features[2]?.gates).toEqual([]);
    expect(await everything(api)).toEqual(before);
  });

  test("knows registered groups, and believes the groups of the request", async () => {
    const { call, hosted } = site();
    const body = { keys: ["search"], actors: ["User;7"], groups: ["unheard"] };
    const features = explained(await call("POST", path, body));
    expect(gateOf(features, "groups")).toEqual({
      gate: "groups",
      opens: true,
      groups: [
        { name: "staff", matches: false, isKnown: true },
        // The hosted deployment registers the groups that it enables.
        { name: "unheard", matches: true, isKnown: hosted !== undefined },
      ],
    });
  });

  test("is for at most 100 actors together", async () => {
    const { call, api } = site();
    await api.gates.post("search", "actors", { flipper_id: "User;99" });
    const actors = Array.from({ length: 100 }, (_each, at) => `User;${at}`);
    const features = explained(await call("POST", path, { keys: ["search"], actors }));
    expect(gateOf(features, "actors")).toMatchObject({
      matched: expect.arrayContaining(["User;99"]),
    });
  });

  test("without actors has no bucket", async () => {
    const features = explained(await site().call("POST", path, { keys: ["search"] }));
    expect(gateOf(features, "percentageOfActors")).toMatchObject({
      opens: false,
      bucket: null,
      opensAbove: null,
    });
  });

  test.each([
    ["no keys", {}, "input_invalid", 422],
    ["an empty list", { keys: [] }, "input_invalid", 422],
    ["101 keys", { keys: Array.from({ length: 101 }, (_, at) => `k${at}`) }, "input_invalid", 422],
    [
      "101 actors",
      { keys: ["a"], actors: Array.from({ length: 101 }, (_, at) => `User;${at}`) },
      "input_invalid",
      422,
    ],
    ["an unknown member", { keys: ["a"], actor: "User;1" }, "input_invalid", 422],
    ["properties that are a list", { keys: ["a"], properties: [] }, "input_invalid", 422],
    ["an empty actor", { keys: ["a"], actors: [""] }, "input_invalid", 422],
    ["a long actor", { keys: ["a"], actors: ["x".repeat(1_025)] }, "flipper_id_missing", 422],
    ["an empty group", { keys: ["a"], groups: [""] }, "input_invalid", 422],
    ["a list", [], "input_invalid", 422],
  ] as const)("for %s is refused", async (_, body, code, status) => {
    expect(await site().call("POST", path, body)).toMatchObject({ status, body: { code } });
  });
});

test("an expression shows its parts, and who it is true for", async () => {
  const { call, hosted, stop } = await startHostedSite();
  const condition = {
    All: [{ Equal: [{ Property: ["plan"] }, "pro"] }, { FeatureEnabled: ["b"] }],
  };
  await hosted.manager.expression.set("a", condition);
  await hosted.manager.gates.post("b", "actors", { flipper_id: "User;1" });
  const ask = async (actors: readonly string[]) =>
    explained(await call("POST", path, { keys: ["a"], actors, properties: { plan: "pro" } }));
  expect(gateOf(await ask(["User;1"]), "expression", "a")).toMatchObject({
    opens: true,
    actors: [{ actor: "User;1", isTrue: true, failed: false }],
    tree: {
      operator: "All",
      value: { type: "boolean", text: "true" },
      decidedBy: null,
      operands: [
        { operator: "Equal", operands: [{ value: { type: "text", text: "pro" } }, {}] },
        { operator: "FeatureEnabled" },
      ],
    },
    isInCycle: false,
  });
  expect(gateOf(await ask(["User;2"]), "expression", "a")).toMatchObject({
    opens: false,
    tree: { decidedBy: 1 },
  });
  await stop();
});

test("an answer has a limited number of parts of expressions, those of the first features", async () => {
  const { call, hosted, stop } = await startHostedSite();
  // Each of them has about 20,000 parts.
  const Any = Array.from({ length: 20_000 }, () => 0);
  const keys = ["a", "b", "c", "d"];
  for (const key of keys) {
    await hosted.manager.expression.set(key, { Any });
  }
  const features = explained(await call("POST", path, { keys }));
  const trees = features.map(({ gates }) => {
    const gate = gates.find((each) => each.gate === "expression");
    return gate?.gate === "expression" && gate.opens && gate.tree !== undefined;
  });
  expect(trees).toEqual([true, true, false, false]);
  await stop();
});

test("the explained answers are those of GET /actors/{flipper_id}, with the same draws", async () => {
  // A draw depends on the feature and the gate, so both requests get the same numbers.
  const random = (...place: readonly unknown[]) => Bun.hash.crc32(JSON.stringify(place)) / 2 ** 32;
  const { call, hosted, stop } = await startHostedSite({ random });
  const gates = fc.record({
    groups: fc.subarray(["nobody", "staff"]),
    percentage_of_actors: fc.constantFrom(null, "40"),
    percentage_of_time: fc.constantFrom(null, null, "30", "60"),
  });
  const actor = fc.record({
    id: fc.constantFrom("User;1", "User;2"),
    groups: fc.subarray(["staff"]),
    properties: fc.record({
      on: fc.boolean(),
      count: fc.constantFrom(0, 1),
      name: fc.constant("b"),
    }),
  });
  await fc.assert(
    fc.asyncProperty(
      anyFeatures,
      fc.array(gates, { maxLength: 7 }),
      actor,
      async (all, more, asked) => {
        const features = [...all].map(([key, { condition, actors }], at) => {
          const isExpression = typeof condition === "object" && condition !== null;
          return [key, { actors, expression: isExpression ? condition : null, ...more[at] }];
        });
        const [imported] = await hosted.manager.import(Object.fromEntries(features));
        expect(imported.status).toBe(204);
        const { id, groups, properties } = asked;
        const keys = [...featureNames];
        const explanation = explained(
          await call("POST", path, { keys, actors: [id], groups, properties }),
        );
        const query = new URLSearchParams({
          keys: keys.join(","),
          groups: groups.join(","),
          properties: JSON.stringify(properties),
        });
        const checked = await hosted.manager.send(`/actors/${id}?${query}`);
        const { features: results }: { readonly features: object } = JSON.parse(
          await checked.text(),
        );
        expect(explanation.map(({ key, enabled }) => [key, { enabled }])).toEqual(
          Object.entries(results),
        );
        for (const { known, enabled, gates: ofFeature } of explanation) {
          expect(enabled).toBe(ofFeature.some(({ opens }) => opens));
          expect(ofFeature).toHaveLength(known ? 6 : 0);
        }
      },
    ),
    { numRuns: runsOf(40) },
  );
  await stop();
});
