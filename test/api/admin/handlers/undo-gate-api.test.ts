import { expect, test } from "bun:test";
import { refusalIn, startUi, type UiPage } from "../web-ui-server.ts";

const feature = "/environments/:environment/features/:key" as const;
const audit = "/environments/:environment/audits/:audit" as const;
const params = { environment: 1, key: "search" };

async function startWithFeature() {
  const server = await startUi();
  const page = await server.page("member");
  await page.answer("POST /environments/:environment/features", {
    params,
    body: { key: "search" },
  });
  return { server, page, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

async function changed(page: UiPage, ...changes: readonly object[]): Promise<number> {
  const answer = await page.answer(`POST ${feature}/changes`, { params, body: { changes } });
  return answer.audit ?? 0;
}

const actors = async (page: UiPage, add: readonly string[], remove: readonly string[] = []) =>
  (await page.answer(`PATCH ${feature}/actors`, { params, body: { add, remove } })).audit ?? 0;
const set = (gate: string, value: number) => ({ gate, action: "enable", value });
const to = "gate";

async function undone(page: UiPage, id: number) {
  const path = { environment: 1, audit: id };
  const preview = await page.answer(`POST ${audit}/undo-preview`, { params: path, body: { to } });
  const body = { to, tag: preview.tag, ...(preview.mustType ? { typed: "search" } : {}) };
  await page.answer(`POST ${audit}/undo`, { params: path, body });
  return preview;
}

const gatesIn = async (page: UiPage) => (await page.answer(`GET ${feature}`, { params })).gates;
const idsOf = (count: number) => Array.from({ length: count }, (_each, at) => `User;${at + 1}`);

test("only the gate of a change returns, and later changes of other gates stay", async () => {
  await using started = await startWithFeature();
  const { page } = started;
  await changed(page, set("percentage_of_actors", 10));
  const raised = await changed(page, set("percentage_of_actors", 25));
  await changed(page, set("percentage_of_time", 5));
  await changed(page, set("percentage_of_actors", 30));
  await actors(page, ["User;1"]);
  const preview = await undone(page, raised);
  expect(preview).toMatchObject({
    differences: [{ changes: [{ action: "percentage_of_actors", before: "30", value: "10" }] }],
    laterCount: 1,
    stayCount: 2,
    changedAgainCount: 0,
  });
  expect(await gatesIn(page)).toMatchObject({
    percentageOfActors: 10,
    percentageOfTime: 5,
    actorCount: 1,
  });
  const { audits } = await page.answer("GET /environments/:environment/audits", { params });
  expect(audits[0]).toMatchObject({ action: "rollback", undoes: raised });
  expect(audits.map(({ isOfGates }) => isOfGates)).toEqual([
    ...audits.slice(1).map(() => true),
    false,
  ]);
  expect(audits.slice(1).map(({ undoes }) => undoes)).toEqual(audits.slice(1).map(() => null));
});

test("exactly the members of a change return, except those that were changed again", async () => {
  await using started = await startWithFeature();
  const { page } = started;
  await actors(page, ["User;0"]);
  const added = await actors(page, idsOf(5_000), ["User;0"]);
  await actors(page, ["Late;1"], ["User;7"]);
  await actors(page, [], ["User;8"]);
  await actors(page, ["User;8"]);
  const shown = await page.answer(`POST ${audit}/undo-preview`, {
    params: { environment: 1, audit: added },
    body: { to, members: 10_000 },
  });
  const removal = shown.differences[0]?.changes.find(({ action }) => action === "disable_actor");
  expect(removal).toMatchObject({ count: 4_998 });
  expect(removal?.values).toHaveLength(4_998);
  expect(removal?.values).not.toContain("User;8");
  expect(await undone(page, added)).toMatchObject({
    differences: [
      {
        changes: [
          { action: "disable_actor", count: 4_998, values: ["User;1", "User;10", "User;100"] },
          { action: "enable_actor", count: 1, values: ["User;0"] },
        ],
      },
    ],
    laterCount: 0,
    stayCount: 4,
    changedAgainCount: 2,
  });
  const { actors: found } = await page.answer(`GET ${feature}/actors`, { params });
  expect(found).toEqual(["Late;1", "User;0", "User;8"]);
});

test("a step of several gates returns all of them, and the undo can be undone", async () => {
  await using started = await startWithFeature();
  const { page } = started;
  const step = await changed(
    page,
    { gate: "groups", action: "enable", value: "staff" },
    set("percentage_of_time", 5),
  );
  await changed(page, set("percentage_of_actors", 20));
  await undone(page, step);
  expect(await gatesIn(page)).toMatchObject({
    groups: [],
    percentageOfTime: 0,
    percentageOfActors: 20,
  });
  const { steps } = await page.answer("GET /environments/:environment/steps", { params });
  await undone(page, steps[0]?.newest.id ?? 0);
  expect(await gatesIn(page)).toMatchObject({ groups: ["staff"], percentageOfTime: 5 });
});

test("is refused for a creation, after a deletion, and for an outdated preview", async () => {
  await using started = await startWithFeature();
  const { page } = started;
  const preview = async (id: number) =>
    refusalIn(
      await page.call(`POST ${audit}/undo-preview`, {
        params: { environment: 1, audit: id },
        body: { to },
      }),
    );
  const impossible = { status: 422, code: "undo_impossible" };
  expect(await preview(1)).toMatchObject(impossible);
  const step = await changed(page, set("percentage_of_time", 5));
  const path = { environment: 1, audit: step };
  const { tag } = await page.answer(`POST ${audit}/undo-preview`, { params: path, body: { to } });
  await changed(page, set("percentage_of_time", 6));
  const late = await page.call(`POST ${audit}/undo`, { params: path, body: { to, tag } });
  expect(await refusalIn(late)).toMatchObject({ status: 409, code: "gate_changed" });
  await page.answer(`DELETE ${feature}`, { params, body: { typed: "search" } });
  expect(await preview(step)).toMatchObject(impossible);
});

test("the gates around a step are shown, with what changed first", async () => {
  await using started = await startWithFeature();
  const { page } = started;
  await actors(page, ["A;1"]);
  const step = await actors(page, idsOf(5_000));
  await changed(page, set("percentage_of_time", 5));
  const route = "GET /environments/:environment/steps/:audit/gates";
  const around = (audited: number, query = {}) =>
    page.answer(route, { params: { environment: 1, audit: audited }, query });
  const others = { boolean: false, expression: null, percentageOfActors: 0, percentageOfTime: 0 };
  expect(await around(step)).toEqual({
    before: {
      kind: "own",
      gates: { ...others, actors: { count: 1, first: ["A;1"] }, groups: { count: 0, first: [] } },
    },
    after: {
      kind: "own",
      gates: {
        ...others,
        actors: { count: 5_001, first: ["User;1", "User;10", "User;100"] },
        groups: { count: 0, first: [] },
      },
    },
  });
  const all = await around(step, { members: 10_000 });
  expect(all.after.gates?.actors.first).toHaveLength(5_001);
  expect(await around(1)).toMatchObject({ before: { kind: "missing", gates: null } });
});

test("a step of an undo says what it did", async () => {
  await using started = await startWithFeature();
  const { page } = started;
  const newest = async () => {
    const { steps } = await page.answer("GET /steps", {});
    return steps[0];
  };
  const raised = await changed(
    page,
    set("percentage_of_actors", 10),
    set("percentage_of_time", 5),
    { gate: "groups", action: "enable", value: "staff" },
  );
  expect((await newest())?.undone).toBeNull();
  await undone(page, raised);
  expect(await newest()).toMatchObject({
    newest: { action: "rollback", undoes: raised },
    undone: {
      feature: null,
      changes: [
        { action: "percentage_of_actors", before: "10", count: 1 },
        { action: "percentage_of_time", before: "5", count: 1 },
        { action: "disable_group", before: null, count: 1 },
      ],
    },
  });
  // So many that the difference is stored in its own table.
  await undone(page, await actors(page, idsOf(5_000)));
  expect((await newest())?.undone).toEqual({
    feature: null,
    changes: [{ action: "disable_actor", before: null, count: 5_000 }],
  });
});
