import { expect, test } from "bun:test";
import {
  type ActorFeature,
  ActorFeatures,
} from "../../../../src/api/admin/contract/actor-feature-models.ts";
import { everything } from "../../../helpers/expect-refused.ts";
import { modelled } from "../../../helpers/modelled.ts";
import { type Called, describeSites, startHostedSite } from "../admin-sites.ts";
import { done, startProgramSite } from "./program-site.ts";

const path = "E/actors/features";
const actor = "User;42";

function answered({ status, body }: Called) {
  expect([status, body]).toEqual([200, body]);
  return modelled(ActorFeatures, body);
}

function rowOf(features: readonly ActorFeature[], key: string): ActorFeature {
  const row = features.find((each) => each.key === key);
  if (row === undefined) {
    throw new Error(`${key} is not in the answer`);
  }
  return row;
}

describeSites("the features of an actor", (site) => {
  test("have the gate that decides, and change nothing", async () => {
    const { call, api } = site();
    await api.gates.post("everyone", "boolean", {});
    await api.gates.post("named", "actors", { flipper_id: actor });
    await api.gates.post("named", "actors", { flipper_id: "User;1" });
    await api.gates.post("staffed", "groups", { name: "nobody" }, "allow_unregistered_groups=true");
    await api.gates.post("staffed", "groups", { name: "staff" });
    await api.gates.post("always", "percentage_of_time", { percentage: 100 });
    await api.gates.post("chancy", "percentage_of_time", { percentage: 50 });
    await api.gates.post("chancy_named", "percentage_of_time", { percentage: 50 });
    await api.gates.post("chancy_named", "actors", { flipper_id: actor });
    await api.features.create("off");
    const before = await everything(api);
    const body = { actor, groups: ["staff"] };
    const { counts, features, next } = answered(await call("POST", path, body));
    const gates = features.map(({ key, enabled, gate, chance }) => [key, enabled, gate, chance]);
    const { enabled: isChancy } = rowOf(features, "chancy");
    expect(gates).toEqual([
      ["always", true, "percentageOfTime", false],
      ["chancy", isChancy, isChancy ? "percentageOfTime" : null, true],
      ["chancy_named", true, "actors", false],
      ["everyone", true, "boolean", false],
      ["named", true, "actors", false],
      ["off", false, null, false],
      ["staffed", true, "groups", false],
    ]);
    expect(rowOf(features, "named").reason).toMatchObject({ actorCount: 2, group: null });
    expect(rowOf(features, "staffed").reason).toMatchObject({ group: "staff", groupCount: 2 });
    const on = isChancy ? 6 : 5;
    expect(counts).toEqual({ all: 7, on, off: 7 - on, close: 0 });
    expect(next).toBeNull();
    expect(await everything(api)).toEqual(before);
  });

  test.each([
    ["no actor", {}, "input_invalid"],
    ["an empty actor", { actor: "" }, "input_invalid"],
    ["an actor that is too long", { actor: "x".repeat(1_025) }, "flipper_id_missing"],
    ["properties that are a list", { actor, properties: [] }, "input_invalid"],
    ["five environments", { actor, environments: ["a", "b", "c", "d", "e"] }, "input_invalid"],
    ["an unknown filter", { actor, only: "new" }, "input_invalid"],
    ["a page of 1,001", { actor, limit: 1_001 }, "input_invalid"],
    ["an unknown member", { actor, actors: [] }, "input_invalid"],
  ] as const)("for %s are refused", async (_, body, code) => {
    expect(await site().call("POST", path, body)).toMatchObject({ status: 422, body: { code } });
  });
});

/** Percentages below, at and above the bucket of the actor for a feature. */
async function bucketOf(call: (body: object) => Promise<Called>, key: string): Promise<number> {
  return rowOf(answered(await call({ actor })).features, key).bucket;
}

test("a feature with a percentage of actors says from which percentage the actor has it", async () => {
  const { call, api, stop } = await startHostedSite();
  const ask = (body: object) => call("POST", path, body);
  await api.features.create("rollout");
  const bucket = await bucketOf(ask, "rollout");
  const opensFrom = Math.floor(bucket / 1_000) + 1;
  const at = async (percentage: number) => {
    await api.gates.post("rollout", "percentage_of_actors", { percentage });
    const { features, counts } = answered(await ask({ actor }));
    const { enabled, pointsMissing, isClose, ...row } = rowOf(features, "rollout");
    expect(row).toMatchObject({ percentage, bucket, opensFrom, chance: false });
    return { enabled, pointsMissing, isClose, close: counts.close };
  };
  expect(await at(0)).toEqual({ enabled: false, pointsMissing: null, isClose: false, close: 0 });
  expect(await at(opensFrom - 1)).toEqual({
    enabled: false,
    pointsMissing: 1,
    isClose: true,
    close: 1,
  });
  expect(await at(opensFrom - 10)).toMatchObject({ pointsMissing: 10, isClose: true, close: 1 });
  expect(await at(opensFrom - 11)).toMatchObject({ pointsMissing: 11, isClose: false, close: 0 });
  expect(await at(opensFrom)).toEqual({
    enabled: true,
    pointsMissing: null,
    isClose: false,
    close: 0,
  });
  await stop();
});

