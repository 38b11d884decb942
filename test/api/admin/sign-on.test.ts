import { describe, expect, test } from "bun:test";
import { roleOf } from "../../../src/core/model/member-role.ts";
import { signOnRecords } from "../../../src/core/model/sign-on-records.ts";
import { changeLogger } from "../../../src/http/log/change-logger.ts";
import { ProviderVisitor } from "../../helpers/oidc-provider.ts";
import { loggedLines } from "../../http/log/logged-lines.ts";
import { addRule, addWithPassword, codeOf, startSignOn } from "./sign-on-site.ts";

const hourMs = 3_600_000;

describe("a person whose group has a rule", () => {
  test("becomes a member at the first sign-in, and is the same one at the next", async () => {
    await using site = await startSignOn();
    const { server, owner } = site;
    const { lines, log } = loggedLines();
    server.hosted.deployment.writer.onCommit(changeLogger(log));
    await addRule(owner, "platform", "member");
    const browser = site.browser();
    expect((await browser.session()).signOn).toEqual({
      ...{ provider: "127.0.0.1", isOnly: false, isUsed: false },
    });
    expect(await browser.signIn("ada")).toBe("done");
    expect(await browser.session()).toMatchObject({
      role: "member",
      user: { name: "Ada", email: "ada@example.com" },
      signOn: { isUsed: true },
      isProven: true,
    });
    const other = site.browser();
    expect(await other.signIn("ada")).toBe("done");
    expect((await other.session()).user).toEqual((await browser.session()).user);
    expect(server.state().users.size).toBe(2);
    const text = lines.join("");
    expect(text).toContain("identity.saved");
    expect(text).not.toContain("ada@example.com");
    const stored = JSON.stringify(server.state());
    for (const secret of [...browser.cookie.matchAll(/=([^;]+)/g)].map(([, value]) => value)) {
      expect(stored + text).not.toContain(secret);
    }
    expect(stored + text).not.toContain(site.provider.clientSecret);
  });

  test("gets the highest role of all rules, and roles in environments", async () => {
    await using site = await startSignOn();
    const { server, owner } = site;
    await owner.answer("POST /environments", { body: { name: "Staging" } });
    await addRule(owner, "everyone", "viewer");
    await addRule(owner, "platform", "member", "staging");
    await addRule(owner, "everyone", "admin", "staging");
    await addRule(owner, "others", "owner");
    const browser = site.browser();
    await browser.signIn("ada");
    expect(await browser.session()).toMatchObject({
      role: "viewer",
      environmentRoles: [{ environmentId: 2, role: "admin" }],
    });
    site.provider.people.set("ada", { email: "ada@example.com", groups: ["platform"] });
    await browser.signIn("ada");
    expect(await browser.session()).toMatchObject({
      role: "viewer",
      environmentRoles: [{ environmentId: 2, role: "member" }],
    });
    expect(signOnRecords(server.state(), "environment_role")).toHaveLength(1);
  });

  test("is no member any more when no rule matches, and may come back", async () => {
    await using site = await startSignOn();
    const { server, owner } = site;
    const rule = await addRule(owner, "platform", "admin");
    const browser = site.browser();
    await browser.signIn("ada");
    const { user } = await browser.session();
    await owner.answer("DELETE /group-rules/:rule", { params: { rule } });
    expect(await browser.signIn("ada")).toBe("sign_on_no_rule");
    expect((await browser.session()).user).toBeNull();
    expect(roleOf(server.state(), user?.id ?? 0)).toBeUndefined();
    await addRule(owner, "everyone", "viewer");
    expect(await browser.signIn("ada")).toBe("done");
    expect(await browser.session()).toMatchObject({ role: "viewer", user: { id: user?.id } });
  });

  test("never stops being the last owner", async () => {
    await using site = await startSignOn();
    const { server, owner } = site;
    const rule = await addRule(owner, "platform", "owner");
    const browser = site.browser();
    await browser.signIn("ada");
    const first = String(owner.userId);
    await browser.send("DELETE", `/members/${first}`, {});
    expect(roleOf(server.state(), owner.userId)).toBeUndefined();
    await browser.send("POST", "/group-rules", { group: "platform", role: "viewer" });
    expect(await browser.signIn("ada")).toBe("done");
    expect((await browser.session()).role).toBe("owner");
    await browser.send("DELETE", `/group-rules/${rule}`);
    expect(await browser.signIn("ada")).toBe("done");
    expect((await browser.session()).role).toBe("owner");
  });

  test("is let in by no rule of another group, without an address, or with one that is not verified", async () => {
    await using site = await startSignOn();
    const { server, owner, provider } = site;
    await addRule(owner, "platform-team", "member");
    expect(await site.browser().signIn("ada")).toBe("sign_on_no_rule");
    await addRule(owner, "platform", "member");
    provider.people.set("ada", { groups: ["platform"] });
    expect(await site.browser().signIn("ada")).toBe("sign_on_no_email");
    provider.people.set("ada", {
      ...{ email: "ada@example.com", email_verified: false, groups: ["platform"] },
    });
    expect(await site.browser().signIn("ada")).toBe("sign_on_no_email");
    expect(server.state().users.size).toBe(1);
  });
});

