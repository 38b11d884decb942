import { expect, test } from "bun:test";
import type { RouteName } from "../../../../src/api/admin/calls/admin-call.ts";
import { removeFeature } from "../../../../src/app/commands/feature-commands.ts";
import { refusalIn, startUi, type UiPage, type UiServer } from "../web-ui-server.ts";

const feature = "/environments/:environment/features/:key" as const;
const percentageOfActors = `PUT ${feature}/percentage-of-actors` as const;
const percentageOfTime = `PUT ${feature}/percentage-of-time` as const;
const expression = `PUT ${feature}/expression` as const;
const actors = `PATCH ${feature}/actors` as const;
const groups = `PATCH ${feature}/groups` as const;

const many = Array.from({ length: 5_000 }, (_, at) => `User;${10_000 + at}`);
const isPro = '{"Equal":[{"Property":"plan"},"pro"]}';

type Write = readonly [name: RouteName, body: object];

interface Case {
  readonly name: string;
  /** Writes that lead to the gates before. */
  readonly before: readonly Write[];
  readonly write: Write;
}

const toMany: readonly Case[] = [
  { name: "all actors", before: [], write: [percentageOfActors, { percentage: 100 }] },
  { name: "all of the time", before: [], write: [percentageOfTime, { percentage: 100 }] },
  {
    name: "half of the actors",
    before: [[percentageOfActors, { percentage: 40 }]],
    write: [percentageOfActors, { percentage: 60 }],
  },
  { name: "a constant", before: [], write: [expression, { json: '{"Boolean":true}' }] },
  { name: "a true comparison", before: [], write: [expression, { json: '{"Equal":[1,1]}' }] },
  {
    name: "true without the property",
    before: [],
    write: [expression, { json: '{"NotEqual":[{"Property":"plan"},"x"]}' }],
  },
  {
    name: "all actors in the expression",
    before: [],
    write: [expression, { json: '{"PercentageOfActors":[{"Property":"flipper_id"},100]}' }],
  },
];

const toFew: readonly Case[] = [
  {
    name: "actors back to 0",
    before: [[percentageOfActors, { percentage: 100 }]],
    write: [percentageOfActors, { percentage: 0 }],
  },
  {
    name: "10 % of the time back to 0, with a group left",
    before: [
      [percentageOfTime, { percentage: 10 }],
      [groups, { add: ["staff"] }],
    ],
    write: [percentageOfTime, { percentage: 0 }],
  },
  {
    name: "no expression any more",
    before: [[expression, { json: '{"Boolean":true}' }]],
    write: [expression, { json: null }],
  },
  {
    name: "5,000 actors less",
    before: [[actors, { add: many }]],
    write: [actors, { remove: many }],
  },
  {
    name: "101 actors less",
    before: [[actors, { add: many }]],
    write: [actors, { remove: many.slice(0, 101) }],
  },
  {
    name: "the last group",
    before: [[groups, { add: ["staff"] }]],
    write: [groups, { remove: ["staff"] }],
  },
];

const unnoticed: readonly Case[] = [
  {
    name: "from 5 to 10 % of actors",
    before: [[percentageOfActors, { percentage: 5 }]],
    write: [percentageOfActors, { percentage: 10 }],
  },
  { name: "5 % of the time", before: [], write: [percentageOfTime, { percentage: 5 }] },
  { name: "an actor", before: [], write: [actors, { add: ["User;1"] }] },
  {
    name: "one actor of two less",
    before: [[actors, { add: ["User;1", "User;2"] }]],
    write: [actors, { remove: ["User;1"] }],
  },
  { name: "a group", before: [], write: [groups, { add: ["staff"] }] },
  { name: "a condition", before: [], write: [expression, { json: isPro }] },
];

const key = "search";

async function prepared(server: UiServer, page: UiPage, before: readonly Write[]): Promise<void> {
  if (server.state().features.get(1)?.has(key) !== true) {
    await page.answer("POST /environments/:environment/features", {
      params: { environment: 1 },
      body: { key },
    });
  }
  await page.answer(`DELETE ${feature}/gates`, { params: at, body: { typed: key } });
  for (const [name, body] of before) {
    await page.answer(name, { params: at, body: { ...body, typed: key } });
  }
}

const at = { environment: 1, key };

test("every change in Production that many notice needs the key, whatever the operation", async () => {
  await using server = await startUi();
  const page = await server.page("member");
  for (const { name, before, write } of [...toMany, ...toFew]) {
    await prepared(server, page, before);
    const state = server.state();
    const [route, body] = write;
    for (const typed of [undefined, "Search"]) {
      const refused = await page.call(route, {
        params: at,
        body: typed === undefined ? body : { ...body, typed },
      });
      expect([name, await refusalIn(refused)]).toMatchObject([
        name,
        { status: 422, code: "confirmation_required" },
      ]);
    }
    expect(server.state()).toBe(state);
    const done = await page.call(route, { params: at, body: { ...body, typed: key } });
    expect([name, done.status]).toEqual([name, 200]);
    expect(server.state()).not.toBe(state);
  }
});

