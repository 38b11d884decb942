import { expect, test } from "bun:test";
import { dayMs } from "../../../src/core/time-units.ts";
import { startHosted } from "../../helpers/hosted-server.ts";
import { startMcp } from "./mcp-site.ts";

test("features that look finished or that nobody checks are stale", async () => {
  let now = Date.now();
  const hosted = await startHosted({ hasTelemetry: true, now: () => now });
  await using site = await startMcp({ hosted });
  now -= 200 * dayMs;
  for (const name of ["done", "unused"]) {
    await hosted.manager.features.create(name);
  }
  await hosted.manager.call("POST", "/features/done/boolean");
  now = Date.now();
  await hosted.manager.features.create("new");
  await site.owner.answer("PATCH /environments/:environment/features/:key", {
    params: { environment: "-", key: "done" },
    body: { longevity: "temporary" },
  });
  const finished = "looks finished by its longevity, state and last change";
  const unchecked = "not checked in the last 10 days";
  expect((await site.tool("stale_features", { days: 10 })).content).toMatchObject({
    counted_days: 10,
    features: [
      { key: "done", state: "on", looks_finished: true, reasons: [finished, unchecked] },
      { key: "unused", state: "off", last_checked_at: null, reasons: [unchecked] },
    ],
  });
  // Telemetry warns of a clock that moves by months.
  hosted.faults.length = 0;
});
