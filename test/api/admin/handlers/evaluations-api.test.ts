import { expect, test } from "bun:test";
import {
  EvaluationList,
  UnknownKeyList,
} from "../../../../src/api/admin/contract/telemetry-models.ts";
import { type ApiClient, jsonType } from "../../../helpers/api-client.ts";
import { setPlan } from "../../../helpers/hosted-administration.ts";
import { created } from "../../../helpers/hosted-client.ts";
import { modelled } from "../../../helpers/modelled.ts";
import { type Called, startHostedSite, startLibrarySite } from "../admin-sites.ts";

const path = "E/unknown-keys";
const now = Date.parse("2026-01-15T09:30:30.000Z");

function listed({ status, body }: Called) {
  expect(status).toBe(200);
  return modelled(UnknownKeyList, body);
}

const evaluations = "E/evaluations";

async function submit(client: Pick<ApiClient, "send">, sent: unknown): Promise<number> {
  const body = JSON.stringify(sent);
  return (await client.send("/telemetry", { method: "POST", body, headers: jsonType })).status;
}

function submission(counts: readonly (readonly [string, boolean, number, number?])[]) {
  const enabled_metrics = counts.map(([key, result, value, daysAgo = 0]) => {
    return { key, result, value, time: now / 1_000 - daysAgo * 86_400 };
  });
  return { request_id: crypto.randomUUID(), enabled_metrics };
}

test("keys that were checked and are no features are listed, for their environment only", async () => {
  const { hosted, call, callAs, stop } = await startHostedSite({
    hasTelemetry: true,
    now: () => now,
  });
  await hosted.manager.features.create("search");
  const { token } = created(await hosted.manager.environments.create("Preview"));
  const preview = callAs(token.value);
  const sent = submission([
    ["search", true, 5],
    ["serach", false, 3],
    ["serach", true, 1],
    ["old", false, 2, 10],
  ]);
  expect(await submit(hosted.manager, sent)).toBe(202);
  const minute = Date.parse("2026-01-15T09:30:00.000Z");
  expect(listed(await call("GET", path))).toEqual({
    days: 7,
    keys: [
      { key: "serach", enabled: 1, disabled: 3, lastEvaluatedAt: minute, isRetired: false },
      {
        ...{ key: "old", enabled: 0, disabled: 0, isRetired: false },
        lastEvaluatedAt: minute - 10 * 86_400_000,
      },
    ],
  });
  expect(listed(await call("GET", `${path}?days=30`)).keys).toMatchObject([{}, { disabled: 2 }]);
  expect(listed(await call("GET", `${path}?days=3650`)).days).toBe(90);
  expect(listed(await preview("GET", path)).keys).toEqual([]);
  await submit(hosted.manager.as(token.value), submission([["mine", true, 1]]));
  expect(listed(await preview("GET", path)).keys).toMatchObject([{ key: "mine" }]);
  // A feature of that name takes the counts.
  await hosted.manager.features.create("serach");
  expect(listed(await call("GET", path)).keys).toMatchObject([{ key: "old" }]);
  await stop();
});

test("the counts of any unknown key are deleted, and of no other", async () => {
  const { hosted, call, stop } = await startHostedSite({ hasTelemetry: true, now: () => now });
  const keys = [".", "..", "a/b c+d", "kept"];
  await submit(hosted.manager, submission(keys.map((key) => [key, true, 1] as const)));
  expect(listed(await call("GET", path)).keys.map(({ key }) => key)).toEqual(keys);
  for (const [index, key] of keys.slice(0, -1).entries()) {
    const query = new URLSearchParams({ key });
    expect(await call("DELETE", `${path}?${query}`)).toMatchObject({ status: 200 });
    expect(listed(await call("GET", path)).keys.map((row) => row.key)).toEqual(
      keys.slice(index + 1),
    );
  }
  expect(await call("DELETE", path)).toMatchObject({
    status: 422,
    body: { code: "input_invalid" },
  });
  expect(listed(await call("GET", path)).keys).toHaveLength(1);
  await stop();
});

