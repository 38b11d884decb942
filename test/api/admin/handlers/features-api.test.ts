import { expect, test } from "bun:test";
import { refusalIn, startUi } from "../web-ui-server.ts";

const features = "/environments/:environment/features" as const;
const production = { environment: 1 };
const search = { environment: 1, key: "search" };

test("the list is made once for a revision, and answered in gzip", async () => {
  await using server = await startUi();
  const page = await server.page("member");
  await page.answer(`POST ${features}`, { params: production, body: { key: "search" } });
  const get = () =>
    server.send("/admin/v1/environments/1/features", {
      headers: { cookie: page.cookie, "accept-encoding": "gzip" },
    });
  const answer = await get();
  expect(answer.headers.get("content-encoding")).toBe("gzip");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const bytes = Bun.gunzipSync(await answer.arrayBuffer());
  const plain = await page.answer(`GET ${features}`, { params: production });
  expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual(plain);
  expect(plain.features).toMatchObject([
    { key: "search", state: "off", isOverridden: true, looksFinished: false },
  ]);
  await page.answer(`PATCH ${features}/:key`, { params: search, body: { description: "new" } });
  const after = await page.answer(`GET ${features}`, { params: production });
  expect(after.features[0]?.description).toBe("new");
  expect(after.revision).toBeGreaterThan(plain.revision);
});

test("an environment follows Production, is overridden with its first change, and follows again", async () => {
  await using server = await startUi();
  const page = await server.page("admin");
  await page.answer(`POST ${features}`, { params: production, body: { key: "search" } });
  const { environment } = await page.answer("POST /environments", { body: { name: "Staging" } });
  const staging = { environment: environment.id, key: "search" };
  const shown = async () => page.answer(`GET ${features}/:key`, { params: staging });
  expect(await shown()).toMatchObject({ isOverridden: false, production: null });
  // No name is asked for outside of Production.
  await page.answer(`PUT ${features}/:key/boolean`, { params: staging, body: { enabled: true } });
  expect(await shown()).toMatchObject({
    isOverridden: true,
    state: "on",
    production: { boolean: false },
  });
  const compared = await page.answer("GET /compare", { query: { a: 1, b: environment.id } });
  expect(compared).toMatchObject({
    differentCount: 1,
    features: [
      { key: "search", isDifferent: true, left: { state: "off" }, right: { state: "on" } },
    ],
  });
  const unconfirmed = await page.call(`POST ${features}/:key/copy`, {
    params: staging,
    body: { to: 1 },
  });
  expect(await refusalIn(unconfirmed)).toMatchObject({ code: "confirmation_required" });
  await page.answer(`POST ${features}/:key/copy`, {
    params: staging,
    body: { to: 1, typed: "search" },
  });
  expect(await page.answer(`GET ${features}/:key`, { params: search })).toMatchObject({
    state: "on",
  });
  await page.answer(`DELETE ${features}/:key/override`, { params: staging });
  expect(await shown()).toMatchObject({ isOverridden: false, state: "on" });
});

test("a change of a gate that changed meanwhile is refused, and sets are never in the way", async () => {
  await using server = await startUi();
  const [ann, bob] = [await server.page("member"), await server.page("member")];
  await ann.answer(`POST ${features}`, { params: production, body: { key: "search" } });
  const { gateTags } = await ann.answer(`GET ${features}/:key`, { params: search });
  await bob.answer(`PUT ${features}/:key/percentage-of-actors`, {
    params: search,
    body: { percentage: 10 },
  });
  const write = (percentage: number, seen: string) =>
    ann.call(`PUT ${features}/:key/percentage-of-actors`, {
      params: search,
      body: { percentage, seen },
    });
  const late = await write(40, gateTags.percentageOfActors);
  expect(await refusalIn(late)).toMatchObject({ status: 409, code: "gate_changed" });
  const now = await ann.answer(`GET ${features}/:key`, { params: search });
  expect(now.gates.percentageOfActors).toBe(10);
  expect((await write(40, now.gateTags.percentageOfActors)).status).toBe(200);
  // Enabling for everyone resets what the page did not show: that is a conflict too.
  // The person types no key for a page that is out of date.
  for (const typed of ["search", undefined]) {
    const all = await ann.call(`PUT ${features}/:key/boolean`, {
      params: search,
      body: {
        enabled: true,
        seen: now.gateTags.boolean,
        ...(typed === undefined ? {} : { typed }),
      },
    });
    expect(await refusalIn(all)).toMatchObject({ status: 409, code: "gate_changed" });
  }
  await ann.answer(`PATCH ${features}/:key/actors`, { params: search, body: { add: ["b", "a"] } });
  await bob.answer(`PATCH ${features}/:key/actors`, {
    params: search,
    body: { add: ["c"], remove: ["a"] },
  });
  expect((await ann.answer(`GET ${features}/:key`, { params: search })).actors).toEqual(["b", "c"]);
});

