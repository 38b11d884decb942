import { expect, test } from "bun:test";
import { jsonType } from "../../../helpers/api-client.ts";
import { created } from "../../../helpers/hosted-client.ts";
import { startHostedSite } from "../admin-sites.ts";

const now = Date.parse("2026-01-15T09:30:30.000Z");
const day = 86_400;

async function arrange() {
  const site = await startHostedSite({ hasTelemetry: true, now: () => now });
  const { manager } = site.hosted;
  const check = async (client: typeof manager, key: string, daysAgo: number) => {
    const metric = { key, result: false, value: 2, time: now / 1_000 - daysAgo * day };
    const { status } = await client.send("/telemetry", {
      method: "POST",
      body: JSON.stringify({ request_id: crypto.randomUUID(), enabled_metrics: [metric] }),
      headers: jsonType,
    });
    expect(status).toBe(202);
  };
  const { token } = created(await manager.environments.create("Preview"));
  for (const key of ["today", "week", "old", "elsewhere", "never", "flipper"]) {
    await manager.features.create(key);
  }
  await check(manager, "today", 0);
  await check(manager, "flipper", 0);
  await check(manager, "week", 6);
  await check(manager, "old", 8);
  await check(manager.as(token.value), "elsewhere", 0);
  const exists = async (key: string) =>
    (await site.call("GET", `E/features/${key}`)).status === 200;
  return { ...site, exists };
}

test("a feature that was checked in the last 7 days is deleted only with force", async () => {
  const { hosted, call, exists, stop } = await arrange();
  const refusal = { status: 409, body: { code: "still_evaluated" } };
  for (const key of ["today", "week", "elsewhere"]) {
    expect(await call("DELETE", `E/features/${key}`, {})).toMatchObject(refusal);
    expect(await call("DELETE", `E/features/${key}`, { force: false })).toMatchObject(refusal);
    expect(await exists(key)).toBe(true);
  }
  for (const key of ["old", "never"]) {
    expect((await call("DELETE", `E/features/${key}`, {})).status).toBe(200);
  }
  expect((await call("DELETE", "E/features/today", { force: true })).status).toBe(200);
  expect(await call("DELETE", "E/features/today", {})).toMatchObject({
    status: 404,
    body: { code: "feature_not_found" },
  });
  const flipper = await hosted.manager.send("/features/flipper", { method: "DELETE" });
  expect(flipper.status).toBe(204);
  await hosted.telemetry?.close();
  expect((await call("DELETE", "E/features/week", {})).status).toBe(200);
  await stop();
});

test("so is a selection with such features", async () => {
  const { call, exists, stop } = await arrange();
  const keys = ["today", "elsewhere", "never"];
  const remove = (deletion: unknown) =>
    call("POST", "E/bulk", { keys, change: { delete: deletion } });
  for (const deletion of [true, { retire: true }]) {
    expect(await remove(deletion)).toMatchObject({
      status: 409,
      body: {
        code: "still_evaluated",
        message: expect.stringContaining("2 of the features were checked"),
      },
    });
  }
  expect(await exists("never")).toBe(true);
  expect(await remove({ force: true })).toMatchObject({ status: 200, body: { changed: 3 } });
  expect(await exists("never")).toBe(false);
  await stop();
});
