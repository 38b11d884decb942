import { describe, expect, test } from "bun:test";
import { removeMember } from "../../src/commands/member-commands.ts";
import { setRole } from "../../src/commands/role-commands.ts";
import { changeLogger } from "../../src/log/change-logger.ts";
import type { Draft } from "../../src/model/draft.ts";
import { firstOrganization } from "../../src/model/first-organization.ts";
import type { PersonalToken, PersonalTokenScope } from "../../src/model/personal-token.ts";
import type { Role } from "../../src/model/role.ts";
import { entriesOf, loggedLines } from "../log/logged-lines.ts";
import { changes, params } from "./route-changes.ts";
import {
  permissionsOf,
  refusalIn,
  site,
  startUi,
  type UiPage,
  type UiServer,
} from "./web-ui-server.ts";

const tokens = "/environments/1/tokens";
const missingToken = `${tokens}/999`;

/** Creates a personal token on a page, and returns its value. */
async function newToken(page: UiPage, scope: PersonalTokenScope, name = "Robot"): Promise<string> {
  const body = { name, scope, expiresInDays: 30 };
  return (await page.answer("POST /account/tokens", { body })).value;
}

interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request as a program does: with the token, and without what browsers add. */
function sendWith(
  server: UiServer,
  token: string,
  route: string,
  { body, headers = {} }: Sent = {},
): Promise<Response> {
  const [method = "", path = ""] = route.split(" ");
  return server.send(`/admin/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function outcome(answer: Promise<Response>): Promise<string> {
  const response = await answer;
  return response.ok ? "done" : (await refusalIn(response)).code;
}

async function userOf({ state }: UiServer, { userId }: UiPage) {
  const user = state().users.get(userId);
  if (user === undefined) {
    throw new Error("there is no such user");
  }
  return user;
}

async function changeRole(server: UiServer, page: UiPage, role: Role): Promise<void> {
  const user = await userOf(server, page);
  await server.hosted.deployment.writer.submit((draft) =>
    setRole(draft, firstOrganization(draft.state), user, role),
  );
}

/** Changes what is stored of all personal tokens. */
async function alterTokens(server: UiServer, more: Partial<PersonalToken>): Promise<void> {
  const stored = [...server.state().personalTokens.values()];
  await server.hosted.deployment.writer.submit((draft) => {
    for (const token of stored) {
      replaceToken(draft, token, more);
    }
  });
}

const values = new Map<string, unknown>(Object.entries(params));

describe("a person", () => {
  test("creates, lists and revokes personal tokens, whose values are shown once", async () => {
    await using server = await startUi();
    const page = await server.page("viewer");
    const body = { name: "Nightly report", scope: "read", expiresInDays: 366 };
    const { token, value } = await page.answer("POST /account/tokens", { body });
    expect(value).toMatch(/^gh_pat_[\w-]{32}$/);
    expect(token).toEqual({
      id: expect.any(String),
      name: "Nightly report",
      scope: "read",
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
    ["no days", { name: "a", scope: "read" }],
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

type Race = readonly [
  what: string,
  code: string,
  end: (draft: Draft, token: PersonalToken) => void,
];

/** What ends the right of a token, and how a command is refused that was accepted before. */
const races: readonly Race[] = [
  ["is revoked", "token_invalid", (draft, { hash }) => removeToken(draft, hash)],
  [
    "expires",
    "token_invalid",
    (draft, token) => replaceToken(draft, token, { expiresAt: draft.now }),
  ],
  [
    "has less scope",
    "role_required",
    (draft, token) => replaceToken(draft, token, { scope: "write" }),
  ],
  [
    "loses the role of its person",
    "role_required",
    (draft, { userId }) => {
      const membership = { organizationId: 1, userId, role: "member" } as const;
      draft.record({ kind: "organization.member_saved", ...membership });
    },
  ],
  [
    "loses the membership of its person",
    "token_invalid",
    (draft, { userId }) => {
      draft.record({ kind: "organization.member_removed", organizationId: 1, userId });
    },
  ],
];

function removeToken(draft: Draft, hash: string): void {
  draft.record({ kind: "personal_tokens.removed", hashes: [hash] });
}

function replaceToken(draft: Draft, token: PersonalToken, more: Partial<PersonalToken>): void {
  removeToken(draft, token.hash);
  draft.record({ kind: "personal_token.saved", token: { ...token, ...more } });
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

  test.each(races)(
    "that %s while a command waits changes nothing any more",
    async (_, code, end) => {
      await using server = await startUi();
      await server.page("owner");
      const value = await newToken(await server.page("admin"), "admin");
      await sendWith(server, value, `GET ${tokens}`);
      const { writer } = server.hosted.deployment;
      await writer.submit(() => undefined);
      // Both are accepted before either runs.
      const ended = writer.submit((draft) => {
        const [stored] = [...draft.state.personalTokens.values()];
        end(draft, stored ?? expect.unreachable());
      });
      const id = server.state().tokens.first()?.id ?? expect.unreachable();
      const late = sendWith(server, value, `DELETE ${tokens}/${id}`);
      await ended;
      expect(await outcome(late)).toBe(code);
      expect(server.state().tokens.find((each) => each.id === id)?.revokedAt).toBeNull();
    },
  );

  test("is refused when the token has expired", async () => {
    await using server = await startUi();
    const value = await newToken(await server.page("owner"), "admin");
    await alterTokens(server, { expiresAt: Date.now() });
    const refusal = await refusalIn(await sendWith(server, value, `GET ${tokens}`));
    expect(refusal).toEqual({
      status: 401,
      code: "token_invalid",
      message: expect.stringContaining("expired"),
    });
  });

  test("is refused for ever when its person is removed, also after an invitation", async () => {
    await using server = await startUi();
    const page = await server.page("member");
    const value = await newToken(page, "read");
    const user = await userOf(server, page);
    await server.hosted.deployment.writer.submit((draft) =>
      removeMember(draft, firstOrganization(draft.state), user),
    );
    expect(await outcome(sendWith(server, value, `GET ${tokens}`))).toBe("token_invalid");
    const owner = await server.page("owner");
    await owner.answer("POST /members", { body: { email: user.email, role: "member" } });
    expect(await outcome(sendWith(server, value, `GET ${tokens}`))).toBe("token_invalid");
    expect(server.state().personalTokens.size).toBe(0);
  });

  test("is refused after its person has used a one-time link", async () => {
    await using server = await startUi();
    const owner = await server.page("owner");
    const page = await server.page("member");
    const value = await newToken(page, "read");
    const { link } = await owner.answer("POST /members/:user/link", {
      params: { user: page.userId },
      body: {},
    });
    expect(await outcome(sendWith(server, value, `GET ${tokens}`))).toBe("done");
    const body = { code: link.url.split("#")[1], password: "a quiet river bends 42" };
    expect(await outcome(page.call("POST /set-up", { body }))).toBe("done");
    expect(await outcome(sendWith(server, value, `GET ${tokens}`))).toBe("token_invalid");
  });

  test("is refused by all that needs a session, and without a cookie's help", async () => {
    await using server = await startUi();
    const page = await server.page("owner");
    const value = await newToken(page, "admin");
    const asPage = { cookie: page.cookie, origin: site, "sec-fetch-site": "same-origin" };
    const before = server.state().personalTokens;
    for (const [route, { role, needsProof }] of permissionsOf(server)) {
      const path = route.slice(route.indexOf(" ") + 1);
      if (needsProof || role === "anyone" || /^\/(account|session)(\/|$)/.test(path)) {
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
    for (const route of permissionsOf(server).keys()) {
      const filled = route.replaceAll(/:(\w+)/g, (_, name: string) => String(values.get(name)));
      const body = route.startsWith("GET ") ? {} : { body: bodies.get(route) ?? {} };
      outcomes.set(route, await outcome(sendWith(server, value, filled, body)));
      await writer.submit(() => undefined);
      expect([route, server.state() === before]).toEqual([route, true]);
    }
    expect(outcomes.get("GET /environments/:environment/tokens")).toBe("done");
    expect(outcomes.get("DELETE /environments/:environment/tokens/:token")).toBe("role_required");
  });
});