test("of very many actors a page is shown, of those that contain a text", async () => {
  await using server = await startUi();
  const page = await server.page("member");
  await page.answer(`POST ${features}`, { params: production, body: { key: "search" } });
  for (let part = 0; part < 3; part++) {
    const add = Array.from(
      { length: 5_000 },
      (_, at) => `User;${String(part * 5_000 + at).padStart(5, "0")}`,
    );
    await page.answer(`PATCH ${features}/:key/actors`, { params: search, body: { add } });
  }
  const ask = (query: Record<string, string>) =>
    page.answer(`GET ${features}/:key/actors`, { params: search, query });
  const first = await ask({});
  expect([first.actors.length, first.matching, first.hasMore]).toEqual([200, 15_000, true]);
  const second = await ask({ after: first.actors.at(-1) ?? "" });
  expect(second.actors[0]).toBe("User;00200");
  expect(await ask({ text: "uSER;1499" })).toEqual({
    actors: Array.from({ length: 10 }, (_, at) => `User;1499${at}`),
    matching: 10,
    hasMore: false,
  });
  expect(await ask({ text: "nobody" })).toEqual({ actors: [], matching: 0, hasMore: false });
  expect((await page.answer(`GET ${features}/:key`, { params: search })).actors.length).toBe(100);
});

test("the question tells the answer, and why, gate by gate", async () => {
  await using server = await startUi();
  const page = await server.page("member");
  await page.answer(`POST ${features}`, { params: production, body: { key: "search" } });
  await page.answer(`PATCH ${features}/:key/actors`, { params: search, body: { add: ["User;1"] } });
  await page.answer(`PATCH ${features}/:key/groups`, { params: search, body: { add: ["staff"] } });
  await page.answer(`PUT ${features}/:key/percentage-of-actors`, {
    params: search,
    body: { percentage: 25 },
  });
  await page.answer(`PUT ${features}/:key/expression`, {
    params: search,
    body: {
      json: '{"All":[{"Equal":[{"Property":"plan"},"pro"]},{"GreaterThan":[{"Property":"age"},18]}]}',
    },
  });
  const before = server.state();
  const answer = await page.answer("POST /environments/:environment/explain", {
    params: production,
    body: {
      keys: ["search"],
      actors: ["User;1"],
      groups: ["staff"],
      properties: { plan: "free", age: 20 },
    },
  });
  expect(server.state()).toBe(before);
  const [feature] = answer.features;
  expect(feature?.enabled).toBe(true);
  const gates = feature?.gates ?? [];
  const reasons = Object.fromEntries(gates.map((gate) => [gate.gate, gate]));
  expect(reasons).toMatchObject({
    boolean: { opens: false },
    actors: { opens: true, matched: ["User;1"], count: 1 },
    groups: { opens: true, groups: [{ name: "staff", matches: true }] },
    percentageOfActors: {
      percentage: 25,
      threshold: 25_000,
      bucket: Bun.hash.crc32("searchUser;1") % 100_000,
    },
    expression: { opens: false },
  });
  expect(reasons).toMatchObject({
    expression: {
      tree: {
        decidedBy: 0,
        operands: [{ value: { text: "false" } }, { value: { text: "true" } }],
      },
    },
  });
});

