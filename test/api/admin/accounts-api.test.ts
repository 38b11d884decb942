import { expect, test } from "bun:test";
import { issueSignInLink } from "../../../src/app/commands/sign-in-link-commands.ts";
import { firstOwner } from "../../../src/core/model/first-owner.ts";
import { cheapPasswords } from "../../helpers/cheap-passwords.ts";
import { refusalIn, site, startUi, type UiServer } from "./web-ui-server.ts";

cheapPasswords();

const password = "a quiet river bends 42";
const headers = { origin: site, "content-type": "application/json" };

function post(server: UiServer, path: string, body: unknown, more: Record<string, string> = {}) {
  return server.send(`/admin/v1${path}`, {
    method: "POST",
    headers: { ...headers, ...more },
    body: JSON.stringify(body),
  });
}

/** A link for the first owner, as the first start prints it. */
async function firstLink(server: UiServer): Promise<string> {
  const { code } = await server.hosted.deployment.writer.submit((draft) =>
    issueSignInLink(draft, firstOwner(draft.state)),
  );
  return code;
}

const cookieIn = (answer: Response) => answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";

test("the first owner sets up an account with the link, once, and signs out and in", async () => {
  await using server = await startUi();
  const code = await firstLink(server);
  const checked = await post(server, "/set-up/check", { code });
  expect(await checked.json()).toEqual({ email: "", name: "", isFirstOwner: true });
  const weak = await post(server, "/set-up", { code, password: "password12" });
  expect(await refusalIn(weak)).toMatchObject({ status: 422, code: "password_too_weak" });
  const set = await post(server, "/set-up", {
    code,
    password,
    email: "Ann@example.com",
    name: "Ann",
  });
  expect(await set.json()).toMatchObject({
    mode: "hosted",
    role: "owner",
    user: { name: "Ann", email: "ann@example.com" },
  });
  // Over plain http, on this machine too: Safari would keep no `Secure` cookie.
  expect(set.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^gatehouse-test=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    ),
    expect.stringMatching(
      /^gatehouse-test-browser=[\w.-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    ),
  ]);
  const again = await post(server, "/set-up", { code, password });
  expect(await refusalIn(again)).toMatchObject({ status: 404, code: "link_invalid" });

  const cookie = cookieIn(set);
  const session = async (sent: string) =>
    (await server.send("/admin/v1/session", { headers: { cookie: sent } })).json();
  expect(await session(cookie)).toMatchObject({ role: "owner" });
  const out = await server.send("/admin/v1/session", {
    method: "DELETE",
    headers: { ...headers, cookie },
  });
  expect(out.headers.get("set-cookie")).toContain("Max-Age=0");
  expect(await session(cookie)).toMatchObject({ user: null, role: null });

  const wrong = await post(server, "/session", { email: "ann@example.com", password: "wrong one" });
  const refusal = await refusalIn(wrong);
  expect(refusal).toMatchObject({ status: 401, code: "sign_in_failed" });
  expect(wrong.headers.has("set-cookie")).toBe(false);
  const unknown = await post(server, "/session", { email: "bob@example.com", password });
  // Nobody learns from the answer whether the account exists.
  expect(await refusalIn(unknown)).toEqual(refusal);
  const right = await post(server, "/session", { email: "ann@example.com", password });
  expect(await session(cookieIn(right))).toMatchObject({ role: "owner" });
});

test("attempts are limited, with the seconds to wait in the body and in the header", async () => {
  await using server = await startUi();
  let answer = await post(server, "/session", { email: "a@example.com", password: "x" });
  for (let count = 0; count < 30 && answer.status === 401; count++) {
    answer = await post(server, "/session", { email: "a@example.com", password: "x" });
  }
  const refusal = await refusalIn(answer);
  expect(refusal).toMatchObject({ status: 429, code: "too_many_attempts" });
  expect(answer.headers.get("retry-after")).toBe(String(refusal.retry_after));
});

test("over plain http to another name, the cookie has no prefix, as browsers would refuse it", async () => {
  await using server = await startUi({ publicUrl: "http://flags.lan:8080" });
  const code = await firstLink(server);
  const set = await post(
    server,
    "/set-up",
    { code, password },
    { origin: "http://flags.lan:8080" },
  );
  expect(set.headers.getSetCookie()[0]).toMatch(/^gatehouse-\w+=[\w-]+; .*SameSite=Lax$/);
  const answer = await server.send("/admin/v1/session", { headers: { cookie: cookieIn(set) } });
  expect(await answer.json()).toMatchObject({ role: "owner", canUsePasskeys: false });
  const options = await post(
    server,
    "/passkeys/sign-in/options",
    {},
    { origin: "http://flags.lan:8080" },
  );
  expect(await refusalIn(options)).toMatchObject({ code: "passkeys_unavailable" });
});

