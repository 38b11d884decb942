import { expect, test } from "bun:test";
import { type Role, roleAtLeast, roles } from "../../../src/core/model/role.ts";
import { changes, params } from "./route-changes.ts";
import { permissionsOf, startUi, type UiPage, type UiServer } from "./web-ui-server.ts";

/** Everyone who may send a request: nobody who is signed in, and each role. */
const readers: readonly (Role | undefined)[] = [undefined, ...roles];

/** Refusals by which a reader learns that the route is not allowed. */
const forbidden = new Set(["signed_out", "role_required"]);

async function codeOf(page: UiPage, name: string): Promise<string> {
  const method = name.slice(0, name.indexOf(" "));
  // An empty object is a body that most routes refuse, but only after they have let the reader in.
  const answer = await page.call(name, { params, ...(method === "GET" ? {} : { body: {} }) });
  if (answer.ok) {
    return "ok";
  }
  const refusal: { readonly code: string } = JSON.parse(await answer.text());
  return refusal.code;
}

test("every route lets those in whom the table names, and nobody else, for whom nothing changes", async () => {
  await using server = await startUi();
  const routeNames = [...permissionsOf(server).keys()];
  expect(routeNames.length).toBeGreaterThan(60);
  for (const reader of readers) {
    const page = await server.page(reader);
    for (const name of routeNames) {
      await expectDecided(server, page, reader, name);
    }
  }
});

function required(server: UiServer, name: string) {
  const permission = permissionsOf(server).get(name);
  if (permission === undefined) {
    throw new Error(`There is no route ${name}`);
  }
  return permission;
}

async function expectDecided(
  server: UiServer,
  page: UiPage,
  reader: Role | undefined,
  name: string,
): Promise<void> {
  const { role } = required(server, name);
  const isAllowed = role === "anyone" || (reader !== undefined && roleAtLeast(reader, role));
  // These would sign the page out, and ask for what this server does not have.
  if (isAllowed && (name === "DELETE /session" || name === "GET /about")) {
    return;
  }
  const before = server.state();
  const code = await codeOf(page, name);
  const outcome = forbidden.has(code) ? "refused" : "let in";
  expect([reader, name, outcome]).toEqual([reader, name, isAllowed ? "let in" : "refused"]);
  if (!isAllowed) {
    expect(code).toBe(reader === undefined ? "signed_out" : "role_required");
    expect(server.state()).toBe(before);
  }
}

test("each change is made by the role that the table names, and not by the one below it", async () => {
  await using server = await startUi();
  for (const [name, body] of changes) {
    const { role } = required(server, name);
    if (role === "anyone") {
      throw new Error(`${name} is no change that a role is needed for`);
    }
    const below = roles[roles.indexOf(role) + 1];
    const other = await server.page(below);
    const before = server.state();
    const refused = await other.call(name, { params, body });
    expect([name, refused.status]).toEqual([name, 403]);
    expect(server.state()).toBe(before);
    const page = await server.page(role);
    const answer = await page.call(name, { params, body });
    expect([name, answer.status, answer.ok ? "" : await answer.text()]).toEqual([name, 200, ""]);
  }
});

test("in a read-only UI the owner may change nothing, and is told why", async () => {
  await using server = await startUi({ readOnly: "flag" });
  const page = await server.page("owner");
  expect(await (await page.call("GET /session")).json()).toMatchObject({
    role: "viewer",
    readOnly: "flag",
  });
  const before = server.state();
  const refused = await page.call("POST /environments/:environment/features", {
    params,
    body: { key: "search" },
  });
  expect([refused.status, await refused.json()]).toEqual([
    403,
    { code: "read_only", message: expect.any(String), more_info: expect.any(String) },
  ]);
  expect(server.state()).toBe(before);
  expect((await page.call("GET /environments/:environment/features", { params })).status).toBe(200);
});

test("a role that ends while a command waits for its turn changes nothing any more", async () => {
  await using server = await startUi();
  await server.page("owner");
  const page = await server.page("admin");
  const { writer } = server.hosted.deployment;
  // Both are accepted before either runs: the first one takes the membership.
  const removal = writer.submit((draft) => {
    draft.record({ kind: "organization.member_removed", organizationId: 1, userId: page.userId });
    draft.record({ kind: "credentials.removed", userId: page.userId });
  });
  const late = page.call("POST /environments", { body: { name: "Late" } });
  await removal;
  const answer = await late;
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: "session_ended" }]);
  expect(server.state().environments.some(({ name }) => name === "Late")).toBe(false);
});
