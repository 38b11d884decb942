import { expect, test } from "bun:test";
import {
  FeatureInfoListModel,
  FeatureInfoModel,
} from "../../../src/flipper-api/gatehouse/feature-info-model.ts";
import { everything } from "../../helpers/expect-refused.ts";
import { addMember, leaveOrganization } from "../../helpers/hosted-administration.ts";
import { created } from "../../helpers/hosted-client.ts";
import { modelled } from "../../helpers/modelled.ts";
import { type Called, caller, describeSites, startHostedSite } from "./gatehouse-sites.ts";

const list = "/gatehouse/features";
const describe = "/gatehouse/describe";
const dayMs = 86_400_000;

function listed({ status, body }: Called) {
  expect(status).toBe(200);
  return modelled(FeatureInfoListModel, body).features;
}

describeSites("features for people", (site) => {
  test("are listed by key, or in the order of keys, without unknown ones", async () => {
    const { call, api } = site();
    for (const name of ["b", "a,c", "a"]) {
      await api.features.create(name);
    }
    await api.gates.post("b", "boolean");
    const keysOf = async (query = "") =>
      listed(await call("GET", list + query)).map(({ key }) => key);
    expect(await keysOf()).toEqual(["a", "a,c", "b"]);
    expect(await keysOf("?keys=b,unknown,a")).toEqual(["b", "a"]);
    expect(await keysOf("?keys=a%2Cc")).toEqual(["a,c"]);
    expect(await keysOf("?keys=")).toEqual([]);
    expect(await call("GET", `${list}?keys[x]=a`)).toMatchObject({
      status: 400,
      body: { code: 8 },
    });
    const [, , on] = listed(await call("GET", list));
    expect(on).toMatchObject({
      key: "b",
      state: "on",
      description: null,
      longevity: null,
      tags: [],
      owner: null,
      creator: { id: 1, email: "owner@localhost" },
      overridden: false,
      stale: false,
    });
    expect(on?.changed_at).toBeString();
  });

  test("are described, with what is given only", async () => {
    const { call, api } = site();
    await api.features.create("search");
    const first = { description: "One\ntwo", longevity: "temporary", tags: ["a", "b", "a"] };
    const owned = { key: "search", ...first, owner: "OWNER@localhost" };
    const answer = await call("POST", describe, { body: owned });
    expect(answer.status).toBe(200);
    expect(modelled(FeatureInfoModel, answer.body)).toMatchObject({
      ...first,
      tags: ["a", "b"],
      owner: { email: "owner@localhost" },
    });
    const second = await call("POST", describe, {
      body: { key: "search", description: null, tags: [] },
    });
    expect(second.body).toMatchObject({
      description: null,
      longevity: "temporary",
      tags: [],
      owner: { email: "owner@localhost" },
    });
    const [shown] = listed(await call("GET", `${list}?keys=search`));
    expect(shown).toEqual(modelled(FeatureInfoModel, second.body));
    expect(
      (await call("POST", describe, { body: { key: "search", owner: null } })).body,
    ).toMatchObject({ owner: null });
  });

  test.each([
    ["an unknown feature", { key: "unknown", tags: [] }, 404, 1],
    ["no key", { description: "a" }, 422, "parameter_invalid"],
    ["an empty text", { key: "search", description: "" }, 422, "parameter_invalid"],
    ["control characters", { key: "search", description: "a\u0007" }, 422, "parameter_invalid"],
    ["a long text", { key: "search", description: "x".repeat(2_001) }, 422, "parameter_invalid"],
    ["another longevity", { key: "search", longevity: "short" }, 422, "parameter_invalid"],
    ["a tag with a comma", { key: "search", tags: ["a,b"] }, 422, "parameter_invalid"],
    [
      "21 tags",
      { key: "search", tags: Array.from({ length: 21 }, (_, at) => `t${at}`) },
      422,
      "parameter_invalid",
    ],
    ["a stranger", { key: "search", owner: "nobody@example.test" }, 422, "parameter_invalid"],
    ["an unknown member", { key: "search", ownerId: 1 }, 422, "parameter_invalid"],
    ["an impossible key", { key: " search", tags: [] }, 422, 5],
  ] as const)("with %s are refused, and stay as they are", async (_, body, status, code) => {
    const { call, api } = site();
    const before = [await everything(api), (await call("GET", list)).body];
    expect(await call("POST", describe, { body })).toMatchObject({ status, body: { code } });
    expect([await everything(api), (await call("GET", list)).body]).toEqual(before);
  });
});

test("a feature is stale once the rule of its project says so", async () => {
  let now = Date.parse("2026-01-01T00:00:00Z");
  const { call, hosted, stop } = await startHostedSite({ now: () => now });
  for (const [key, longevity] of [
    ["temporary", "temporary"],
    ["permanent", "permanent"],
    ["partly", "temporary"],
  ]) {
    await hosted.manager.gates.post(key ?? "", "boolean");
    await call("POST", describe, { body: { key, longevity } });
  }
  await hosted.manager.gates.delete("partly", "boolean");
  await hosted.manager.gates.post("partly", "actors", { flipper_id: "User;1" });
  const stale = async () =>
    listed(await call("GET", list)).flatMap(({ key, stale: isStale }) => (isStale ? [key] : []));
  expect(await stale()).toEqual([]);
  now += 30 * dayMs - 1;
  expect(await stale()).toEqual([]);
  now += 1;
  expect(await stale()).toEqual(["temporary"]);
  await stop();
});

test("an environment shows its own states and changes, and what it overrides", async () => {
  let now = Date.parse("2026-01-01T00:00:00Z");
  const { call, hosted, stop } = await startHostedSite({ now: () => now });
  await hosted.manager.gates.post("search", "boolean");
  await hosted.manager.features.create("other");
  const { token } = created(await hosted.manager.environments.create("Preview"));
  const preview = caller(hosted.manager.as(token.value));
  now += dayMs;
  await preview("DELETE", "/features/search/boolean");
  const facts = (from: Called) =>
    listed(from).map(({ key, state, overridden, changed_at: at }) => [key, state, overridden, at]);
  expect(facts(await call("GET", list))).toEqual([
    ["other", "off", false, "2026-01-01T00:00:00.000Z"],
    ["search", "on", false, "2026-01-01T00:00:00.000Z"],
  ]);
  expect(facts(await preview("GET", list))).toEqual([
    ["other", "off", false, "2026-01-01T00:00:00.000Z"],
    ["search", "off", true, "2026-01-02T00:00:00.000Z"],
  ]);
  await stop();
});

test("only members of the organization can own a feature", async () => {
  const { call, hosted, stop } = await startHostedSite();
  await hosted.manager.features.create("search");
  const ann = await addMember(hosted, "ann");
  const body = { key: "search", owner: "ann@example.test" };
  expect((await call("POST", describe, { body })).body).toMatchObject({ owner: { id: ann } });
  await leaveOrganization(hosted, ann);
  expect(await call("POST", describe, { body })).toMatchObject({
    status: 422,
    body: { message: 'owner: "ann@example.test" is not a member of the organization' },
  });
  await stop();
});

test("a long list is whole", async () => {
  const { call, hosted, stop } = await startHostedSite();
  const keys = Array.from({ length: 1_500 }, (_, at) => `feature_${String(at).padStart(4, "0")}`);
  await hosted.manager.import(Object.fromEntries(keys.map((key) => [key, {}])));
  expect(listed(await call("GET", list)).map(({ key }) => key)).toEqual(keys);
  await stop();
});
