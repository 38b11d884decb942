import { expect, test } from "bun:test";
import { startUi } from "../web-ui-server.ts";

const names = ["a/b", "100%", "%2F", "a?b#c", "🎉 party", "__proto__", "x'\"y"];

test("a group of any name is registered, and removed through its path", async () => {
  await using server = await startUi();
  const page = await server.page("admin");
  for (const name of names) {
    await page.answer("POST /groups", { body: { name } });
  }
  const { groups } = await page.answer("GET /groups");
  expect(groups.map(({ name }) => name).sort()).toEqual(names.toSorted());
  for (const group of names) {
    await page.answer("DELETE /groups/:group", { params: { group } });
  }
  expect(await page.answer("GET /groups")).toEqual({ groups: [], isStrict: false });
});
