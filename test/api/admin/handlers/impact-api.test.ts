import { expect, test } from "bun:test";
import { ChangesImpact } from "../../../../src/api/admin/contract/impact-models.ts";
import { jsonType } from "../../../helpers/api-client.ts";
import { everything } from "../../../helpers/expect-refused.ts";
import { setPlan } from "../../../helpers/hosted-administration.ts";
import { created } from "../../../helpers/hosted-client.ts";
import { modelled } from "../../../helpers/modelled.ts";
import { type Called, describeSites, startHostedSite } from "../admin-sites.ts";

const path = "E/features/search/changes/impact";
const now = Date.parse("2026-01-15T09:30:30.000Z");
const percent = (gate: "percentage_of_actors" | "percentage_of_time", value: number) => ({
  ...{ gate, value },
  action: "enable",
});

function answered({ status, body }: Called) {
  expect([status, body]).toEqual([200, body]);
  return modelled(ChangesImpact, body);
}

test("the impact has the checks of yesterday and the share that the gates expect", async () => {
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
  const body = {
    changes: [percent("percentage_of_actors", 50), percent("percentage_of_time", 10)],
  };
  expect(answered(await call("POST", path, body))).toEqual({
    checks: 100,
    enabledShare: 0.3,
    before: { share: 0.2, unknownBecause: [] },
    after: { share: 0.55, unknownBecause: [] },
    mirroringCount: 1,
  });
  expect(await everything(hosted.manager)).toEqual(before);
  const unknown = { checks: null, enabledShare: null };
  await hosted.telemetry?.close();
  expect(answered(await call("POST", path, body))).toMatchObject(unknown);
  await setPlan(hosted, "free");
  expect(answered(await call("POST", path, body))).toMatchObject(unknown);
  await stop();
});

describeSites("the impact of changes", (site) => {
  test("is unknown where actors, groups or an expression decide, and needs no telemetry", async () => {
    const { call, api } = site();
    await api.gates.post("search", "actors", { flipper_id: "User;1" });
    await api.gates.post("search", "groups", { name: "staff" });
    const after = async (change: object) => {
      const { mirroringCount: _, ...impact } = answered(
        await call("POST", path, { changes: [change] }),
      );
      return impact;
    };
    const unknown = { share: null, unknownBecause: ["actors", "groups"] } as const;
    const unseen = { checks: null, enabledShare: null, before: unknown };
    expect(await after(percent("percentage_of_actors", 25))).toEqual({ ...unseen, after: unknown });
    const certain = [
      [percent("percentage_of_time", 100), 1],
      [percent("percentage_of_actors", 100), 1],
      [{ gate: "boolean", action: "enable" }, 1],
      [{ gate: "boolean", action: "disable" }, 0],
    ] as const;
    for (const [change, share] of certain) {
      expect((await after(change)).after).toEqual({ share, unknownBecause: [] });
    }
  });

  test("is refused for unknown features and wrong changes", async () => {
    const changes = [percent("percentage_of_time", 101)];
    expect(await site().call("POST", path, { changes })).toMatchObject({
      status: 422,
      body: { code: "percentage_invalid" },
    });
    expect(
      await site().call("POST", path.replace("search", "unknown"), {
        changes: [percent("percentage_of_time", 1)],
      }),
    ).toMatchObject({ status: 404, body: { code: "feature_not_found" } });
  });
});
