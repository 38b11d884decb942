import { afterEach, beforeEach, expect, test } from "bun:test";
import type { PlanLimits } from "../../src/core/model/plan.ts";
import { expectRefused } from "../helpers/expect-refused.ts";
import { setPlan } from "../helpers/hosted-administration.ts";
import { type HostedServer, startHosted } from "../helpers/hosted-server.ts";
import { Upload } from "../helpers/upload.ts";

let server: HostedServer;
beforeEach(async () => {
  server = await startHosted();
});
afterEach(() => server.stop());

const rows: readonly (readonly [string, Partial<PlanLimits>, readonly string[]])[] = [
  ["features", { featuresPerProjectMax: 2 }, ['"a":{},', '"b":{},', '"c":{},']],
  ["actors", { actorsPerGateMax: 1 }, ['"a":{"actors":["x"]},', '"b":{"actors":["x","y"]},']],
  ["bytes", { productionBytesMax: 8 }, ['"a":{"actors":["1234"]},', '"b":{"actors":["123"]},']],
];

test.each(rows)(
  "an import with too many %s is refused while it arrives",
  async (_what, limits, features) => {
    const { manager } = server;
    await setPlan(server, "self_hosted", limits);
    const upload = new Upload(manager);
    await upload.send('{"features":{');
    for (const feature of features.slice(0, -1)) {
      await upload.send(feature);
    }
    // Never ended: the answer comes before the rest is asked for.
    await Promise.race([upload.send(features.at(-1) ?? ""), upload.answer]);
    await expectRefused(manager, { status: 422, code: "quota_exceeded" }, () => upload.answer);
    expect((await manager.import({ fine: {} }))[0].status).toBe(204);
  },
);

test("what is above a quota already may become less", async () => {
  const { manager } = server;
  await manager.import({ a: { actors: ["1", "2", "3"] }, b: {}, c: {} });
  await setPlan(server, "self_hosted", {
    featuresPerProjectMax: 1,
    actorsPerGateMax: 1,
    productionBytesMax: 1,
  });
  expect((await manager.import({ a: { actors: ["1", "2"] }, b: {} }))[0].status).toBe(204);
});
