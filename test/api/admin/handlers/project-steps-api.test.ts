import { expect, test } from "bun:test";
import type { AnswerOf } from "../../../../src/api/admin/calls/admin-call.ts";
import { setPlan } from "../../../helpers/hosted-administration.ts";
import { created } from "../../../helpers/hosted-client.ts";
import { startHostedSite } from "../admin-sites.ts";
import { startUi, type UiPage } from "../web-ui-server.ts";

const features = "/environments/:environment/features" as const;
const list = "GET /steps" as const;
type Page = AnswerOf<typeof list>;
type Query = Readonly<Record<string, string | number>>;

/** A project with Production and two environments, and how to change one of them. */
async function startProject() {
  const server = await startUi();
  const page = await server.page("admin");
  const ids = [1];
  for (const name of ["Staging", "Load test"]) {
    const { environment } = await page.answer("POST /environments", { body: { name } });
    ids.push(environment.id);
  }
  await page.answer(`POST ${features}`, { params: { environment: 1 }, body: { key: "search" } });
  let value = 0;
  const change = async (environment: number, more: object = {}) => {
    value = (value % 40) + 1;
    await page.answer(`PUT ${features}/:key/percentage-of-time`, {
      params: { environment, key: "search" },
      body: { percentage: value, ...more },
    });
  };
  return { server, page, ids, change };
}

async function pages(page: UiPage, query: Query = {}, between?: () => Promise<void>) {
  const found: Page["steps"][number][] = [];
  let next: string | null = null;
  let count = 0;
  do {
    const answer: Page = await page.answer(list, {
      query: { ...query, ...(next === null ? {} : { before: next }) },
    });
    found.push(...answer.steps);
    next = answer.next;
    count++;
    await between?.();
  } while (next !== null && count < 100);
  return { found, count };
}

const named = ({ environment, newest }: Page["steps"][number]) => `${environment.id} ${newest.id}`;

test("steps of all environments are pages of 50, latest first, none twice and none left out", async () => {
  const { server, page, ids, change } = await startProject();
  await using _server = server;
  const [production = 0, staging = 0, load = 0] = ids;
  for (let index = 0; index < 130; index++) {
    await change([production, staging, staging, load][index % 4] ?? 0);
  }
  const { found, count } = await pages(page);
  expect(count).toBe(3);
  expect(found).toHaveLength(131);
  expect(new Set(found.map(named)).size).toBe(131);
  const times = found.map(({ newest }) => newest.at);
  expect(times).toEqual(times.toSorted((left, right) => right - left));
  expect(found.find(({ environment }) => environment.id === staging)?.environment).toEqual({
    id: staging,
    name: "Staging",
    slug: "staging",
    state: "other",
  });
  // Changes between two pages neither repeat nor remove what was there.
  const moved = await pages(page, {}, async () => {
    for (const environment of ids) {
      await change(environment);
    }
  });
  const before = new Set(found.map(named));
  const seen = moved.found.map(named);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.filter((each) => before.has(each))).toHaveLength(131);
});

test("a step has its true number, its reason and its totals", async () => {
  const { server, page, ids, change } = await startProject();
  await using _server = server;
  const [, staging = 0] = ids;
  const add = Array.from({ length: 3_000 }, (_, index) => `User;${index}`);
  await page.answer(`PATCH ${features}/:key/actors`, {
    params: { environment: 1, key: "search" },
    body: { add, reason: "all of them" },
  });
  await change(staging, { reason: "only a few" });
  const answer = await page.answer(list);
  expect(answer.steps.map(({ count, reason }) => [count, reason])).toEqual([
    [1, "only a few"],
    [3_000, "all of them"],
    [1, null],
  ]);
  expect(answer).toMatchObject({ next: null, stepCount: 3, auditCount: 3_002 });
});

test("steps are filtered, and pages of a filter are complete", async () => {
  const { server, page, ids, change } = await startProject();
  await using _server = server;
  const [, staging = 0, load = 0] = ids;
  await change(staging, { reason: "OPS-1" });
  await change(load);
  await change(1, { reason: "ops-2" });
  const other = { key: "other" };
  await page.answer(`POST ${features}`, { params: { environment: 1 }, body: other });
  const idsFor = async (query: Query) => (await pages(page, query)).found.map(named);
  expect(await idsFor({ environment: "staging" })).toEqual([`${staging} 1`]);
  expect(await idsFor({ key: "other" })).toEqual(["1 3"]);
  expect(await idsFor({ action: "create" })).toEqual(["1 3", "1 1"]);
  expect(await idsFor({ text: "OPS" })).toEqual(["1 2", `${staging} 1`]);
  expect(await idsFor({ actor: "Token:9" })).toEqual([]);
  expect(await idsFor({ to: 1 })).toEqual([]);
  expect(await idsFor({ from: 1, key: "search" })).toHaveLength(4);
  const filtered = await page.answer(list, { query: { key: "other" } });
  expect(filtered).toMatchObject({ stepCount: 1, auditCount: 1 });
});

test("a rare step is found behind many others, in several requests if need be", async () => {
  const { server, page, ids, change } = await startProject();
  await using _server = server;
  const [, staging = 0] = ids;
  await change(staging, { reason: "needle" });
  const params = { environment: 1, key: "search" };
  for (let from = 0; from < 9; from++) {
    const add = Array.from({ length: 4_000 }, (_, index) => `User;${from * 4_000 + index}`);
    await page.answer(`PATCH ${features}/:key/actors`, { params, body: { add } });
  }
  const { found, count } = await pages(page, { text: "needle" });
  expect(found.map(named)).toEqual([`${staging} 1`]);
  expect(count).toBeWithin(2, 20);
});

test("the token of an environment sees its own steps only, and the plan hides old ones", async () => {
  const { hosted, callAs, stop } = await startHostedSite();
  await hosted.manager.gates.post("search", "boolean");
  const { token } = created(await hosted.manager.environments.create("Preview"));
  const preview = callAs(token.value);
  await hosted.manager.as(token.value).gates.post("search", "boolean");
  const { body } = await preview("GET", "/steps");
  const { steps } = body as Page;
  expect(steps.map(({ environment }) => environment.slug)).toEqual(["preview"]);
  expect((await preview("GET", "/steps?environment=production")).status).toBe(404);
  await setPlan(hosted, "self_hosted", { auditEventsMax: 0 });
  expect((await preview("GET", "/steps")).body).toMatchObject({ steps: [], next: null });
  await stop();
});

test.each([
  ["before=X"],
  ["before=1~"],
  ["before=1~1.2~"],
  ["before="],
  ["action=enabled"],
  ["text="],
  ["environment="],
])("%s is refused", async (query) => {
  await using server = await startUi();
  const page = await server.page("viewer");
  expect((await page.send("GET", `/steps?${query}`)).status).toBe(422);
});
