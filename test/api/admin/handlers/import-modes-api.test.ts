import { expect, test } from "bun:test";
import { everything } from "../../../helpers/expect-refused.ts";
import { addEnvironment } from "../../../helpers/hosted-administration.ts";
import { refusalIn, startUi } from "../web-ui-server.ts";
import { done, startProgramSite } from "./program-site.ts";

const path = (preview: "0" | "1", mode: string) =>
  `/environments/-/import?preview=${preview}&mode=${mode}`;

test("a merge adds and overwrites, and leaves all other features, as its preview says", async () => {
  await using site = await startProgramSite();
  const { manager } = site.hosted;
  await manager.import({ same: { actors: ["a"] }, changed: {}, old: { boolean: true } });
  const before = await everything(manager);
  const body = { features: { same: { actors: ["a"] }, changed: { actors: ["b"] }, new: {} } };
  const merged = {
    features: [
      { key: "changed", change: "changed", actions: { enable_actor: 1 } },
      { key: "new", change: "created", actions: { create: 1 } },
    ],
    ...{ created: 1, changed: 1, cleared: 0, removed: 0, unchanged: 1 },
  };
  expect(done(await site.call("POST", path("1", "merge"), { body }))).toMatchObject(merged);
  expect(done(await site.call("POST", path("1", "replace"), { body }))).toMatchObject({
    ...{ created: 1, changed: 1, removed: 1, unchanged: 1 },
  });
  expect(await everything(manager)).toEqual(before);
  expect(done(await site.call("POST", path("0", "merge"), { body }))).toMatchObject(merged);
  expect(done(await site.call("GET", "/environments/-/features"))).toMatchObject({
    features: [
      { key: "changed", gates: { actorCount: 1 } },
      { key: "new", state: "off" },
      { key: "old", state: "on" },
      { key: "same", gates: { actorCount: 1 } },
    ],
  });
});

test("a merge into another environment clears nothing there", async () => {
  await using site = await startProgramSite();
  await site.hosted.manager.gates.post("search", "boolean");
  const environment = await addEnvironment(site.hosted, { name: "Preview", kind: "custom" });
  const token = await site.hosted.newToken({ environment });
  const call = (features: object) =>
    site.call("POST", path("0", "merge"), { token, body: { features } });
  expect(done(await call({}))).toMatchObject({ features: [], cleared: 0, unchanged: 0 });
  expect(done(await call({ other: { actors: ["a"] } }))).toMatchObject({ created: 1, cleared: 0 });
  const list = done(await site.call("GET", "/environments/-/features", { token }));
  expect(list).toMatchObject({
    features: [
      { key: "other", gates: { actorCount: 1 }, isOverridden: true },
      { key: "search", state: "on", isOverridden: false },
    ],
  });
});

test("another mode is refused, and a page confirms a merge into Production too", async () => {
  await using site = await startProgramSite();
  const body = { features: {} };
  expect(await site.call("POST", path("0", "add"), { body })).toMatchObject({ status: 422 });
  await using server = await startUi();
  const page = await server.page("admin");
  const answer = await page.send("POST", path("0", "merge"), { features: { a: {} } });
  expect(await refusalIn(answer)).toMatchObject({ code: "name_wrong" });
  const typed = await page.send("POST", `${path("0", "merge")}&typed=Production`, {
    features: { a: {} },
  });
  expect(typed.status).toBe(200);
});

test("a page confirms the number of deletions, which decides when the import runs", async () => {
  await using server = await startUi();
  const page = await server.page("admin");
  const send = (typed: string, features: object, mode = "replace") =>
    page.send("POST", `${path("0", mode)}&typed=${typed}`, { features });
  expect((await send("Production", { a: {}, b: {}, c: {} })).status).toBe(200);
  const before = server.state();
  for (const typed of ["Production", "1", "3"]) {
    expect(await refusalIn(await send(typed, { a: {} }))).toMatchObject({
      status: 422,
      code: "confirmation_required",
      message: expect.stringContaining('"2"'),
    });
  }
  expect(server.state()).toBe(before);
  expect(await refusalIn(await send("2", { a: {} }, "merge"))).toMatchObject({
    code: "name_wrong",
  });
  expect((await send("2", { a: {} })).status).toBe(200);
  expect(server.state().features.get(1)?.size).toBe(1);
});
