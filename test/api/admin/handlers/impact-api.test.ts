import { expect, test } from "bun:test";
import { Impact } from "../../../../src/api/admin/contract/impact-models.ts";
import { setSamplesActors } from "../../../../src/app/commands/project-commands.ts";
import { jsonType } from "../../../helpers/api-client.ts";
import { countTurns } from "../../../helpers/count-turns.ts";
import { everything } from "../../../helpers/expect-refused.ts";
import { setPlan } from "../../../helpers/hosted-administration.ts";
import { created } from "../../../helpers/hosted-client.ts";
import type { HostedServer } from "../../../helpers/hosted-server.ts";
import { modelled } from "../../../helpers/modelled.ts";
import { type AdminCall, type Called, describeSites, startHostedSite } from "../admin-sites.ts";
import { startUi } from "../web-ui-server.ts";

const path = "E/impact";
const now = Date.parse("2026-01-15T09:30:30.000Z");
const percent = (gate: "percentage_of_actors" | "percentage_of_time", value: number) => ({
  ...{ gate, value },
  action: "enable",
});
const expression = (value: object) => ({ gate: "expression", action: "enable", value });
const isPro = { Equal: [{ Property: "plan" }, "pro"] };

function impactIn({ status, body }: Called) {
  expect([status, body]).toEqual([200, body]);
  return modelled(Impact, body);
}

async function impactOf(call: AdminCall, ...changes: readonly object[]) {
  const { sampleSize, features } = impactIn(await call("POST", path, { key: "search", changes }));
  const [feature] = features;
  if (feature === undefined) {
    throw new Error("no feature is in the answer");
  }
  return { sampleSize, ...feature };
}

const exact = (share: number) => ({ share, interval: { low: share, high: share } });
const unknown = { share: null, interval: null };

test("without a sample, the impact has yesterday's checks and the expected shares", async () => {
  const { hosted, call, stop } = await startHostedSite({ hasTelemetry: true, now: () => now });
  const { gates, environments, features } = hosted.manager;
  await features.create("search");
  await gates.post("search", "percentage_of_actors", { percentage: 20 });
  const { token } = created(await environments.create("Preview"));
  created(await environments.create("Other"));
  await hosted.manager.as(token.value).gates.post("search", "actors", { flipper_id: "User;1" });
  const day = 86_400;
  const enabled_metrics = [
    { key: "search", result: true, value: 30, time: now / 1_000 - day },
    { key: "search", result: false, value: 70, time: now / 1_000 - day },
    { key: "search", result: true, value: 1_000, time: now / 1_000 },
    { key: "search", result: true, value: 1_000, time: now / 1_000 - 2 * day },
  ];
  const sent = await hosted.manager.send("/telemetry", {
    method: "POST",
    body: JSON.stringify({ request_id: crypto.randomUUID(), enabled_metrics }),
    headers: jsonType,
  });
  expect(sent.status).toBe(202);
  const before = await everything(hosted.manager);
  const changes = [percent("percentage_of_actors", 50), percent("percentage_of_time", 10)];
  const expected = (share: number) => ({ share, interval: null });
  expect(await impactOf(call, ...changes)).toEqual({
    ...{ sampleSize: null, key: "search", checks: 100, enabledShare: 0.3 },
    before: { ...expected(0.2), unknownBecause: [] },
    after: { ...expected(0.55), unknownBecause: [] },
    gained: expected(0.55 - 0.2),
    lost: expected(0),
    mirroringCount: 1,
  });
  expect(await everything(hosted.manager)).toEqual(before);
  const uncounted = { checks: null, enabledShare: null };
  await hosted.telemetry?.close();
  expect(await impactOf(call, ...changes)).toMatchObject(uncounted);
  await setPlan(hosted, "free");
  expect(await impactOf(call, ...changes)).toMatchObject(uncounted);
  await stop();
});

async function sampling(hosted: HostedServer, isOn: boolean): Promise<void> {
  const { writer } = hosted.deployment;
  await writer.submit((draft) => {
    for (const project of draft.state.projects.values()) {
      setSamplesActors(draft, project, isOn);
    }
  });
}

const ofPlan = (index: number) => (index % 4 === 0 ? "pro" : "free");
const users = Array.from({ length: 40 }, (_, index) => `User;${index}`);

async function checkAll({ manager }: HostedServer): Promise<void> {
  const actors = users.map((flipper_id, index) => ({
    flipper_id,
    properties: { plan: ofPlan(index) },
    groups: index % 2 === 0 ? ["staff"] : [],
  }));
  const { status } = await manager.send("/actors", {
    method: "POST",
    body: JSON.stringify({ actors, keys: ["search"] }),
    headers: jsonType,
  });
  expect(status).toBe(200);
}

