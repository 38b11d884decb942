import { expect, test } from "bun:test";
import { everything } from "../../../helpers/expect-refused.ts";
import { addEnvironment } from "../../../helpers/hosted-administration.ts";
import { Upload } from "../../../helpers/upload.ts";
import { done, startProgramSite } from "./program-site.ts";

const path = (preview: "0" | "1") => `/environments/-/import?preview=${preview}`;

test("a preview has what an import then does, and changes nothing", async () => {
  await using site = await startProgramSite();
  const { manager } = site.hosted;
  await manager.import({ same: { actors: ["User;1"] }, changed: {}, old: { boolean: true } });
  const before = await everything(manager);
  const body = {
    features: { same: { actors: ["User;1"] }, changed: { actors: ["a", "b"] }, new: {} },
  };
  const expected = {
    features: [
      { key: "old", change: "removed", actions: { remove: 1 } },
      { key: "changed", change: "changed", actions: { enable_actor: 2 } },
      { key: "new", change: "created", actions: { create: 1 } },
    ],
    ...{ created: 1, changed: 1, cleared: 0, removed: 1, unchanged: 1 },
  };
  expect(done(await site.call("POST", path("1"), { body }))).toMatchObject(expected);
  expect(await everything(manager)).toEqual(before);
  // A program confirms nothing, in Production too.
  expect(done(await site.call("POST", path("0"), { body }))).toMatchObject(expected);
  const exported = done(await site.call("GET", "/environments/-/export"));
  expect(Object.keys((exported as { features: object }).features)).toEqual([
    ...["changed", "new", "same"],
  ]);
  expect(done(await site.call("POST", path("1"), { body: exported }))).toMatchObject({
    features: [],
    unchanged: 3,
  });
});

test.each([
  ["no features", {}],
  ["an unknown gate", { features: { a: { gate: true } } }],
  ["a bad name", { features: { " a": {} } }],
  ["a bad percentage", { features: { a: { percentage_of_time: 101 } } }],
])("an import with %s is refused, and so is its preview", async (_, body) => {
  await using site = await startProgramSite();
  await site.hosted.manager.features.create("kept");
  const before = await everything(site.hosted.manager);
  for (const preview of ["0", "1"] as const) {
    expect(await site.call("POST", path(preview), { body })).toMatchObject({
      status: 422,
      body: { code: "import_invalid" },
    });
  }
  expect(await everything(site.hosted.manager)).toEqual(before);
});

test("a preview waits for no other import, and has the same room", async () => {
  await using site = await startProgramSite();
  const upload = new Upload(site.hosted.manager);
  await upload.send("{");
  const body = { features: {} };
  expect(await site.call("POST", path("1"), { body })).toMatchObject({
    status: 503,
    body: { code: "unavailable", message: "Another import is running" },
  });
  await upload.send('"features":{}}');
  await upload.end();
  done(await site.call("POST", path("1"), { body }));
});

test("an environment clears what an import lacks", async () => {
  await using site = await startProgramSite();
  await site.hosted.manager.gates.post("search", "boolean");
  const environment = await addEnvironment(site.hosted, { name: "Preview", kind: "custom" });
  const token = await site.hosted.newToken({ environment });
  const body = { features: {} };
  expect(done(await site.call("POST", path("0"), { token, body }))).toMatchObject({
    features: [{ key: "search", change: "cleared" }],
    ...{ cleared: 1, removed: 0 },
  });
  expect(done(await site.call("GET", "/environments/-/features"))).toMatchObject({
    features: [{ key: "search", state: "on" }],
  });
});

test("an import counts what its commit changed, and needs no parameter", async () => {
  await using site = await startProgramSite();
  const { manager, deployment } = site.hosted;
  const { writer } = deployment;
  const submitInSteps = writer.submitInSteps.bind(writer);
  // Somebody else creates the feature at the last moment.
  writer.submitInSteps = async (command) => {
    await manager.features.create("new");
    return submitInSteps(command);
  };
  const body = { features: { new: { boolean: true } } };
  expect(done(await site.call("POST", "/environments/-/import", { body }))).toMatchObject({
    features: [{ key: "new", change: "changed", actions: { enable: 1 } }],
    ...{ created: 0, changed: 1, cleared: 0, removed: 0, unchanged: 0 },
  });
});
