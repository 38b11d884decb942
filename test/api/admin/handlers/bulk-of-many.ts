import { expect } from "bun:test";
import { yieldToEventLoop } from "../../../../src/core/scheduling/event-loop-slice.ts";
import { change, startWithFeatures, statesIn, undoStep } from "./bulk-features.ts";

/** Changes, deletes and restores so many features, and reads meanwhile. */
export async function expectChangedInOneStep(count: number): Promise<void> {
  await using started = await startWithFeatures([]);
  const { server, page } = started;
  const many = Array.from({ length: count }, (_, at) => `feature_${String(at).padStart(4, "0")}`);
  const gates = { boolean: false, groups: [], actors: [] };
  const imported = {
    version: 1,
    features: Object.fromEntries(many.map((key) => [key, gates])),
  };
  const answer = await server.send("/admin/v1/environments/1/import?typed=Production", {
    method: "POST",
    headers: {
      cookie: page.cookie,
      "sec-fetch-site": "same-origin",
      "content-type": "application/json",
    },
    body: JSON.stringify(imported),
  });
  expect(answer.status).toBe(200);
  let isDone = false;
  let readCount = 0;
  const changing = change(page, 1, { keys: many, change: { percentageOfActors: 5 } }).finally(
    () => {
      isDone = true;
    },
  );
  while (!isDone) {
    await page.answer("GET /cleanup");
    await yieldToEventLoop();
    readCount++;
  }
  await changing;
  expect(readCount).toBeGreaterThan(count / 1_000);
  const deleted = await change(page, 1, {
    keys: many,
    change: { delete: true },
    typed: String(count),
  });
  expect(deleted).toMatchObject({ changed: count, unchanged: 0, missing: [] });
  await undoStep(page, 1, deleted.audit, String(count));
  const states = await statesIn(page, 1);
  expect(Object.keys(states)).toHaveLength(count);
  expect(new Set(Object.values(states))).toEqual(new Set(["conditional"]));
}
