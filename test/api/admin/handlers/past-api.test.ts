import { describe, expect, test } from "bun:test";
import { ActorFeatures } from "../../../../src/api/admin/contract/actor-feature-models.ts";
import { ExplainAnswer } from "../../../../src/api/admin/contract/explain-models.ts";
import { ComparedTimes } from "../../../../src/api/admin/contract/past-models.ts";
import { jsonType } from "../../../helpers/api-client.ts";
import { modelled } from "../../../helpers/modelled.ts";
import { type Called, describeSites, type HostedSite, startHostedSite } from "../admin-sites.ts";
import { done, startProgramSite } from "./program-site.ts";

const explain = "E/explain";
const hourMs = 3_600_000;

function explained({ status, body }: Called) {
  expect([status, body]).toEqual([200, body]);
  return modelled(ExplainAnswer, body);
}

function results(called: Called) {
  return explained(called).features.map(({ key, known, enabled, chance }) => [
    key,
    known ? (chance === true ? "chance" : enabled) : "unknown",
  ]);
}

describeSites("an explanation of the past", (site) => {
  test("has the features right after an audit", async () => {
    const { call, api } = site();
    await api.gates.post("search", "actors", { flipper_id: "User;1" });
    await api.gates.post("search", "boolean");
    const ask = (audit: number, actor: string) =>
      call("POST", explain, { keys: ["search", "other"], actors: [actor], audit });
    expect(results(await ask(2, "User;1"))).toEqual([
      ["search", true],
      ["other", "unknown"],
    ]);
    expect(results(await ask(2, "User;2"))).toEqual([
      ["search", false],
      ["other", "unknown"],
    ]);
    const { moment, features } = explained(await ask(2, "User;2"));
    expect(moment).toEqual({ at: expect.any(Number), audit: 2 });
    expect(features[0]?.gates.find(({ gate }) => gate === "actors")).toMatchObject({ count: 1 });
    expect(results(await ask(3, "User;2"))[0]).toEqual(["search", true]);
  });

  test.each([
    ["a time and an audit", { at: 1, audit: 1 }, "input_invalid", 422],
    ["a negative time", { at: -1 }, "input_invalid", 422],
    ["changes that are not saved", { audit: 1, changes: [] }, "input_invalid", 422],
    ["a time in the future", { at: 8_000_000_000_000 }, "parameter_invalid", 422],
    ["a time before the environment", { at: 1 }, "undo_impossible", 422],
    ["an audit that does not exist", { audit: 99 }, "audit_not_found", 404],
  ] as const)("is refused for %s", async (_, asked, code, status) => {
    const { call } = site();
    const body = { keys: ["search"], ...asked };
    expect(await call("POST", explain, body)).toMatchObject({ status, body: { code } });
  });
});

/** A hosted site with a clock that tests set, which starts at noon. */
async function startAtNoon() {
  const noon = Date.parse("2026-11-24T12:00:00Z");
  const clock = { now: noon };
  const site = await startHostedSite({ now: () => clock.now });
  return { ...site, noon, clock };
}