test("with a sample, every change has a share, its interval, and who gains and loses", async () => {
  const { hosted, call, stop } = await startHostedSite({ now: () => now });
  await hosted.manager.features.create("search");
  await checkAll(hosted);
  expect((await impactOf(call, expression(isPro))).sampleSize).toBeNull();
  await sampling(hosted, true);
  expect(await impactOf(call, expression(isPro))).toMatchObject({ sampleSize: 0, after: unknown });
  await checkAll(hosted);
  await hosted.manager.gates.post("search", "groups", { name: "staff" });
  const staff = { gate: "groups", action: "disable", value: "staff" };
  const shares = async (...changes: readonly object[]) => {
    const { sampleSize, before, after, gained, lost } = await impactOf(call, ...changes);
    return [sampleSize, before.share, after.share, gained.share, lost.share];
  };
  expect(await shares(expression(isPro))).toEqual([40, 0.5, 0.5, 0, 0]);
  expect(await shares(staff, expression(isPro))).toEqual([40, 0.5, 0.25, 0, 0.25]);
  expect(await shares({ gate: "boolean", action: "enable" })).toEqual([40, 0.5, 1, 0.5, 0]);
  const actors = { gate: "actors", action: "enable", value: "User;1" };
  expect(await shares(actors)).toEqual([40, 0.5, 0.525, 0.025, 0]);
  const { after } = await impactOf(call, actors);
  expect(after.interval?.low).toBeCloseTo(0.375, 2);
  expect(after.interval?.high).toBeCloseTo(0.67, 2);
  await sampling(hosted, false);
  expect((await impactOf(call, actors)).sampleSize).toBeNull();
  await stop();
});

test("commands of a request have the impact of each feature that they change", async () => {
  const { hosted, call, stop } = await startHostedSite();
  await hosted.manager.features.create("search");
  await hosted.manager.gates.post("search", "percentage_of_actors", { percentage: 100 });
  const commands = [
    { kind: "create", key: "new" },
    { kind: "percentage_of_actors", key: "new", value: 5 },
    { kind: "remove", key: "search" },
    { kind: "policy", rules: null },
  ];
  const { features } = impactIn(await call("POST", path, { commands }));
  expect(features).toMatchObject([
    { key: "new", before: exact(0), after: { share: 0.05, interval: null } },
    { key: "search", before: exact(1), after: exact(0), gained: exact(0), lost: exact(1) },
  ]);
  const refused = async (command: object) =>
    (await call("POST", path, { commands: [command] })).body;
  expect(await refused({ kind: "enable", key: "missing" })).toMatchObject({
    code: "feature_not_found",
  });
  expect(await refused({ kind: "mirror", key: "search" })).toMatchObject({
    code: "production_mirrors_nothing",
  });
  await stop();
});

test("only admins choose the sample, with an act", async () => {
  await using server = await startUi();
  const [admin, viewer] = [await server.page("admin"), await server.page("viewer")];
  const route = "PUT /actor-sample";
  expect(await viewer.answer("GET /actor-sample")).toEqual({ samplesActors: false });
  await admin.answer(route, { body: { samplesActors: true } });
  expect(await viewer.answer("GET /actor-sample")).toEqual({ samplesActors: true });
  expect((await viewer.call(route, { body: { samplesActors: false } })).status).toBe(403);
  const { acts } = await admin.answer("GET /acts", { query: { kind: "project.changed" } });
  expect(acts).toMatchObject([
    { details: { from: { samples_actors: false }, to: { samples_actors: true } } },
  ]);
});

test("many changed actors leave other requests their turns", async () => {
  const { hosted, call, stop } = await startHostedSite({ now: () => now });
  await hosted.manager.features.create("search");
  const add = Array.from({ length: 300 }, (_, index) => `User;${index}`);
  const commands = [{ kind: "actors", key: "search", add, remove: [] }];
  const { result, turns } = await countTurns(() => call("POST", path, { commands }));
  expect(impactIn(result).features).toMatchObject([{ key: "search" }]);
  expect(turns).toBeGreaterThanOrEqual(300);
  await stop();
});

describeSites("the impact of changes", (site) => {
  test("is unknown where actors, groups or an expression decide, and needs no telemetry", async () => {
    const { call, api } = site();
    await api.gates.post("search", "actors", { flipper_id: "User;1" });
    await api.gates.post("search", "groups", { name: "staff" });
    const because = { ...unknown, unknownBecause: ["actors", "groups"] } as const;
    const unseen = { checks: null, enabledShare: null, before: because };
    expect(await impactOf(call, percent("percentage_of_actors", 25))).toMatchObject({
      ...unseen,
      ...{ after: because, gained: unknown, lost: unknown },
    });
    const certain = [
      [percent("percentage_of_time", 100), 1],
      [percent("percentage_of_actors", 100), 1],
      [{ gate: "boolean", action: "enable" }, 1],
      [{ gate: "boolean", action: "disable" }, 0],
    ] as const;
    for (const [change, share] of certain) {
      const { after } = await impactOf(call, change);
      expect(after).toEqual({ ...exact(share), unknownBecause: [] });
    }
  });

  test("is refused for unknown features and wrong changes", async () => {
    const { call } = site();
    const wrong = { key: "search", changes: [percent("percentage_of_time", 101)] };
    expect(await call("POST", path, wrong)).toMatchObject({
      status: 422,
      body: { code: "percentage_invalid" },
    });
    const missing = { key: "unknown", changes: [percent("percentage_of_time", 1)] };
    expect(await call("POST", path, missing)).toMatchObject({
      status: 404,
      body: { code: "feature_not_found" },
    });
    expect((await call("POST", path, { key: "search" })).status).toBe(422);
  });
});