test("wrong days, and plans without telemetry, are refused", async () => {
  const { hosted, call, stop } = await startHostedSite({ hasTelemetry: true });
  const days = [
    `${path}?days=0`,
    `${path}?days=x`,
    `${path}?days=1.5`,
    evaluations,
    `${evaluations}?days=3651`,
  ];
  for (const asked of days) {
    expect(await call("GET", asked)).toMatchObject({
      status: 422,
      body: { code: "input_invalid" },
    });
  }
  await setPlan(hosted, "free");
  for (const asked of [path, `${evaluations}?days=7`]) {
    expect(await call("GET", asked)).toMatchObject({
      status: 402,
      body: { code: "plan_upgrade_required" },
    });
  }
  await stop();
});

test("evaluations are listed over time, of all features or of some", async () => {
  const { hosted, call, stop } = await startHostedSite({ hasTelemetry: true, now: () => now });
  for (const key of ["search", "b", "a"]) {
    await hosted.manager.features.create(key);
  }
  await hosted.manager.gates.post("a", "boolean");
  await submit(
    hosted.manager,
    submission([
      ["search", true, 5],
      ["search", false, 2, 1],
      ["a", true, 1, 30],
    ]),
  );
  const listedFor = async (query: string) => {
    const { status, body } = await call("GET", `${evaluations}?${query}`);
    expect(status).toBe(200);
    return modelled(EvaluationList, body);
  };
  expect(await listedFor("days=3")).toEqual({
    days: 3,
    stepSeconds: 86_400,
    start: Date.parse("2026-01-13"),
    features: [
      { key: "a", state: "on", total: [0, 0, 0], enabled: [0, 0, 0] },
      { key: "b", state: "off", total: [0, 0, 0], enabled: [0, 0, 0] },
      { key: "search", state: "off", total: [0, 2, 5], enabled: [0, 0, 5] },
    ],
  });
  const some = await listedFor(`days=1&keys=${JSON.stringify(["search", "none", "b", "b"])}`);
  expect(some).toMatchObject({ days: 1, stepSeconds: 3_600 });
  expect(some.features.map(({ key, total }) => [key, total.length, total.at(-1)])).toEqual([
    ["b", 24, 0],
    ["search", 24, 5],
  ]);
  expect((await listedFor("days=3&keys=[]")).features).toEqual([]);
  expect((await listedFor("days=3650")).days).toBe(90);
  await stop();
});

test("the library has no such routes", async () => {
  const library = startLibrarySite();
  for (const asked of [path, `${evaluations}?days=1`]) {
    expect(await library.call("GET", asked)).toMatchObject({
      status: 404,
      body: { code: "route_not_found" },
    });
  }
  await library.stop();
});

test("a preview of a change counts the features that were checked in the last 7 days", async () => {
  const { hosted, call, stop } = await startHostedSite({ hasTelemetry: true, now: () => now });
  const keys = ["search", "old", "unused", "same"];
  for (const key of keys) {
    await hosted.manager.features.create(key);
  }
  await hosted.manager.gates.post("same", "boolean");
  const sent = submission([
    ["search", true, 5],
    ["same", true, 5],
    ["old", false, 2, 8],
  ]);
  expect(await submit(hosted.manager, sent)).toBe(202);
  const preview = (change: object) => call("POST", "E/bulk/preview", { keys, change });
  expect(await preview({ enable: true })).toMatchObject({ body: { changed: 3, checked: 1 } });
  expect(await preview({ delete: true })).toMatchObject({ body: { changed: 4, checked: 2 } });
  expect(await preview({ ownerId: null })).toMatchObject({ body: { changed: 0, checked: null } });
  // A deletion reaches every environment.
  const { token } = created(await hosted.manager.environments.create("Preview"));
  const other = hosted.manager.as(token.value);
  expect(await submit(other, submission([["unused", true, 1]]))).toBe(202);
  expect(await preview({ delete: true })).toMatchObject({ body: { changed: 4, checked: 3 } });
  expect(await preview({ enable: true })).toMatchObject({ body: { changed: 3, checked: 1 } });
  await hosted.telemetry?.close();
  expect(await preview({ enable: true })).toMatchObject({
    status: 200,
    body: { changed: 3, checked: null },
  });
  await stop();
});
