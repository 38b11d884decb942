import { expect, test } from "bun:test";
import { leaveOrganization } from "../../../helpers/hosted-administration.ts";
import { refusalIn, startUi } from "../web-ui-server.ts";

const route = "PATCH /account";

test("a member of any role changes the own name, and nobody else's", async () => {
  await using server = await startUi();
  for (const role of ["owner", "viewer"] as const) {
    const page = await server.page(role);
    const others = server.state().users.delete(page.userId);
    const name = `Ada of ${role}`;
    const { user } = await page.answer(route, { body: { name } });
    const before = server.state();
    expect(user).toEqual({ id: page.userId, name, email: expect.any(String) });
    expect(before.users.get(page.userId)?.name).toBe(name);
    expect(before.users.delete(page.userId).equals(others)).toBe(true);
    expect((await page.answer("GET /session")).user?.name).toBe(name);
    // The same name again is no change.
    await page.answer(route, { body: { name } });
    expect(server.state().users).toBe(before.users);
  }
});

test("names of another form, other members and other callers are refused", async () => {
  await using server = await startUi();
  const page = await server.page("member");
  const before = server.state();
  const refused = async (body: object, by = page) => {
    const { status, code } = await refusalIn(await by.call(route, { body }));
    return [status, code];
  };
  for (const name of [" Ada", "Ada\nB", "\u2028", "a\tb"]) {
    expect(await refused({ name })).toEqual([422, "name_invalid"]);
  }
  for (const body of [{ name: "" }, { name: "x".repeat(256) }, {}, { name: 1 }]) {
    expect(await refused(body)).toEqual([422, "input_invalid"]);
  }
  expect(await refused({ name: "Ada", email: "ada@example.com" })).toEqual([422, "input_invalid"]);
  expect(await refused({ name: "Ada" }, await server.page())).toEqual([401, "signed_out"]);
  expect(server.state().users.get(page.userId)).toBe(before.users.get(page.userId));
  await leaveOrganization(server.hosted, page.userId);
  expect((await refused({ name: "Ada" }))[0]).toBe(401);
});
