import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { signOnRecords } from "../../../src/core/model/sign-on-records.ts";
import { addRule, codeOf, type SignOnSite, startSignOn } from "./sign-on-site.ts";
import { refusalIn } from "./web-ui-server.ts";

/** One site for the tests of a table. */
function sharedSite(): () => SignOnSite {
  let site: SignOnSite | undefined;
  beforeAll(async () => {
    site = await startSignOn();
    await addRule(site.owner, "platform", "viewer");
  });
  afterAll(() => site?.[Symbol.asyncDispose]());
  return () => site ?? expect.unreachable();
}

describe("an answer of the provider", () => {
  test("counts once, and only in the browser that started", async () => {
    await using site = await startSignOn();
    await addRule(site.owner, "platform", "viewer");
    const browser = site.browser();
    const answer = await browser.comeBack("ada");
    const thief = site.browser();
    expect(await codeOf(await thief.finish(answer))).toBe("sign_on_failed");
    await thief.comeBack("ada");
    expect(await codeOf(await thief.finish(answer))).toBe("sign_on_failed");
    const { cookie } = browser;
    expect(await codeOf(await browser.finish(answer))).toBe("done");
    expect(await codeOf(await browser.finish(answer))).toBe("sign_on_failed");
    const again = site.browser();
    for (const pair of cookie.split("; ")) {
      const replay = site.browser(pair);
      expect(await codeOf(await replay.finish(answer))).toBe("sign_on_failed");
    }
    expect((await again.session()).user).toBeNull();
  });

  test("gives back its attempt; those without an answer are limited for each address", async () => {
    await using site = await startSignOn();
    await addRule(site.owner, "platform", "viewer");
    const browser = site.browser();
    expect(await browser.signIn("ada")).toBe("done");
    const start = () => browser.outcome("POST", "/sign-in/oidc", {});
    for (let count = 0; count < 60; count++) {
      expect(await start()).toBe("done");
    }
    expect(await start()).toBe("too_many_attempts");
  });

  test("for a link counts only with the session that asked", async () => {
    await using site = await startSignOn();
    const { server } = site;
    const [member, other] = [await server.page("viewer"), await server.page("viewer")];
    const browser = site.browser(member.cookie);
    const answer = await browser.comeBack("ada", "/account/identities");
    const [start = ""] = browser.cookie.split("; ").filter((pair) => pair.includes("sign-on="));
    const mixed = await server.send("/admin/v1/sign-in/oidc/finish", {
      method: "POST",
      headers: {
        ...{ cookie: `${other.cookie}; ${start}`, origin: "http://localhost" },
        "content-type": "application/json",
      },
      body: JSON.stringify({ answer }),
    });
    expect((await refusalIn(mixed)).code).toBe("session_ended");
    expect(signOnRecords(server.state(), "identity")).toEqual([]);
  });
});

describe("an answer of the provider with", () => {
  const site = sharedSite();

  test.each([
    ["another state", (query: string) => query.replace(/state=[^&]+/, "state=other")],
    ["no state", (query: string) => query.replace(/&state=[^&]+/, "")],
    ["another issuer", (query: string) => query.replace(/iss=[^&]+/, "iss=https://evil.example")],
    ["another code", (query: string) => query.replace(/code=[^&]+/, "code=forged")],
    ["a refusal", (query: string) => query.replace(/code=[^&]+/, "error=access_denied")],
    ["nothing", () => "x"],
  ])("%s is refused", async (_, forged) => {
    const { browser: open, failures, provider } = site();
    const browser = open();
    const answer = forged(await browser.comeBack("ada"));
    expect(await codeOf(await browser.finish(answer))).toBe("sign_on_failed");
    expect((await browser.session()).user).toBeNull();
    expect(failures.join("")).not.toContain(provider.clientSecret);
  });
});
