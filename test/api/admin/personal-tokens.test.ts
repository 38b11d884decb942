import { describe, expect, test } from "bun:test";
import { setRole } from "../../../src/app/commands/role-commands.ts";
import { firstOrganization } from "../../../src/core/model/first-organization.ts";
import type { Role } from "../../../src/core/model/role.ts";
import { changeLogger } from "../../../src/http/log/change-logger.ts";
import { entriesOf, loggedLines } from "../../http/log/logged-lines.ts";
import {
  alterTokens,
  missingToken,
  newToken,
  outcome,
  sendWith,
  tokens,
  userOf,
} from "./personal-token-requests.ts";
import { changes, params } from "./route-changes.ts";
import {
  permissionsOf,
  refusalIn,
  site,
  startUi,
  type UiPage,
  type UiServer,
} from "./web-ui-server.ts";

async function changeRole(server: UiServer, page: UiPage, role: Role): Promise<void> {
  const user = await userOf(server, page);
  await server.hosted.deployment.writer.submit((draft) =>
    setRole(draft, firstOrganization(draft.state), user, role),
  );
}

const values = new Map<string, unknown>(Object.entries(params));

describe("a person", () => {
  test("creates, lists and revokes personal tokens, whose values are shown once", async () => {
    await using server = await startUi();
    const page = await server.page("viewer");
    const body = { name: "Nightly report", scope: "read", expiresInDays: 366 };
    const { token, value } = await page.answer("POST /account/tokens", { body });
    expect(value).toMatch(/^gatehouse_pat_[0-9A-Za-z]{38}$/);
    expect(token).toEqual({
      id: expect.any(String),
      name: "Nightly report",
      scope: "read",
      approves: false,
      environments: null,
      createdAt: expect.any(Number),
      expiresAt: token.createdAt + 366 * 86_400_000,
      lastUsedAt: null,
    });
    const listed = await page.call("GET /account/tokens");
    const text = await listed.text();
    expect(JSON.parse(text)).toEqual({ tokens: [token] });
    expect(JSON.stringify(server.state())).not.toContain(value);
    expect(text).not.toContain(value);
    const params = { token: token.id };
    expect(await page.answer("DELETE /account/tokens/:token", { params })).toEqual({ tokens: [] });
    expect(await outcome(sendWith(server, value, `GET ${tokens}`))).toBe("token_invalid");
    expect(await outcome(page.call("DELETE /account/tokens/:token", { params }))).toBe(
      "token_not_found",
    );
  });

  test("neither sees nor revokes the tokens of others", async () => {
    await using server = await startUi();
    const [page, other] = [await server.page("member"), await server.page("owner")];
    const value = await newToken(page, "read");
    const { tokens: own } = await page.answer("GET /account/tokens");
    expect(await other.answer("GET /account/tokens")).toEqual({ tokens: [] });
    const params = { token: own[0]?.id ?? "" };
    expect(await outcome(other.call("DELETE /account/tokens/:token", { params }))).toBe(
      "token_not_found",
    );
    expect(await outcome(sendWith(server, value, `GET ${tokens}`))).toBe("done");
  });

  test("has at most 20, without expired ones", async () => {
    await using server = await startUi();
    const page = await server.page("member");
    for (let count = 0; count < 20; count++) {
      await newToken(page, "read");
    }
    const create = () =>
      outcome(
        page.call("POST /account/tokens", {
          body: { name: "21", scope: "read", expiresInDays: 1 },
        }),
      );
    expect(await create()).toBe("personal_token_limit");
    await newToken(await server.page("member"), "read");
    await alterTokens(server, { expiresAt: Date.now() - 1 });
    expect(await create()).toBe("done");
    expect((await page.answer("GET /account/tokens")).tokens).toHaveLength(1);
  });

  test.each([
    ["no environment", { name: "a", scope: "read", environments: [] }],
    ["367 days", { name: "a", scope: "read", expiresInDays: 367 }],
    ["0 days", { name: "a", scope: "read", expiresInDays: 0 }],
    ["another scope", { name: "a", scope: "owner", expiresInDays: 1 }],
    ["two lines", { name: "a\nb", scope: "read", expiresInDays: 1 }],
    ["no name", { name: "", scope: "read", expiresInDays: 1 }],
  ])("creates none with %s", async (_, body) => {
    await using server = await startUi();
    const page = await server.page("member");
    expect(await outcome(page.call("POST /account/tokens", { body }))).toBe("input_invalid");
    expect(server.state().personalTokens.size).toBe(0);
  });
});

