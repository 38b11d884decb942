import { expect, test } from "bun:test";
import { mountable } from "gatehouse-flags";
import { UnknownKeysModel } from "../../../src/flipper-api/gatehouse/unknown-keys-model.ts";
import { setPlan } from "../../helpers/hosted-administration.ts";
import { created } from "../../helpers/hosted-client.ts";
import { modelled } from "../../helpers/modelled.ts";
import { type Called, caller, startHostedSite } from "./gatehouse-sites.ts";

const path = "/gatehouse/unknown-keys";
const now = Date.parse("2026-01-15T09:30:30.000Z");

function listed({ status, body }: Called) {
  expect(status).toBe(200);
  return modelled(UnknownKeysModel, body);
}

function submission(counts: readonly (readonly [string, boolean, number, number?])[]) {
  const enabled_metrics = counts.map(([key, result, value, daysAgo = 0]) => {
    return { key, result, value, time: now / 1_000 - daysAgo * 86_400 };
  });
  return { request_id: crypto.randomUUID(), enabled_metrics };
}

test("keys that were checked and are no features are listed, for their environment only", async () => {
  const { hosted, call, stop } = await startHostedSite({ hasTelemetry: true, now: () => now });
  await hosted.manager.features.create("search");
  const { token } = created(await hosted.manager.environments.create("Preview"));
  const preview = caller(hosted.manager.as(token.value));
  const sent = submission([
    ["search", true, 5],
    ["serach", false, 3],
    ["serach", true, 1],
    ["old", false, 2, 10],
  ]);
  expect((await call("POST", "/telemetry", { body: sent })).status).toBe(202);
  const minute = "2026-01-15T09:30:00.000Z";
  expect(listed(await call("GET", path))).toEqual({
    days: 7,
    keys: [
      { key: "serach", enabled: 1, disabled: 3, last_at: minute },
      { key: "old", enabled: 0, disabled: 0, last_at: "2026-01-05T09:30:00.000Z" },
    ],
  });
  expect(listed(await call("GET", `${path}?days=30`)).keys).toMatchObject([{}, { disabled: 2 }]);
  expect(listed(await call("GET", `${path}?days=9999`)).days).toBe(90);
  expect(listed(await preview("GET", path)).keys).toEqual([]);
  await preview("POST", "/telemetry", { body: submission([["mine", true, 1]]) });
  expect(listed(await preview("GET", path)).keys).toMatchObject([{ key: "mine" }]);
  // A feature of that name takes the counts.
  await hosted.manager.features.create("serach");
  expect(listed(await call("GET", path)).keys).toMatchObject([{ key: "old" }]);
  await stop();
});

test("wrong days, and plans without telemetry, are refused", async () => {
  const { hosted, call, stop } = await startHostedSite({ hasTelemetry: true });
  for (const query of ["days=0", "days=x", "days=1.5"]) {
    expect(await call("GET", `${path}?${query}`)).toMatchObject({
      status: 422,
      body: { code: "parameter_invalid" },
    });
  }
  await setPlan(hosted, "free");
  expect(await call("GET", path)).toMatchObject({
    status: 402,
    body: { code: "plan_upgrade_required" },
  });
  await stop();
});

test("the library has no such route", async () => {
  const library = mountable({ data: ":memory:" });
  const answer = await library.handle(new Request(`http://localhost/flipper/api${path}`));
  expect(answer.status).toBe(404);
  await library.close();
});