describe("The past of a hosted environment", () => {
  test("has its own time, the features that were referred to, and chance", async () => {
    const { call, hosted, clock, noon, stop } = await startAtNoon();
    const { manager } = hosted;
    const until = { LessThan: [{ Now: [] }, { Time: ["2026-11-24T13:30:00Z"] }] };
    await manager.expression.set("sale", until);
    await manager.expression.set("banner", { FeatureEnabled: ["base"] });
    await manager.expression.set("named", { FeatureEnabled: [{ Property: ["of"] }] });
    await manager.gates.post("base", "boolean");
    await manager.gates.post("lottery", "percentage_of_time", { percentage: 50 });
    await manager.expression.set("dice", { LessThan: [{ Random: [6] }, 3] });
    clock.now += hourMs;
    await manager.features.remove("base");
    await manager.gates.delete("lottery", "percentage_of_time");
    clock.now += hourMs;
    const keys = ["sale", "banner", "named", "base", "lottery", "dice"];
    const ask = (at: number) =>
      call("POST", explain, { keys, actors: ["User;1"], properties: { of: "base" }, at });
    expect(results(await ask(noon))).toEqual([
      ["sale", true],
      ["banner", true],
      // It depends on the actor.
      ["named", "chance"],
      ["base", true],
      ["lottery", "chance"],
      ["dice", "chance"],
    ]);
    expect(results(await ask(clock.now))).toEqual([
      ["sale", false],
      ["banner", false],
      ["named", "chance"],
      ["base", "unknown"],
      ["lottery", false],
      ["dice", "chance"],
    ]);
    await stop();
  });

  test("is refused for features that refer to more than 100 together", async () => {
    const { call, hosted, stop } = await startHostedSite();
    const referring = Array.from({ length: 60 }, (_each, at) => `on_${at}`);
    for (const key of referring) {
      await hosted.manager.expression.set(key, { FeatureEnabled: [`of_${key}`] });
    }
    const ask = (keys: readonly string[]) => call("POST", explain, { keys, audit: 120 });
    expect(await ask(referring)).toMatchObject({
      status: 422,
      body: { code: "parameter_invalid", message: expect.stringContaining("more than 100") },
    });
    expect(results(await ask(referring.slice(0, 50)))).toHaveLength(50);
    await stop();
  });

  test("lists the features of an actor, also in environments that follow Production", async () => {
    const noon = Date.parse("2026-11-24T12:00:00Z");
    const clock = { now: noon };
    await using site = await startProgramSite({ now: () => clock.now });
    const { manager } = site.hosted;
    expect(
      (await manager.send("/environments", { method: "POST", body: staging, headers: jsonType }))
        .status,
    ).toBe(201);
    await manager.gates.post("search", "actors", { flipper_id: "User;1" });
    await manager.features.create("old");
    clock.now += hourMs;
    await manager.gates.delete("search", "actors", { flipper_id: "User;1" });
    await manager.features.remove("old");
    await manager.gates.post("new", "boolean");
    clock.now += hourMs;
    const list = async (more: object) => {
      const body = { actor: "User;1", environments: ["staging"], ...more };
      const path = "/environments/production/actors/features";
      return modelled(ActorFeatures, done(await site.callAsOwner("POST", path, body)));
    };
    const { moment, counts, features } = await list({ at: noon });
    expect(moment).toEqual({ at: noon, audit: 3 });
    expect(counts).toEqual({ all: 2, on: 1, off: 1, close: 0 });
    expect(features).toMatchObject([
      { key: "old", enabled: false, environments: [{ enabled: false, mirrorsProduction: true }] },
      { key: "search", enabled: true, environments: [{ enabled: true, mirrorsProduction: true }] },
    ]);
    const now = await list({});
    expect(now.moment).toBeUndefined();
    expect(now.features.map(({ key, enabled }) => [key, enabled])).toEqual([
      ["new", true],
      ["search", false],
    ]);
  });
});

const staging = JSON.stringify({ name: "Staging" });

describe("The difference between two times", () => {
  const compare = async ({ call }: Pick<HostedSite, "call">, query: string) => {
    const { status, body } = await call("GET", `E/compare?${query}`);
    expect([status, body]).toEqual([200, body]);
    return modelled(ComparedTimes, body);
  };

  test("has what was changed, created and deleted in between", async () => {
    const site = await startAtNoon();
    const { hosted, clock, noon, stop } = site;
    const { manager } = hosted;
    await manager.gates.post("changed", "actors", { flipper_id: "User;1" });
    await manager.gates.post("deleted", "boolean");
    await manager.gates.post("same", "boolean");
    clock.now += hourMs;
    await manager.gates.post("changed", "actors", { flipper_id: "User;2" });
    await manager.features.remove("deleted");
    await manager.features.create("created");
    await manager.gates.delete("same", "boolean");
    await manager.gates.post("same", "boolean");
    const compared = await compare(site, `from=${noon}`);
    expect(compared).toMatchObject({
      from: noon,
      to: clock.now,
      featureCount: 4,
      differentCount: 3,
      features: [
        {
          key: "changed",
          left: { state: "conditional", gates: { actorCount: 1 } },
          right: { state: "conditional", gates: { actorCount: 2 } },
          actorsOnlyLeft: 0,
          actorsOnlyRight: 1,
        },
        { key: "created", left: null, right: { state: "off" } },
        { key: "deleted", left: { state: "on" }, right: null },
      ],
    });
    clock.now += hourMs;
    const whole = await compare(site, `from=${noon}&to=${noon + hourMs}&gates=true`);
    expect(whole.features[0]).toMatchObject({
      left: { allGates: { actors: ["User;1"] } },
      right: { allGates: { actors: ["User;1", "User;2"] } },
    });
    expect((await compare(site, `from=${noon + hourMs}`)).differentCount).toBe(0);
    await stop();
  });
});

describeSites("a comparison of two times", (site) => {
  test.each([
    ["no time", "", "input_invalid"],
    ["times in the wrong order", "from=1800000000001&to=1800000000000", "parameter_invalid"],
    ["a time in the future", "from=8000000000000&to=8000000000000", "parameter_invalid"],
    ["a time before the environment", "from=1", "undo_impossible"],
    ["a text", "from=yesterday", "input_invalid"],
  ] as const)("is refused for %s", async (_, query, code) => {
    const answer = await site().call("GET", `E/compare?${query}`);
    expect(answer).toMatchObject({ status: 422, body: { code } });
  });
});
