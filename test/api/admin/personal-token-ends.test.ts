import { expect, test } from "bun:test";
import { removeMember } from "../../../src/app/commands/member-commands.ts";
import type { Draft } from "../../../src/core/model/draft.ts";
import { firstOrganization } from "../../../src/core/model/first-organization.ts";
import type { PersonalToken } from "../../../src/core/model/personal-token.ts";
import {
  alterTokens,
  newToken,
  outcome,
  removeToken,
  replaceToken,
  sendWith,
  tokens,
  userOf,
} from "./personal-token-requests.ts";
import { refusalIn, startUi } from "./web-ui-server.ts";

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

test.each(races)(
  "a personal token that %s while a command waits changes nothing any more",
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

test("a personal token is refused when the token has expired", async () => {
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

test("a personal token is refused for ever when its person is removed, also after an invitation", async () => {
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

test("a personal token is refused after its person has used a one-time link", async () => {
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

test("a stream of a personal token ends when it is revoked, and when it expires", async () => {
  await using server = await startUi();
  const value = await newToken(await server.page("member"), "read");
  const open = () => sendWith(server, value, "GET /environments/-/events");
  const [revoked, expiring] = [await open(), await open()];
  expect([revoked.status, expiring.status]).toEqual([200, 200]);
  await server.hosted.deployment.writer.submit((draft) => {
    for (const hash of draft.state.personalTokens.keys()) {
      removeToken(draft, hash);
    }
  });
  for (const answer of [revoked, expiring]) {
    expect(await answer.text()).toContain("retry: 1000");
  }
  const brief = await newToken(await server.page("member"), "read");
  await alterTokens(server, { expiresAt: Date.now() + 50 });
  const answer = await sendWith(server, brief, "GET /environments/-/events");
  expect(await answer.text()).toContain("retry: 1000");
});

test("owners see and revoke the personal tokens of others, and nobody else does", async () => {
  await using server = await startUi();
  const [owner, admin, member] = [
    await server.page("owner"),
    await server.page("admin"),
    await server.page("member"),
  ];
  const value = await newToken(member, "read");
  const path = `/members/${member.userId}/tokens`;
  expect((await admin.send("GET", path)).status).toBe(403);
  const listed: { readonly tokens: readonly { readonly id: string }[] } = JSON.parse(
    await (await owner.send("GET", path)).text(),
  );
  expect(listed).toMatchObject({ tokens: [{ name: "Robot", scope: "read" }] });
  expect(JSON.stringify(listed)).not.toContain(value);
  const id = listed.tokens[0]?.id ?? expect.unreachable();
  const ofOwner = await refusalIn(
    await owner.send("DELETE", `/members/${owner.userId}/tokens/${id}`),
  );
  expect(ofOwner).toMatchObject({ status: 404, code: "token_not_found" });
  expect((await admin.send("DELETE", `${path}/${id}`)).status).toBe(403);
  expect(await outcome(sendWith(server, value, `GET ${tokens}`))).toBe("done");
  expect(await (await owner.send("DELETE", `${path}/${id}`)).json()).toEqual({ tokens: [] });
  expect(await outcome(sendWith(server, value, `GET ${tokens}`))).toBe("token_invalid");
});

test("a personal token that is revoked while a body arrives reads nothing any more", async () => {
  await using server = await startUi();
  const value = await newToken(await server.page("owner"), "admin");
  const arriving = new TransformStream<Uint8Array, Uint8Array>();
  const writer = arriving.writable.getWriter();
  const answer = server.send("/admin/v1/environments/1/features/search/changes/preview", {
    method: "POST",
    headers: { authorization: `Bearer ${value}`, "content-type": "application/json" },
    body: arriving.readable,
  });
  await writer.write(new TextEncoder().encode('{"changes":[{"gate":"boolean",'));
  await server.hosted.deployment.writer.submit((draft) => {
    for (const hash of draft.state.personalTokens.keys()) {
      removeToken(draft, hash);
    }
  });
  await writer.write(new TextEncoder().encode('"action":"enable"}]}'));
  await writer.close();
  expect(await outcome(answer)).toBe("token_invalid");
});