/** The outcomes of a read, and of writes that need the role of an admin. */
async function rightsOf(server: UiServer, token: string): Promise<readonly string[]> {
  return [
    await outcome(sendWith(server, token, `GET ${tokens}`)),
    await outcome(sendWith(server, token, `DELETE ${missingToken}`)),
  ];
}

describe("a program with a personal token", () => {
  test.each([
    ["read", "owner", ["done", "role_required"]],
    ["write", "owner", ["done", "role_required"]],
    ["admin", "owner", ["done", "token_not_found"]],
    ["admin", "admin", ["done", "token_not_found"]],
    ["admin", "member", ["done", "role_required"]],
  ] as const)("has the rights of the scope %s and the role %s", async (scope, role, rights) => {
    await using server = await startUi();
    const value = await newToken(await server.page(role), scope);
    expect(await rightsOf(server, value)).toEqual(rights);
  });

  test("changes what its person may change, and is logged as the person", async () => {
    await using server = await startUi();
    const { lines, log } = loggedLines();
    server.hosted.deployment.writer.onCommit(changeLogger(log));
    const owner = await server.page("owner");
    const created = await owner.answer("POST /environments/:environment/tokens", {
      params: { environment: 1 },
      body: { name: "Web server", access: "read_only" },
    });
    const admin = await server.page("admin");
    const value = await newToken(admin, "admin");
    const answer = await sendWith(server, value, `DELETE ${tokens}/${created.token.id}`);
    expect(answer.status).toBe(200);
    const revoked = server.state().tokens.find(({ id }) => id === created.token.id);
    expect(revoked?.revokedAt).not.toBeNull();
    const entries = entriesOf(lines).filter(({ action }) => String(action).includes("token"));
    expect(entries.map(({ action, by }) => [action, by])).toEqual([
      ["token.saved", `User ${owner.userId}`],
      ["personal_token.saved", `User ${admin.userId}`],
      ["token.saved", `User ${admin.userId}`],
    ]);
    expect(lines.join("")).not.toContain(value);
  });

  test("loses the rights that its person loses, and gets them back", async () => {
    await using server = await startUi();
    const page = await server.page("admin");
    const value = await newToken(page, "admin");
    await changeRole(server, page, "viewer");
    expect(await rightsOf(server, value)).toEqual(["done", "role_required"]);
    await changeRole(server, page, "admin");
    expect(await rightsOf(server, value)).toEqual(["done", "token_not_found"]);
  });

  test("is refused by all that gives access which outlives it, and without a cookie's help", async () => {
    await using server = await startUi();
    const page = await server.page("owner");
    const value = await newToken(page, "admin");
    const asPage = { cookie: page.cookie, origin: site, "sec-fetch-site": "same-origin" };
    const before = server.state().personalTokens;
    for (const [route, { isSessionOnly, refusesTokens }] of permissionsOf(server)) {
      const path = route.slice(route.indexOf(" ") + 1);
      const isOfAccount = /^\/(account|session)(\/|$)/.test(path);
      expect([route, isSessionOnly || !isOfAccount]).toEqual([route, true]);
      if (isSessionOnly || refusesTokens) {
        for (const headers of [{}, asPage]) {
          const sent = route.startsWith("GET") ? { headers } : { headers, body: {} };
          const filled = route.replaceAll(/:\w+/g, "1");
          const refusal = await refusalIn(await sendWith(server, value, filled, sent));
          expect([route, refusal.status, refusal.code]).toEqual([route, 403, "session_required"]);
        }
      }
    }
    expect([...server.state().personalTokens.keys()]).toEqual([...before.keys()]);
  });

  test("is judged by the token alone: no cookie is read, and pages of other sites do not matter", async () => {
    await using server = await startUi();
    const { cookie } = await server.page("owner");
    const value = await newToken(await server.page("viewer"), "admin");
    const send = (token: string, headers: Readonly<Record<string, string>>) =>
      outcome(sendWith(server, token, `DELETE ${missingToken}`, { headers }));
    expect(await send(value, { cookie, origin: site })).toBe("role_required");
    expect(await send("gh_pat_unknown", { cookie, origin: site })).toBe("token_invalid");
    expect(await send("gatehouse_unknown", { cookie, origin: site })).toBe("token_invalid");
    const elsewhere = { origin: "https://other.example", "sec-fetch-site": "cross-site" };
    const right = await newToken(await server.page("owner"), "admin");
    expect(await send(right, elsewhere)).toBe("token_not_found");
    // A proxy in front of the server may add credentials of its own.
    expect(await send("proxy", { cookie, origin: site })).toBe("token_not_found");
    expect(await send("proxy", { cookie, ...elsewhere })).toBe("not_own_page");
  });

  test("can only read while the server lets nobody change anything", async () => {
    await using server = await startUi({ readOnly: "flag" });
    const value = await newToken(await server.page("owner"), "admin");
    expect(await rightsOf(server, value)).toEqual(["done", "read_only"]);
  });

  test("is shown with the time of its last use", async () => {
    await using server = await startUi();
    const page = await server.page("member");
    const value = await newToken(page, "read");
    const before = Date.now();
    await sendWith(server, value, `GET ${tokens}`);
    // A command waits for those before it.
    await server.hosted.deployment.writer.submit(() => undefined);
    const [shown] = (await page.answer("GET /account/tokens")).tokens;
    expect(shown?.lastUsedAt).toBeGreaterThanOrEqual(before);
    const { state } = server;
    const stored = state().personalTokens;
    await sendWith(server, value, `GET ${tokens}`);
    await server.hosted.deployment.writer.submit(() => undefined);
    expect(state().personalTokens).toBe(stored);
  });

  test("changes nothing by any route with the scope read", async () => {
    await using server = await startUi();
    const { writer } = server.hosted.deployment;
    const value = await newToken(await server.page("owner"), "read");
    await outcome(sendWith(server, value, `GET ${tokens}`));
    await writer.submit(() => undefined);
    const before = server.state();
    const bodies = new Map(changes);
    const outcomes = new Map<string, string>();
    // The facts about the server are not there in these tests.
    const routes = permissionsOf(server)
      .keys()
      .filter((route) => route !== "GET /about");
    for (const route of routes) {
      const filled = route.replaceAll(/:(\w+)/g, (_, name: string) => String(values.get(name)));
      const body = route.startsWith("GET ") ? {} : { body: bodies.get(route) ?? {} };
      outcomes.set(route, await outcome(sendWith(server, value, filled, body)));
      await writer.submit(() => undefined);
      expect([route, server.state() === before]).toEqual([route, true]);
    }
    expect(outcomes.get("GET /environments/:environment/tokens")).toBe("done");
    expect(outcomes.get("DELETE /environments/:environment/tokens/:token")).toBe("role_required");
  });

  test("may send any text as its origin, which no link names", async () => {
    await using server = await startUi();
    const page = await server.page("owner");
    const value = await newToken(page, "admin");
    for (const origin of ["null", "foo", "https://evil.example"]) {
      const read = sendWith(server, value, "GET /environments", { headers: { origin } });
      expect(await outcome(read)).toBe("done");
      const anybody = await server.send("/admin/v1/session", { headers: { origin } });
      expect(anybody.status).toBe(200);
    }
    expect(server.hosted.faults).toEqual([]);
  });
});
