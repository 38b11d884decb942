import { describe, expect, test } from "bun:test";
import { hashSecret } from "../../../src/core/secrets/random-secret.ts";
import { changeLogger } from "../../../src/http/log/change-logger.ts";
import { cheapPasswords } from "../../helpers/cheap-passwords.ts";
import { entriesOf, loggedLines } from "../../http/log/logged-lines.ts";
import {
  addRule,
  addWithPassword,
  password,
  type SignOnSite,
  startSignOn,
} from "./sign-on-site.ts";

cheapPasswords();

const signIn = (site: SignOnSite, email: string) =>
  site.browser().outcome("POST", "/session", { email, password });

const give = (site: SignOnSite, user: number) =>
  site.browser(site.owner.cookie).outcome("PUT", `/members/${user}/emergency-access`);

describe("while people must use the provider", () => {
  test("passwords sign in only owners with emergency access, and each use is noted", async () => {
    await using site = await startSignOn({ isProviderOnly: true });
    const { server } = site;
    const { lines, log } = loggedLines();
    server.hosted.deployment.writer.onCommit(changeLogger(log));
    const first = await addWithPassword(server, "first@example.com", "owner");
    await addWithPassword(server, "admin@example.com", "admin");
    expect(await signIn(site, "first@example.com")).toBe("sign_on_required");
    expect(await signIn(site, "admin@example.com")).toBe("sign_on_required");
    expect(await give(site, first)).toBe("done");
    expect(await site.owner.answer("GET /emergency-access")).toMatchObject({
      owners: [{ id: first, lastUsedAt: null }],
    });
    expect(await signIn(site, "first@example.com")).toBe("done");
    expect(entriesOf(lines).map(({ action }) => action)).toContain("break_glass.used");
    const { owners } = await site.owner.answer("GET /emergency-access");
    expect(owners[0]?.lastUsedAt).toBeGreaterThan(0);
    const wrong = { email: "first@example.com", password: "another pass phrase" };
    expect(await site.browser().outcome("POST", "/session", wrong)).toBe("sign_in_failed");
  });

  test("links and new passwords start no session either", async () => {
    await using site = await startSignOn({ isProviderOnly: true });
    const { server, owner } = site;
    const user = await addWithPassword(server, "admin@example.com", "admin");
    const { link } = await owner.answer("POST /members/:user/link", { params: { user }, body: {} });
    const code = link.url.split("#")[1] ?? "";
    const next = "a quite different pass phrase";
    const used = await site.browser().outcome("POST", "/set-up", { code, password: next });
    expect(used).toBe("sign_on_required");
    expect(server.state().signInLinks.has(hashSecret(code))).toBe(true);
    await addRule(owner, "platform", "viewer");
    const browser = site.browser();
    expect(await browser.signIn("ada")).toBe("done");
    const proof = await browser.outcome("POST", "/session/proof", { password });
    expect(proof).toBe("proof_wrong");
    expect((await browser.session()).signOn).toMatchObject({ isOnly: true, isUsed: true });
  });

  test("emergency access is for two owners at most, and ends with the role", async () => {
    await using site = await startSignOn({ isProviderOnly: true });
    const { server, owner } = site;
    const ids = await Promise.all(
      ["a", "b", "c"].map((name) => addWithPassword(server, `${name}@example.com`, "owner")),
    );
    const admin = await addWithPassword(server, "admin@example.com", "admin");
    const outcomes: string[] = [];
    for (const id of [admin, 999, ...ids]) {
      outcomes.push(await give(site, id));
    }
    expect(outcomes).toEqual([
      ...["role_required", "member_not_found", "done", "done", "break_glass_limit"],
    ]);
    const [first = 0, second = 0] = ids;
    await owner.answer("PATCH /members/:user", {
      params: { user: first },
      body: { role: "admin" },
    });
    expect(await signIn(site, "a@example.com")).toBe("sign_on_required");
    await owner.answer("DELETE /members/:user/emergency-access", { params: { user: second } });
    expect(await signIn(site, "b@example.com")).toBe("sign_on_required");
  });
});

test("without --sso-only passwords and the provider both work", async () => {
  await using site = await startSignOn();
  await addWithPassword(site.server, "admin@example.com", "admin");
  await addRule(site.owner, "platform", "viewer");
  expect(await signIn(site, "admin@example.com")).toBe("done");
  expect(await site.browser().signIn("ada")).toBe("done");
});
