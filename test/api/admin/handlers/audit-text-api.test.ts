import { expect, test } from "bun:test";
import { startUi, type UiPage } from "../web-ui-server.ts";

const features = "/environments/:environment/features" as const;
const list = "GET /environments/:environment/audits" as const;
const steps = "GET /environments/:environment/steps" as const;
const production = { environment: 1 };

async function startWithAudits() {
  const server = await startUi();
  const page = await server.page("admin");
  const at = (key: string) => ({ environment: 1, key });
  const create = (key: string, reason?: string) =>
    page.answer(`POST ${features}`, {
      params: production,
      body: { key, ...(reason === undefined ? {} : { reason }) },
    });
  await create("Checkout");
  await create("search", "ÜBER Nacht");
  const add = Array.from({ length: 700 }, (_, index) => `User;${index}`);
  await page.answer(`PATCH ${features}/:key/actors`, { params: at("search"), body: { add } });
  await page.answer(`PUT ${features}/:key/percentage-of-time`, {
    params: at("Checkout"),
    body: { percentage: 7 },
  });
  return { server, page };
}

/** All pages of the audits that match. */
async function found(page: UiPage, query: Readonly<Record<string, string | number>>) {
  const ids: number[] = [];
  let next: number | null = null;
  do {
    const answer: { audits: readonly { id: number }[]; next: number | null } = await page.answer(
      list,
      { params: production, query: { ...query, ...(next === null ? {} : { before: next }) } },
    );
    ids.push(...answer.audits.map(({ id }) => id));
    next = answer.next;
  } while (next !== null);
  return ids;
}

test("audits are found by a part of the key, the value, the reason or the author's name", async () => {
  const { server, page } = await startWithAudits();
  await using _server = server;
  expect(await found(page, { text: "heCK" })).toEqual([703, 1]);
  // User;69 and User;690 to User;699.
  expect(await found(page, { text: "user;69" })).toHaveLength(11);
  expect(await found(page, { text: "über" })).toEqual([2]);
  expect(await found(page, { text: "u\u0308ber" })).toEqual([2]);
  expect(await found(page, { text: "nothing of this" })).toEqual([]);
  expect(await found(page, { text: "user;69", limit: 3 })).toHaveLength(11);
  expect(await found(page, { text: "search", action: "create" })).toEqual([2]);
  expect(await found(page, { text: "7", key: "Checkout" })).toEqual([703]);
  // The author of all of them.
  const name = server.state().users.get(page.userId)?.name ?? "";
  expect(await found(page, { text: name.slice(1).toUpperCase(), limit: 250 })).toHaveLength(703);
  const followed = await page.answer(list, {
    params: production,
    query: { text: "checkout", after: 0 },
  });
  expect(followed.audits.map(({ id }) => id)).toEqual([1, 703]);
});

test("a step with one audit that matches is found whole", async () => {
  const { server, page } = await startWithAudits();
  await using _server = server;
  const ofText = async (text: string) => {
    const answer = await page.answer(steps, { params: production, query: { text } });
    expect(answer.next).toBeNull();
    return answer.steps.map(({ newest, count }) => [newest.id, count]);
  };
  expect(await ofText("user;350")).toEqual([[702, 700]]);
  expect(await ofText("search")).toEqual([
    [702, 700],
    [2, 1],
  ]);
});

test("a request reads a limited number of audits, and says where the next one goes on", async () => {
  const { server, page } = await startWithAudits();
  await using _server = server;
  const params = { environment: 1, key: "search" };
  const actors = (from: number) => Array.from({ length: 6_000 }, (_, at) => `Team;${from + at}`);
  await page.answer(`PATCH ${features}/:key/actors`, { params, body: { add: actors(0) } });
  const query = { text: "über" };
  const first = await page.answer(list, { params: production, query });
  expect(first.audits).toEqual([]);
  expect(first.next).toBe(703 + 6_000 - 5_000 + 1);
  expect(await found(page, query)).toEqual([2]);
});

test.each([
  ["an empty text", ""],
  ["a long text", "a".repeat(401)],
])("%s is refused", async (_, text) => {
  await using server = await startUi();
  const page = await server.page("viewer");
  for (const route of [list, steps]) {
    expect((await page.call(route, { params: production, query: { text } })).status).toBe(422);
  }
});