test("what few notice needs no key, and outside of Production nothing does", async () => {
  await using server = await startUi();
  const page = await server.page("admin");
  for (const { name, before, write } of unnoticed) {
    await prepared(server, page, before);
    const [route, body] = write;
    expect([name, (await page.call(route, { params: at, body })).status]).toEqual([name, 200]);
  }
  const { environment } = await page.answer("POST /environments", { body: { name: "Staging" } });
  const params = { environment: environment.id, key };
  for (const { name, before, write } of [...toMany, ...toFew]) {
    for (const [route, body] of [...before, write]) {
      const answer = await page.call(route, { params, body });
      expect([name, answer.status]).toEqual([name, 200]);
    }
  }
});

test("an undo asks by the gates that it leads to", async () => {
  await using server = await startUi();
  const page = await server.page("member");
  const undo = "/environments/:environment/audits/:audit" as const;
  const undone = async () => {
    const { audits } = await page.answer("GET /environments/:environment/audits", {
      params: { environment: 1 },
    });
    const params = { environment: 1, audit: audits[0]?.id ?? 0 };
    const { mustType, tag } = await page.answer(`POST ${undo}/undo-preview`, {
      params,
      body: { to: "before" },
    });
    const answer = await page.call(`POST ${undo}/undo`, { params, body: { to: "before", tag } });
    return [mustType, answer.ok ? "done" : (await refusalIn(answer)).code];
  };
  for (const { name, before, write } of toMany) {
    await prepared(server, page, before);
    const [route, body] = write;
    await page.answer(route, { params: at, body: { ...body, typed: key } });
    const state = server.state();
    expect([name, ...(await undone())]).toEqual([name, true, "confirmation_required"]);
    expect(server.state()).toBe(state);
  }
  await prepared(server, page, [[percentageOfActors, { percentage: 100 }]]);
  await page.answer(percentageOfActors, { params: at, body: { percentage: 0, typed: key } });
  expect(await undone()).toEqual([true, "confirmation_required"]);
  await prepared(server, page, []);
  await page.answer(actors, { params: at, body: { add: many } });
  expect(await undone()).toEqual([true, "confirmation_required"]);
  await prepared(server, page, [[percentageOfActors, { percentage: 5 }]]);
  await page.answer(percentageOfActors, { params: at, body: { percentage: 10 } });
  expect(await undone()).toEqual([false, "done"]);
});

/** Leaves in an environment what the undo of a creation leaves there once Production has no audits. */
async function removeIn({ hosted, state }: UiServer, environmentId: number): Promise<void> {
  const environment = state().environments.get(environmentId) ?? hosted.production;
  const actor = { type: "User", id: "1" } as const;
  const caller = { environment, actor, userId: 1, token: null };
  await hosted.deployment.writer.submit((draft) => removeFeature(draft, caller, key));
}

test("an undo elsewhere asks when it deletes a feature, or enables it in Production", async () => {
  await using server = await startUi();
  const page = await server.page("admin");
  const { environment } = await page.answer("POST /environments", { body: { name: "Staging" } });
  const staging = { environment: environment.id };
  const undo = "/environments/:environment/audits/:audit" as const;
  const undone = async (typed?: string) => {
    const { audits } = await page.answer("GET /environments/:environment/audits", {
      params: staging,
    });
    const params = { ...staging, audit: audits[0]?.id ?? 0 };
    const { mustType, tag } = await page.answer(`POST ${undo}/undo-preview`, {
      params,
      body: { to: "before" },
    });
    const body = { to: "before", tag, ...(typed === undefined ? {} : { typed }) };
    const answer = await page.call(`POST ${undo}/undo`, { params, body });
    return [mustType, answer.ok ? "done" : (await refusalIn(answer)).code];
  };
  const inProduction = () => server.state().features.get(1)?.has(key) === true;
  const create = () =>
    page.answer("POST /environments/:environment/features", { params: staging, body: { key } });

  await create();
  expect([await undone(), inProduction()]).toEqual([[true, "confirmation_required"], true]);
  expect([await undone("Search"), inProduction()]).toEqual([[true, "confirmation_required"], true]);
  expect([await undone(key), inProduction()]).toEqual([[true, "done"], false]);
  // The feature had no gates in Production.
  expect([await undone(), inProduction()]).toEqual([[false, "done"], true]);

  await page.answer(percentageOfActors, { params: at, body: { percentage: 100, typed: key } });
  await removeIn(server, environment.id);
  expect([await undone(), inProduction()]).toEqual([[true, "confirmation_required"], false]);
  expect([await undone(key), inProduction()]).toEqual([[true, "done"], true]);

  await page.answer(percentageOfActors, { params: at, body: { percentage: 0, typed: key } });
  await page.answer(percentageOfActors, {
    params: { ...staging, key },
    body: { percentage: 100 },
  });
  expect(await undone()).toEqual([false, "done"]);
});