test("an undo gives back what was before, is refused if it would do another thing, and is undone itself", async () => {
  await using server = await startUi();
  const page = await server.page("member");
  await page.answer(`POST ${features}`, { params: production, body: { key: "search" } });
  await page.answer(`PATCH ${features}/:key/actors`, { params: search, body: { add: ["a", "b"] } });
  await page.answer(`PUT ${features}/:key/boolean`, {
    params: search,
    body: { enabled: true, typed: "search" },
  });
  const audits = async () =>
    (await page.answer("GET /environments/:environment/audits", { params: production })).audits;
  const [enable] = await audits();
  expect(enable).toMatchObject({
    action: "enable",
    removed: { actors: 2, groups: 0 },
    cannotUndo: null,
    actor: { type: "User", name: expect.any(String) },
  });
  const at = { params: { environment: 1, audit: enable?.id ?? 0 } };
  const undo = "/environments/:environment/audits/:audit" as const;
  const preview = await page.answer(`POST ${undo}/undo-preview`, { ...at, body: { to: "before" } });
  expect(preview).toMatchObject({ featureCount: 1, laterCount: 0 });
  await page.answer(`PATCH ${features}/:key/actors`, { params: search, body: { add: ["c"] } });
  const late = await page.call(`POST ${undo}/undo`, {
    ...at,
    body: { to: "before", tag: preview.tag },
  });
  expect(await refusalIn(late)).toMatchObject({ status: 409, code: "gate_changed" });
  const fresh = await page.answer(`POST ${undo}/undo-preview`, { ...at, body: { to: "before" } });
  expect(fresh.laterCount).toBe(1);
  const body = { to: "before", tag: fresh.tag } as const;
  for (const typed of [undefined, "serch"]) {
    const call = await page.call(`POST ${undo}/undo`, {
      ...at,
      body: { ...body, ...(typed === undefined ? {} : { typed }) },
    });
    expect(await refusalIn(call)).toMatchObject({ status: 422, code: "confirmation_required" });
  }
  expect(await page.answer(`GET ${features}/:key`, { params: search })).toMatchObject({
    gates: { boolean: true },
  });
  await page.answer(`POST ${undo}/undo`, { ...at, body: { ...body, typed: "search" } });
  expect(await page.answer(`GET ${features}/:key`, { params: search })).toMatchObject({
    actors: ["a", "b"],
    gates: { boolean: false },
  });
  const [rollback] = await audits();
  expect(rollback).toMatchObject({ action: "rollback", actor: { type: "User" } });
  const unknown = await page.call(`POST ${undo}/undo-preview`, {
    params: { environment: 1, audit: 999 },
    body: { to: "before" },
  });
  expect(await refusalIn(unknown)).toMatchObject({ status: 404, code: "audit_not_found" });
});

test("an import shows what it would change, and into Production it must be confirmed", async () => {
  await using server = await startUi();
  const page = await server.page("admin");
  await page.answer(`POST ${features}`, { params: production, body: { key: "old" } });
  const gates = { groups: [], actors: ["a"], percentage_of_actors: null, percentage_of_time: null };
  const body = { version: 1, features: { new: { boolean: "true", expression: null, ...gates } } };
  const route = "POST /environments/:environment/import" as const;
  const before = server.state();
  const preview = await page.answer(route, { params: production, query: { preview: "1" }, body });
  expect(preview).toMatchObject({ created: 1, removed: 1, changed: 0 });
  const unconfirmed = await page.call(route, { params: production, query: { preview: "0" }, body });
  expect(await refusalIn(unconfirmed)).toMatchObject({
    code: "confirmation_required",
    place: "typed",
  });
  const broken = await page.call(route, {
    params: production,
    query: { preview: "0", typed: "Production" },
    body: { version: 2 },
  });
  expect(broken.status).toBe(422);
  expect(server.state()).toBe(before);
  await page.answer(route, { params: production, query: { preview: "0", typed: "1" }, body });
  expect([...(server.state().features.get(1)?.keys() ?? [])]).toEqual(["new"]);
  const exported = await page.answer("GET /environments/:environment/export", {
    params: production,
  });
  expect<unknown>(exported).toEqual(body);
});