test("expressions say whether they failed, and whether chance decides, also through others", async () => {
  const { hosted, call, stop } = await startHostedSite();
  const set = (key: string, expression: unknown) => hosted.manager.expression.set(key, expression);
  const plan = { Equal: [{ Property: ["plan"] }, "pro"] };
  await set("plan", plan);
  await set("broken", { GreaterThan: [{ Number: [{ Property: ["list"] }] }, 1] });
  await set("dice", { LessThan: [{ Random: [100] }, 50] });
  await set("on_dice", { FeatureEnabled: ["dice"] });
  await set("timed", { FeatureEnabled: ["half_time"] });
  await hosted.manager.gates.post("half_time", "percentage_of_time", { percentage: 50 });
  await set("by_name", { FeatureEnabled: [{ Property: ["feature"] }] });
  await set("on_plan", { FeatureEnabled: ["plan"] });
  const { features } = answered(
    await call("POST", path, { actor, properties: { plan: "pro", list: [1] } }),
  );
  expect(features.filter(({ chance }) => chance).map(({ key }) => key)).toEqual([
    "by_name",
    "dice",
    "half_time",
    "on_dice",
    "timed",
  ]);
  expect(rowOf(features, "plan")).toMatchObject({
    enabled: true,
    gate: "expression",
    reason: { expression: { failed: false, error: null, expression: plan } },
  });
  expect(rowOf(features, "on_plan")).toMatchObject({ enabled: true, gate: "expression" });
  expect(rowOf(features, "broken")).toMatchObject({
    enabled: false,
    reason: { expression: { failed: true, error: expect.stringContaining("number") } },
  });
  await stop();
});

test("other environments say whether the actor has the feature, and whether they mirror", async () => {
  await using site = await startProgramSite();
  const { manager } = site.hosted;
  const route = "/environments/-/actors/features";
  const body = { actor, environments: ["staging"] };
  const owned = (sent: object) => site.callAsOwner("POST", route, sent);
  expect(await owned(body)).toMatchObject({ status: 404, body: { code: "environment_not_found" } });
  done(await site.callAsOwner("POST", "/environments", { name: "Staging" }));
  // The token of an environment reads no other one.
  expect(await site.call("POST", route, { body })).toMatchObject({
    status: 404,
    body: { code: "environment_not_found" },
  });
  await manager.gates.post("search", "boolean", {});
  await manager.features.create("other");
  await site.callAsOwner("PATCH", "/environments/staging/features/other/actors", { add: [actor] });
  const { features, environments } = answered(
    await owned({ actor, environments: ["staging", "-"] }),
  );
  expect(environments).toEqual(["staging", "production"]);
  expect(features.map(({ key, environments: others }) => [key, others])).toEqual([
    [
      "other",
      [
        { enabled: true, mirrorsProduction: false },
        { enabled: false, mirrorsProduction: false },
      ],
    ],
    [
      "search",
      [
        { enabled: true, mirrorsProduction: true },
        { enabled: true, mirrorsProduction: false },
      ],
    ],
  ]);
});

test("pages follow each other, filtered by result and by text", async () => {
  const { hosted, call, stop } = await startHostedSite();
  for (const key of ["a1", "a2", "a3", "b1", "b2"]) {
    await hosted.manager.features.create(key);
  }
  await hosted.manager.gates.post("a2", "boolean", {});
  await hosted.manager.gates.post("b1", "boolean", {});
  const ask = async (body: object) => {
    const { features, next, counts } = answered(await call("POST", path, { actor, ...body }));
    expect(counts).toEqual({ all: 5, on: 2, off: 3, close: 0 });
    return [features.map(({ key }) => key), next];
  };
  expect(await ask({ limit: 2 })).toEqual([["a1", "a2"], "a2"]);
  expect(await ask({ limit: 2, after: "a2" })).toEqual([["a3", "b1"], "b1"]);
  expect(await ask({ limit: 2, after: "b1" })).toEqual([["b2"], null]);
  expect(await ask({ only: "on" })).toEqual([["a2", "b1"], null]);
  expect(await ask({ only: "off", text: "A" })).toEqual([["a1", "a3"], null]);
  expect(await ask({ only: "close" })).toEqual([[], null]);
  await stop();
});