describe("a member with the same address", () => {
  test("is not taken over, and links the account while signed in", async () => {
    await using site = await startSignOn();
    const { server, owner } = site;
    await addRule(owner, "platform", "viewer");
    const member = await server.page("admin");
    await server.hosted.deployment.writer.submit((draft) => {
      const user = draft.state.users.get(member.userId);
      if (user !== undefined) {
        draft.record({ kind: "user.saved", user: { ...user, email: "ada@example.com" } });
      }
    });
    expect(await site.browser().signIn("ada")).toBe("sign_on_email_taken");
    const browser = site.browser(member.cookie);
    const answer = await browser.comeBack("ada", "/account/identities");
    expect(await codeOf(await browser.finish(answer))).toBe("done");
    expect(await member.answer("GET /account/identities")).toMatchObject({
      identities: [{ issuer: site.provider.issuer, subject: "ada", isManaged: false }],
    });
    const fresh = site.browser();
    expect(await fresh.signIn("ada")).toBe("done");
    // A rule does not lower the role that an owner gave.
    expect(await fresh.session()).toMatchObject({ role: "admin", user: { id: member.userId } });
    const query = { issuer: site.provider.issuer, subject: "ada" };
    expect(await member.answer("DELETE /account/identities", { query })).toEqual({
      identities: [],
    });
    expect(await site.browser().signIn("ada")).toBe("sign_on_email_taken");
  });

  test("loses what rules gave, and keeps what an owner gave", async () => {
    await using site = await startSignOn();
    const { server, owner } = site;
    const rule = await addRule(owner, "platform", "admin");
    const member = await server.page("viewer");
    const browser = site.browser(member.cookie);
    await browser.finish(await browser.comeBack("ada", "/account/identities"));
    expect(roleOf(server.state(), member.userId)).toBe("viewer");
    await browser.signIn("ada");
    expect(roleOf(server.state(), member.userId)).toBe("admin");
    await owner.answer("DELETE /group-rules/:rule", { params: { rule } });
    expect(await browser.signIn("ada")).toBe("done");
    expect(roleOf(server.state(), member.userId)).toBe("viewer");
  });

  test("cannot link the account of another member", async () => {
    await using site = await startSignOn();
    const { server, owner } = site;
    await addRule(owner, "platform", "viewer");
    await site.browser().signIn("ada");
    const member = await server.page("viewer");
    const browser = site.browser(member.cookie);
    const answer = await browser.comeBack("ada", "/account/identities");
    expect(await codeOf(await browser.finish(answer))).toBe("identity_taken");
  });
});

describe("a session of the provider", () => {
  test("lasts 12 hours, and proves the person only after a question there", async () => {
    await using site = await startSignOn();
    const { server, owner } = site;
    await addRule(owner, "platform", "owner");
    const browser = site.browser();
    await browser.signIn("ada");
    const { user } = await browser.session();
    const age = (ms: number) =>
      server.hosted.deployment.writer.submit((draft) => {
        for (const session of draft.state.sessions.values()) {
          if (session.userId === user?.id) {
            const createdAt = draft.now - ms;
            draft.record({ kind: "session.saved", session: { ...session, createdAt } });
          }
        }
      });
    const rule = { group: "x", role: "viewer" };
    await age(11 * 60_000);
    expect(await browser.outcome("POST", "/group-rules", rule)).toBe("proof_required");
    expect(await browser.signIn("ada", { again: true })).toBe("done");
    expect(await browser.outcome("POST", "/group-rules", rule)).toBe("done");
    await age(12 * hourMs - 60_000);
    expect((await browser.session()).user).not.toBeNull();
    await age(12 * hourMs);
    expect((await browser.session()).user).toBeNull();
  });

  test("is not proven for a browser that the provider let in without a question", async () => {
    await using site = await startSignOn();
    await addRule(site.owner, "platform", "owner");
    const browser = site.browser();
    await browser.signIn("ada");
    const { setSystemTime } = await import("bun:test");
    try {
      setSystemTime(new Date(Date.now() + 11 * 60_000));
      expect(await browser.signIn("ada")).toBe("done");
    } finally {
      setSystemTime();
    }
    expect(await browser.session()).toMatchObject({ isProven: false, role: "owner" });
  });

  test("ends here and at the provider", async () => {
    await using site = await startSignOn();
    await addRule(site.owner, "platform", "viewer");
    const browser = site.browser();
    await browser.signIn("ada");
    const ended: unknown = JSON.parse(await (await browser.send("DELETE", "/session")).text());
    expect(ended).toEqual({
      ended: true,
      providerUrl: expect.stringContaining(`${site.provider.issuer}/session/end?`),
    });
    expect((await browser.session()).user).toBeNull();
    const page = site.browser((await site.server.page("viewer")).cookie);
    const own: unknown = JSON.parse(await (await page.send("DELETE", "/session")).text());
    expect(own).toEqual({ ended: true, providerUrl: null });
  });

  test("of another person proves nothing", async () => {
    await using site = await startSignOn();
    await addRule(site.owner, "platform", "owner");
    site.provider.people.set("eve", { email: "eve@example.com", groups: ["platform"] });
    const browser = site.browser();
    await browser.signIn("ada");
    browser.visitor = new ProviderVisitor();
    expect(await browser.signIn("eve", { again: true })).toBe("proof_wrong");
    expect((await browser.session()).user).toMatchObject({ name: "Ada" });
  });
});

test("the server works without the provider, and says so", async () => {
  await using site = await startSignOn();
  await addWithPassword(site.server, "kim@example.com", "viewer");
  await site.provider.stop();
  const browser = site.browser();
  expect(await browser.outcome("POST", "/sign-in/oidc", {})).toBe("sign_on_unavailable");
  expect(site.failures).toHaveLength(1);
  expect(await browser.outcome("GET", "/session")).toBe("done");
});