test("an owner invites a person, whose link works once; tokens of who leaves are told", async () => {
  await using server = await startUi({ publicUrl: "https://flags.example/x" });
  const owner = await server.page("owner");
  const body = { email: "bob@example.com", name: "Bob", role: "viewer" };
  const { member, link } = await owner.answer("POST /members", { body });
  expect(member).toMatchObject({ name: "Bob", role: "viewer", hasPassword: false });
  const url = link?.url ?? "";
  expect(url).toMatch(/^https:\/\/flags\.example\/x\/set-up#[\w-]{43}$/);
  const twice = await owner.call("POST /members", { body });
  expect(await refusalIn(twice)).toMatchObject({ status: 409, code: "member_exists" });

  const code = url.slice(url.indexOf("#") + 1);
  const own = { origin: "https://flags.example" };
  const set = await post(server, "/set-up", { code, password, name: "Not Bob" }, own);
  expect(set.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-gatehouse-test=.*; Secure$/),
    expect.stringMatching(/^__Host-gatehouse-test-browser=.*; Secure$/),
  ]);
  // Only the first owner chooses a name and an address.
  expect(await set.json()).toMatchObject({ user: { name: "Bob", email: "bob@example.com" } });

  await server.hosted.newToken({ name: "bob's laptop", ownerId: member.id });
  const params = { user: member.id };
  await owner.answer("PATCH /members/:user", { params, body: { role: "admin" } });
  const { activeTokens } = await owner.answer("DELETE /members/:user", { params, body: {} });
  expect(activeTokens).toEqual(["bob's laptop"]);
  const cookie = cookieIn(set);
  const gone = await server.send("/admin/v1/environments", { headers: { cookie } });
  expect(await refusalIn(gone)).toMatchObject({ status: 401, code: "signed_out" });
});

test("of several invitations of a person at once one counts, with its role and its link", async () => {
  await using server = await startUi();
  const owner = await server.page("owner");
  const roles = ["viewer", "owner", "admin"] as const;
  const invited = await Promise.all(
    roles.map((role) => owner.call("POST /members", { body: { email: "bob@example.com", role } })),
  );
  expect(invited.map(({ status }) => status)).toEqual([200, 409, 409]);
  const { member, link } = JSON.parse((await invited[0]?.text()) ?? "");
  expect(member).toMatchObject({ role: "viewer" });
  const code = link.url.slice(link.url.indexOf("#") + 1);
  const set = await post(server, "/set-up", { code, password });
  expect(await set.json()).toMatchObject({ role: "viewer" });
});

test("the tokens of who leaves are revoked with the person if that is asked for", async () => {
  await using server = await startUi();
  const owner = await server.page("owner");
  const { userId } = await server.page("member");
  await server.hosted.newToken({ name: "theirs", ownerId: userId });
  const answer = await owner.answer("DELETE /members/:user", {
    params: { user: userId },
    body: { revokeTokens: true },
  });
  expect(answer).toMatchObject({ removed: true, activeTokens: [], person: { id: userId } });
  expect(answer.tokens).toMatchObject([{ name: "theirs", revokedAt: expect.any(Number) }]);
  const token = server.state().tokens.find(({ name }) => name === "theirs");
  expect(token?.revokedAt).toEqual(expect.any(Number));
});

test("the last owner stays, in whatever way it is tried", async () => {
  await using server = await startUi();
  const owner = await server.page("owner");
  const params = { user: owner.userId };
  const before = server.state();
  const demoted = await owner.call("PATCH /members/:user", { params, body: { role: "admin" } });
  expect(await refusalIn(demoted)).toMatchObject({ status: 409, code: "last_owner" });
  const removed = await owner.call("DELETE /members/:user", { params, body: {} });
  expect(await refusalIn(removed)).toMatchObject({ status: 409, code: "last_owner" });
  expect(server.state()).toBe(before);
});

test("sessions are listed and ended by their person only", async () => {
  await using server = await startUi();
  const [ann, bob] = [await server.page("member"), await server.page("member")];
  const { sessions } = await ann.answer("GET /account/sessions");
  expect(sessions).toMatchObject([{ isThis: true }]);
  const [session] = sessions;
  const params = { session: session?.id ?? "" };
  const stolen = await bob.call("DELETE /account/sessions/:session", { params });
  expect(await refusalIn(stolen)).toMatchObject({ status: 404, code: "session_not_found" });
  expect((await ann.call("GET /environments")).status).toBe(200);
  await ann.call("DELETE /account/sessions/:session", { params });
  expect((await ann.call("GET /environments")).status).toBe(401);
  expect((await bob.call("GET /environments")).status).toBe(200);
});

test("with a public URL nobody signs in from another origin, though it is that of the request's host", async () => {
  await using server = await startUi({ publicUrl: "https://flags.example/x" });
  const code = await firstLink(server);
  const before = server.state();
  for (const origin of [site, "http://localhost:9999", "http://flags.example"]) {
    for (const [path, body] of [
      ["/session", { email: "owner@localhost", password }],
      ["/set-up", { code, password }],
      ["/passkeys/sign-in/options", {}],
    ] as const) {
      const answer = await post(server, path, body, { origin });
      const refusal = await refusalIn(answer);
      expect(refusal).toMatchObject({ status: 403, code: "not_own_page" });
      expect(refusal.message).toContain('--public-url is "https://flags.example"');
    }
  }
  expect(server.state()).toBe(before);
  const own = { origin: "https://flags.example" };
  const options = await post(server, "/passkeys/sign-in/options", {}, own);
  expect(await options.json()).toMatchObject({ options: { rpId: "flags.example" } });
});
