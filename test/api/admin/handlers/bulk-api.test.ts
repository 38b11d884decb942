import { expect, test } from "bun:test";
import { startLibrarySite } from "../admin-sites.ts";
import { refusalIn } from "../web-ui-server.ts";
import {
  bulk,
  bulkPreview,
  change,
  keys,
  preview,
  startWithFeatures,
  statesIn,
  undoStep,
} from "./bulk-features.ts";

const gateChanges: [title: string, change: object, after: "on" | "conditional", audits: number][] =
  [
    ["enabled", { enable: true }, "on", 3],
    ["set to a percentage", { percentageOfActors: 30 }, "conditional", 3],
  ];

test.each(gateChanges)(
  "many features are %s in one step, which one undo reverts",
  async (...row) => {
    const [, sent, after, count] = row;
    await using started = await startWithFeatures();
    const { page } = started;
    const reason = "For the launch";
    const answer = await change(page, 1, { keys, change: sent, typed: "3", reason });
    expect(answer).toMatchObject({
      environmentId: 1,
      changed: 3,
      unchanged: 0,
      unchangedBecause: [],
      missing: [],
      before: [],
      revision: expect.any(Number),
    });
    expect(await statesIn(page, 1)).toEqual({ cart: after, pay: after, search: after });
    const { steps } = await page.answer("GET /environments/:environment/steps", {
      params: { environment: 1 },
    });
    expect(steps[0]).toMatchObject({ count, oldest: { id: answer.audit, reason } });
    await undoStep(page, 1, answer.audit, "3");
    expect(await statesIn(page, 1)).toEqual({ cart: "off", pay: "off", search: "off" });
  },
);

test("features that are cleared again are one step, and unchanged ones are counted", async () => {
  await using started = await startWithFeatures();
  const { page } = started;
  await change(page, 1, { keys: ["cart", "pay"], change: { enable: true }, typed: "2" });
  const body = { keys: [...keys, "gone"], change: { clear: true } };
  const expected = {
    changed: 2,
    unchanged: 1,
    unchangedBecause: [{ reason: "same" as const, count: 1 }],
    missing: ["gone"],
  };
  expect(await preview(page, 1, body)).toEqual({
    ...expected,
    pinned: 0,
    mustType: true,
    checked: null,
  });
  expect(await change(page, 1, { ...body, typed: "4" })).toMatchObject(expected);
  expect(await statesIn(page, 1)).toEqual({ cart: "off", pay: "off", search: "off" });
});

test("one undo restores all deleted features, with their gates in other environments", async () => {
  await using started = await startWithFeatures();
  const { page, staging } = started;
  await change(page, 1, { keys: ["cart"], change: { enable: true }, typed: "1" });
  await change(page, staging, { keys: ["pay"], change: { percentageOfActors: 10 } });
  // Deleting affects Production, whatever environment the page shows.
  const deleted = await change(page, staging, { keys, change: { delete: true }, typed: "3" });
  expect(deleted).toMatchObject({ changed: 3, environmentId: 1 });
  expect(await statesIn(page, 1)).toEqual({});
  await undoStep(page, 1, deleted.audit, "3");
  expect(await statesIn(page, 1)).toEqual({ cart: "on", pay: "off", search: "off" });
  expect(await statesIn(page, staging)).toEqual({
    cart: "on",
    pay: "conditional",
    search: "off",
  });
});

test("gates are copied to another environment, and mirror Production again", async () => {
  await using started = await startWithFeatures();
  const { page, staging } = started;
  await change(page, 1, { keys: ["cart"], change: { enable: true }, typed: "1" });
  await change(page, staging, { keys: ["pay"], change: { percentageOfActors: 10 } });
  const copy = { keys, change: { copyTo: staging } };
  const expected = { changed: 3, unchanged: 0, pinned: 2 };
  expect(await preview(page, 1, copy)).toMatchObject({ ...expected, mustType: false });
  const copied = await change(page, 1, copy);
  expect(copied).toMatchObject({ ...expected, environmentId: staging });
  expect(await statesIn(page, staging)).toEqual({ cart: "on", pay: "off", search: "off" });
  expect(await change(page, 1, copy)).toMatchObject({ changed: 0, unchanged: 3, audit: null });
  const mirrored = await change(page, staging, { keys: ["cart", "pay"], change: { mirror: true } });
  expect(mirrored).toMatchObject({ changed: 2, unchanged: 0 });
  await undoStep(page, staging, mirrored.audit, "cart");
  await undoStep(page, staging, copied.audit, "cart");
  expect(await statesIn(page, staging)).toEqual({ cart: "on", pay: "conditional", search: "off" });
});

test("Production mirrors nothing", async () => {
  await using started = await startWithFeatures();
  const body = { keys, change: { mirror: true } };
  for (const name of [bulk, bulkPreview]) {
    const answer = await started.page.call(name, { params: { environment: 1 }, body });
    expect((await refusalIn(answer)).code).toBe("production_mirrors_nothing");
  }
});

const confirmed: [title: string, change: object][] = [
  ["enabling", { enable: true }],
  ["clearing", { clear: true }],
  ["deleting", { delete: true }],
  ["copying to Production", { copyTo: 1 }],
  ["half of the actors", { percentageOfActors: 60 }],
];

test.each(confirmed)(
  "%s in Production needs the typed number of features",
  async (_title, sent) => {
    await using started = await startWithFeatures();
    const { server, page, staging } = started;
    const environment = "copyTo" in sent ? staging : 1;
    const body = { keys, change: sent };
    expect((await preview(page, environment, body)).mustType).toBe(true);
    const before = server.state();
    for (const typed of [undefined, "2", "search"]) {
      const answer = await page.call(bulk, { params: { environment }, body: { ...body, typed } });
      expect(await refusalIn(answer)).toMatchObject({
        status: 422,
        code: "confirmation_required",
        message: expect.stringContaining('"3"'),
      });
    }
    expect(server.state()).toBe(before);
    await change(page, environment, { ...body, typed: "3" });
  },
);

test("few actors and other environments need no confirmation", async () => {
  await using started = await startWithFeatures();
  const { page, staging } = started;
  const few = { keys, change: { percentageOfActors: 20 } };
  expect((await preview(page, 1, few)).mustType).toBe(false);
  await change(page, 1, few);
  expect((await preview(page, staging, { keys, change: { enable: true } })).mustType).toBe(false);
  await change(page, staging, { keys, change: { enable: true } });
});

test("the mountable deployment changes many features too", async () => {
  const { call, stop } = startLibrarySite();
  const features = "/environments/-/features";
  for (const key of keys) {
    await call("POST", features, { key });
  }
  const path = "/environments/-/bulk";
  const enabled = await call("POST", path, { keys, change: { enable: true }, typed: "3" });
  expect(enabled).toMatchObject({ status: 200, body: { changed: 3, audit: 4 } });
  const tagged = await call("POST", path, { keys, change: { tags: { add: ["web"] } } });
  expect(tagged).toMatchObject({ status: 200, body: { changed: 3, audit: null } });
  const mirrored = await call("POST", path, { keys, change: { mirror: true } });
  expect(mirrored).toMatchObject({ status: 422, body: { code: "production_mirrors_nothing" } });
  await stop();
});
