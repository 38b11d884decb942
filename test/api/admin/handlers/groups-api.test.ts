import { expect, test } from "bun:test";
import { addGroup } from "../../../../src/app/commands/group-commands.ts";
import { refusalIn, startUi } from "../web-ui-server.ts";

const names = ["a/b", "100%", "%2F", "a?b#c", "🎉 party", "__proto__", "x'\"y", "a+b & c"];

test("a group of any name is registered, and removed by its name", async () => {
  await using server = await startUi();
  const page = await server.page("admin");
  for (const name of names) {
    await page.answer("POST /groups", { body: { name } });
  }
  const { groups } = await page.answer("GET /groups");
  expect(groups.map(({ name }) => name).sort()).toEqual(names.toSorted());
  for (const name of names) {
    await page.answer("DELETE /groups", { query: { name } });
  }
  expect(await page.answer("GET /groups")).toEqual({ groups: [], isStrict: false });
});

test.each([".", ".."])("the name %s is refused, and removed where it is stored", async (name) => {
  await using server = await startUi();
  const page = await server.page("admin");
  const before = server.state();
  const refused = await page.call("POST /groups", { body: { name } });
  expect(await refusalIn(refused)).toMatchObject({
    code: "feature_name_missing",
    message: "The names . and .. cannot be used, as they have another meaning in URLs",
  });
  expect(server.state()).toBe(before);
  // As version 0.2.0 registered it.
  await server.hosted.deployment.writer.submit((draft) => addGroup(draft, 1, name));
  expect((await page.answer("GET /groups")).groups).toHaveLength(1);
  await page.answer("DELETE /groups", { query: { name } });
  expect((await page.answer("GET /groups")).groups).toEqual([]);
});

test("a group is not removed without its name", async () => {
  await using server = await startUi();
  const page = await server.page("admin");
  await page.answer("POST /groups", { body: { name: "staff" } });
  expect(await refusalIn(await page.call("DELETE /groups"))).toMatchObject({
    ...{ code: "input_invalid", place: "name" },
  });
  expect((await page.answer("GET /groups")).groups).toHaveLength(1);
});

test("the first 20 features of a group are listed, by key", async () => {
  await using server = await startUi();
  const page = await server.page("admin");
  const environment = 1;
  const keys = Array.from({ length: 22 }, (_, at) => `f${String(at).padStart(2, "0")}`);
  for (const key of keys.toReversed()) {
    await page.answer("POST /environments/:environment/features", {
      params: { environment },
      body: { key },
    });
    await page.answer("PATCH /environments/:environment/features/:key/groups", {
      params: { environment, key },
      body: { add: ["staff"] },
    });
  }
  const { groups } = await page.answer("GET /groups");
  expect(groups).toMatchObject([{ name: "staff", featureCount: 22, features: keys.slice(0, 20) }]);
});
