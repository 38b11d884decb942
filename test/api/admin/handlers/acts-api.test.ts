import { expect, test } from "bun:test";
import { cheapPasswords } from "../../../helpers/cheap-passwords.ts";
import { until } from "../../../telemetry/scripted-worker.ts";
import { startUi } from "../web-ui-server.ts";

cheapPasswords();

test("changes of tokens, members, groups, webhooks and settings are acts of their author", async () => {
  await using server = await startUi();
  const page = await server.page("owner");
  const author = { type: "User", id: String(page.userId) };
  await page.answer("POST /groups", { body: { name: "staff" } });
  await page.answer("DELETE /groups", { query: { name: "staff" } });
  const { token } = await page.answer("POST /environments/:environment/tokens", {
    params: { environment: "production" },
    body: { name: "Web", access: "read_only" },
  });
  await page.answer("DELETE /environments/:environment/tokens/:token", {
    params: { environment: "production", token: token.id },
  });
  const { member } = await page.answer("POST /members", {
    body: { email: "kim@example.com", role: "viewer" },
  });
  await page.answer("PATCH /members/:user", {
    params: { user: member.id },
    body: { role: "admin" },
  });
  await page.answer("DELETE /members/:user", { params: { user: member.id }, body: {} });
  await page.answer("POST /environments", { body: { name: "Staging" } });
  await page.answer("DELETE /environments/:environment", {
    params: { environment: "staging" },
    body: { typed: "Staging" },
  });
  const { acts } = await page.answer("GET /acts");
  const own = acts.filter(({ actor }) => actor.id === author.id && actor.type === "User");
  expect(own.map(({ kind }) => kind).toReversed()).toEqual([
    "session.started",
    "group.added",
    "group.removed",
    "token.created",
    "token.revoked",
    "member.added",
    "member.link_issued",
    "member.role_changed",
    "member.removed",
    "environment.created",
    "environment.deleted",
  ]);
  expect(acts.find(({ kind }) => kind === "member.role_changed")?.details).toEqual({
    user: member.id,
    from: "viewer",
    to: "admin",
  });
});

test("acts are filtered by kind, author, environment and time, and read in pages", async () => {
  await using server = await startUi();
  const page = await server.page("owner");
  for (const name of ["a", "b", "c"]) {
    await page.answer("POST /groups", { body: { name } });
  }
  const added = { kind: "group.added" } as const;
  const first = await page.answer("GET /acts", { query: { ...added, limit: 2 } });
  expect(first.acts.map(({ details }) => details.group)).toEqual(["c", "b"]);
  const before = first.next ?? expect.unreachable();
  const second = await page.answer("GET /acts", { query: { ...added, before } });
  expect(second.acts.map(({ details }) => details.group)).toEqual(["a"]);
  expect(second.next).toBeNull();
  const count = async (query: Record<string, string | number>) =>
    (await page.answer("GET /acts", { query })).acts.length;
  expect(await count({ ...added, actor: `User:${page.userId}` })).toBe(3);
  expect(await count({ ...added, actor: "Shell" })).toBe(0);
  expect(await count({ ...added, environment: "production" })).toBe(0);
  expect(await count({ environment: "production" })).toBeGreaterThan(0);
  expect(await count({ ...added, from: Date.now() + 1_000 })).toBe(0);
  expect(await count({ ...added, to: Date.now() + 1_000 })).toBe(3);
});

test("acts are searched in their author, details and reason, in any letter case", async () => {
  await using server = await startUi();
  const page = await server.page("owner");
  await page.answer("POST /groups", { body: { name: "Équipe-support" } });
  const { member } = await page.answer("POST /members", {
    body: { email: "kim@example.com", name: "Kim", role: "viewer" },
  });
  const role = { params: { user: member.id }, body: { role: "admin" } } as const;
  await page.answer("PATCH /members/:user", role);
  const kinds = async (text: string) =>
    (await page.answer("GET /acts", { query: { text } })).acts.map(({ kind }) => kind);
  expect(await kinds("équipe-SUPPORT")).toEqual(["group.added"]);
  // The act has the id of the person, and the search the name.
  expect(await kinds("kim")).toEqual(["member.role_changed", "member.link_issued", "member.added"]);
  expect(await kinds("nobody of this name")).toEqual([]);
  const { name } = server.state().users.get(page.userId) ?? expect.unreachable();
  expect(await kinds(name)).toContain("group.added");
});

test.each(["member", "viewer"] as const)("a %s does not see acts", async (role) => {
  await using server = await startUi();
  const page = await server.page(role);
  expect((await page.call("GET /acts")).status).toBe(403);
});

test("a failed sign-in as a member is an act, and one of nobody is none", async () => {
  await using server = await startUi();
  const page = await server.page("owner");
  const { email } = server.state().users.get(page.userId) ?? expect.unreachable();
  for (const sent of ["nobody@example.com", email, email]) {
    await page.call("POST /session", { body: { email: sent, password: "wrong password" } });
  }
  const failed = () => page.answer("GET /acts", { query: { kind: "sign_in.failed" } });
  // They are recorded after the answer, in the order of the attempts.
  await until(async () => (await failed()).acts.length >= 2);
  const { acts } = await failed();
  expect(acts).toHaveLength(2);
  expect(acts[0]).toMatchObject({
    actor: { type: "Server" },
    details: { user: page.userId, method: "password", address: "192.0.2.1" },
  });
});

test("an export of audits is an act", async () => {
  await using server = await startUi();
  const page = await server.page("viewer");
  await (await page.call("GET /audits/export", { query: { format: "csv" } })).text();
  const owner = await server.page("owner");
  const { acts } = await owner.answer("GET /acts", { query: { kind: "audits.exported" } });
  expect(acts).toMatchObject([
    { actor: { type: "User", id: String(page.userId) }, details: { format: "csv" } },
  ]);
});
