import { expect, test } from "bun:test";
import {
  ExplainAnswer,
  type ExplainedFeature,
} from "../../../../src/api/admin/contract/explain-models.ts";
import { everything } from "../../../helpers/expect-refused.ts";
import { modelled } from "../../../helpers/modelled.ts";
import { type Called, describeSites, startHostedSite } from "../admin-sites.ts";

const path = "E/explain";

function answered({ status, body }: Called) {
  expect([status, body]).toEqual([200, body]);
  return modelled(ExplainAnswer, body);
}

function openGates(feature: ExplainedFeature | undefined): readonly string[] {
  return feature?.gates.filter(({ opens }) => opens).map(({ gate }) => gate) ?? ["none"];
}

describeSites("an explanation with changes", (site) => {
  test("has the result as saved and the result with the changes, and changes nothing", async () => {
    const { call, api } = site();
    await api.gates.post("search", "actors", { flipper_id: "User;1" });
    const before = await everything(api);
    const { features, changed, each } = answered(
      await call("POST", path, {
        keys: ["search"],
        actors: ["User;2"],
        changes: [
          { gate: "actors", action: "enable", value: "User;2" },
          { gate: "actors", action: "disable", value: "User;1" },
        ],
        each: [{ actor: "User;1" }, { actor: "User;3" }],
      }),
    );
    expect([features.map(openGates), openGates(changed)]).toEqual([[[]], ["actors"]]);
    expect(
      each?.map(({ actor, saved, changed: after }) => [
        actor,
        [saved.enabled, after?.enabled],
        openGates(saved),
      ]),
    ).toEqual([
      ["User;1", [true, false], ["actors"]],
      ["User;3", [false, false], []],
    ]);
    expect(await everything(api)).toEqual(before);
  });

  test("checks each actor with its own groups, also without changes", async () => {
    const { call, api } = site();
    await api.gates.post("grouped", "groups", { name: "staff" });
    const { changed, each } = answered(
      await call("POST", path, {
        keys: ["grouped"],
        each: [{ actor: "User;1", groups: ["staff"] }, { actor: "User;2" }],
      }),
    );
    expect(changed).toBeUndefined();
    expect(each?.map(({ saved, ...more }) => [openGates(saved), more])).toEqual([
      [["groups"], { actor: "User;1" }],
      [[], { actor: "User;2" }],
    ]);
  });

  const changes = [{ gate: "boolean", action: "enable" }];
  test.each([
    ["two features", { keys: ["search", "b"], changes }, "input_invalid"],
    ["two features for each actor", { keys: ["search", "b"], each: [] }, "input_invalid"],
    ["no changes", { keys: ["search"], changes: [] }, "input_invalid"],
    ["11 actors", { keys: ["search"], each: new Array(11).fill({ actor: "a" }) }, "input_invalid"],
    [
      "a gate without a value",
      { keys: ["search"], changes: [{ gate: "actors", action: "enable" }] },
      "flipper_id_missing",
    ],
    [
      "a wrong percentage",
      {
        keys: ["search"],
        changes: [{ gate: "percentage_of_actors", action: "enable", value: 101 }],
      },
      "percentage_invalid",
    ],
    ["an empty actor", { keys: ["search"], each: [{ actor: "" }] }, "input_invalid"],
    [
      "a long actor",
      { keys: ["search"], each: [{ actor: "x".repeat(1_025) }] },
      "flipper_id_missing",
    ],
  ] as const)("for %s is refused", async (_, body, code) => {
    expect(await site().call("POST", path, body)).toMatchObject({ status: 422, body: { code } });
  });

  test("of an unknown feature is refused", async () => {
    const answer = await site().call("POST", path, { keys: ["unknown"], changes });
    expect(answer).toMatchObject({ status: 404, body: { code: "feature_not_found" } });
  });
});

test("changes count where other features refer to the feature, and each actor has its properties", async () => {
  const { call, hosted, stop } = await startHostedSite();
  await hosted.manager.expression.set("b", { FeatureEnabled: ["a"] });
  await hosted.manager.features.create("a");
  const { each } = answered(
    await call("POST", path, {
      keys: ["a"],
      changes: [
        {
          gate: "expression",
          action: "enable",
          value: { Any: [{ Equal: [{ Property: ["plan"] }, "pro"] }, { FeatureEnabled: ["b"] }] },
        },
      ],
      each: [
        { actor: "User;1", properties: { plan: "pro" } },
        { actor: "User;1", properties: { plan: "free" } },
      ],
    }),
  );
  expect(each?.map(({ saved, changed }) => [saved.enabled, changed?.enabled])).toEqual([
    [false, true],
    [false, false],
  ]);
  await stop();
});

test("both results have the same random numbers", async () => {
  let draws = 0;
  const { call, hosted, stop } = await startHostedSite({ random: () => (draws++ % 2) / 2 });
  await hosted.manager.gates.post("search", "percentage_of_time", { percentage: 30 });
  const changes = [{ gate: "actors", action: "enable", value: "User;1" }];
  for (let round = 0; round < 4; round++) {
    const body = { keys: ["search"], changes, actors: ["User;2"], each: [{ actor: "User;3" }] };
    const { features, changed, each } = answered(await call("POST", path, body));
    const results = [features[0], changed, each?.[0]?.saved, each?.[0]?.changed];
    expect(new Set(results.map((result) => result?.enabled)).size).toBe(1);
  }
  await stop();
});

test("all explanations of an answer share the limit of parts", async () => {
  const { call, hosted, stop } = await startHostedSite();
  await hosted.manager.expression.set("a", { Any: Array.from({ length: 20_000 }, () => 0) });
  const { features, changed, each } = answered(
    await call("POST", path, {
      keys: ["a"],
      changes: [{ gate: "actors", action: "enable", value: "User;1" }],
      each: [{ actor: "User;1" }],
    }),
  );
  const trees = [features[0], changed, each?.[0]?.saved].map(
    (feature) => feature?.gates.some((gate) => "tree" in gate && gate.tree !== undefined) === true,
  );
  expect(trees).toEqual([true, true, false]);
  await stop();
});
