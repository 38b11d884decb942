import { expect, test } from "bun:test";
import { startUi } from "../web-ui-server.ts";

const features = "/environments/:environment/features" as const;
const steps = "GET /environments/:environment/steps" as const;
const production = { environment: 1 };
const search = { environment: 1, key: "search" };

const actors = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `User;${from + index}`);

test("one step is one row with its number, whatever its size, and a page counts steps", async () => {
  await using server = await startUi();
  const page = await server.page("admin");
  await page.answer(`POST ${features}`, { params: production, body: { key: "search" } });
  for (let index = 0; index < 55; index++) {
    await page.answer(`PUT ${features}/:key/percentage-of-time`, {
      params: search,
      body: { percentage: 1 + (index % 40) },
    });
  }
  await page.answer(`PATCH ${features}/:key/actors`, {
    params: search,
    body: { add: actors(0, 9_000) },
  });
  await page.answer(`PATCH ${features}/:key/actors`, {
    params: search,
    body: { remove: actors(0, 3) },
  });
  await page.answer(`POST ${features}`, { params: production, body: { key: "other" } });

  const first = await page.answer(steps, { params: production });
  expect(first.steps).toHaveLength(50);
  expect(first.steps.slice(0, 4).map(({ newest, count }) => [newest.action, count])).toEqual([
    ["create", 1],
    ["disable_actor", 3],
    ["enable_actor", 9_000],
    ["percentage_of_time", 1],
  ]);
  const second = await page.answer(steps, {
    params: production,
    query: { before: first.next ?? 0 },
  });
  // The rest: 55 percentages of which 47 were shown, and the creation.
  expect(second.steps).toHaveLength(9);
  expect(second.next).toBeNull();

  const ofFeature = await page.answer(steps, { params: production, query: { key: "search" } });
  expect(ofFeature.steps).toHaveLength(50);
  expect(ofFeature.steps.slice(0, 2).map(({ count }) => count)).toEqual([3, 9_000]);
  const ofAction = await page.answer(steps, {
    params: production,
    query: { action: "enable_actor" },
  });
  expect(ofAction.steps.map(({ count }) => count)).toEqual([9_000]);
  expect(ofAction.next).toBeNull();
});

test("the records of a step are pages of 50, of that step only", async () => {
  await using server = await startUi();
  const page = await server.page("admin");
  await page.answer(`POST ${features}`, { params: production, body: { key: "search" } });
  await page.answer(`PATCH ${features}/:key/actors`, {
    params: search,
    body: { add: actors(0, 120) },
  });
  await page.answer(`PUT ${features}/:key/percentage-of-time`, {
    params: search,
    body: { percentage: 7 },
  });
  const [, bulk] = (await page.answer(steps, { params: production })).steps;
  const audit = bulk?.newest.id ?? 0;
  const records = `${steps}/:audit` as const;
  const values: (string | null)[] = [];
  let before: number | null = audit + 1;
  const lengths: number[] = [];
  while (before !== null) {
    const answer: { audits: readonly { value: string | null }[]; next: number | null } =
      await page.answer(records, { params: { environment: 1, audit }, query: { before } });
    lengths.push(answer.audits.length);
    values.push(...answer.audits.map(({ value }) => value));
    before = answer.next;
  }
  expect(lengths).toEqual([50, 50, 20]);
  expect(new Set(values)).toEqual(new Set(actors(0, 120)));
  const missing = await page.call(records, { params: { environment: 1, audit: 9_999 } });
  expect(missing.status).toBe(404);
});

test("a step with several features is one row; of one feature its own records count", async () => {
  await using server = await startUi();
  const page = await server.page("admin");
  await page.answer("POST /environments/:environment/import", {
    params: production,
    query: { preview: "0", typed: "Production" },
    body: {
      version: 1,
      features: { a: { actors: actors(0, 30) }, b: { actors: actors(0, 40) }, c: {} },
    },
  });
  const all = await page.answer(steps, { params: production });
  // A creation for each feature, and its actors.
  expect(all.steps.map(({ count }) => count)).toEqual([73]);
  const ofB = await page.answer(steps, { params: production, query: { key: "b" } });
  expect(ofB.steps.map(({ count, oldest }) => [count, oldest.action])).toEqual([[41, "create"]]);
});
