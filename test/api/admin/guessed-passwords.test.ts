import { expect, test } from "bun:test";
import { addMember } from "../../../src/app/commands/member-commands.ts";
import { issueSignInLink } from "../../../src/app/commands/sign-in-link-commands.ts";
import { firstOrganization } from "../../../src/core/model/first-organization.ts";
import { cheapPasswords } from "../../helpers/cheap-passwords.ts";
import { refusalIn, site, startUi, type UiServer } from "./web-ui-server.ts";

cheapPasswords();

/** All requests of these tests come from one address, as behind a router or a proxy. */
const password = "a quiet river bends 42";
const nextPassword = "nine copper kettles sing";

interface Browser {
  /** Cookies by name, as a browser keeps them. */
  readonly cookies: Map<string, string>;
  post(path: string, body: object, method?: string): Promise<Response>;
}

function browserOf(server: UiServer): Browser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async post(path, body, method = "POST") {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const answer = await server.send(`/admin/v1${path}`, {
        method,
        headers: { origin: site, "content-type": "application/json", cookie },
        ...(method === "DELETE" ? {} : { body: JSON.stringify(body) }),
      });
      for (const line of answer.headers.getSetCookie()) {
        const [pair = ""] = line.split(";");
        const start = pair.indexOf("=");
        cookies.set(pair.slice(0, start), pair.slice(start + 1));
      }
      return answer;
    },
  };
}

async function newLink(server: UiServer, email: string): Promise<string> {
  const { code } = await server.hosted.deployment.writer.submit((draft) => {
    const organization = firstOrganization(draft.state);
    const user = addMember(draft, organization, { email, name: undefined, role: "member" });
    return issueSignInLink(draft, user);
  });
  return code;
}

/** A browser in which a new member has set the password and signed out. */
async function knownBrowser(server: UiServer, email: string): Promise<Browser> {
  const browser = browserOf(server);
  const set = await browser.post("/set-up", { code: await newLink(server, email), password });
  expect(set.status).toBe(200);
  expect((await browser.post("/session", {}, "DELETE")).status).toBe(200);
  return browser;
}

async function useUpAddress(server: UiServer): Promise<void> {
  const stranger = browserOf(server);
  const wrong = Array.from({ length: 61 }, (_, index) => ({
    email: `guess${index}@example.com`,
    password: "wrong password",
  }));
  const statuses: number[] = [];
  for (const guess of wrong) {
    statuses.push((await stranger.post("/session", guess)).status);
  }
  expect(statuses.at(-1)).toBe(429);
}

const ann = { email: "ann@example.com", password };

test("61 wrong passwords of an address lock out strange browsers only", async () => {
  await using server = await startUi();
  const code = await newLink(server, "new@example.com");
  const known = await knownBrowser(server, ann.email);
  const signedIn = await knownBrowser(server, "kim@example.com");
  await signedIn.post("/session", { email: "kim@example.com", password });
  await useUpAddress(server);

  const strange = browserOf(server);
  expect((await strange.post("/session", ann)).status).toBe(429);
  expect((await known.post("/session", ann)).status).toBe(200);
  expect((await strange.post("/passkeys/sign-in/options", {})).status).toBe(200);
  expect((await strange.post("/set-up/check", { code })).status).toBe(200);
  expect((await strange.post("/set-up", { code, password })).status).toBe(200);
  const changed = { current: password, password: nextPassword };
  expect((await signedIn.post("/account/password", changed, "PUT")).status).toBe(200);
});

test("a known browser has a limit for its own account, and none for others", async () => {
  await using server = await startUi();
  const known = await knownBrowser(server, ann.email);
  await knownBrowser(server, "kim@example.com");
  const statuses = async (browser: Browser, email: string, count: number) => {
    const found: number[] = [];
    for (let index = 0; index < count; index++) {
      found.push((await browser.post("/session", { email, password: "wrong one" })).status);
    }
    return found;
  };
  const ten = Array.from({ length: 10 }, () => 401);
  expect(await statuses(known, ann.email, 11)).toEqual([...ten, 429]);
  // For an account that it does not know, it is a stranger like all at its address.
  expect(await statuses(browserOf(server), "kim@example.com", 10)).toEqual(ten);
  expect(await statuses(known, "kim@example.com", 1)).toEqual([429]);
});

test("what was not signed for the account makes no browser known", async () => {
  await using server = await startUi();
  const known = await knownBrowser(server, ann.email);
  const name = [...known.cookies.keys()].find((each) => each.endsWith("-browser")) ?? "";
  const kept = known.cookies.get(name) ?? "";
  const [userId = "", endsAt = "", id = "", mark = ""] = kept.split(".");
  await useUpAddress(server);
  const planted = [
    `${userId}.${endsAt}.${"A".repeat(16)}.${mark}`,
    `${userId}.${Number(endsAt) + 1}.${id}.${mark}`,
    `${Number(userId) + 1}.${endsAt}.${id}.${mark}`,
    `${userId}.${endsAt}.${id}.${"A".repeat(43)}`,
    "~".repeat(1_000),
    "%00",
  ];
  for (const value of planted) {
    const browser = browserOf(server);
    browser.cookies.set(name, value);
    expect([value, (await browser.post("/session", ann)).status]).toEqual([value, 429]);
  }
  const browser = browserOf(server);
  browser.cookies.set(name, kept);
  expect((await browser.post("/session", ann)).status).toBe(200);
});

test("a browser keeps what several accounts left, and a new password ends what an old one left", async () => {
  await using server = await startUi();
  const shared = await knownBrowser(server, ann.email);
  const kim = { email: "kim@example.com", password };
  const link = await newLink(server, kim.email);
  expect((await shared.post("/set-up", { code: link, password })).status).toBe(200);
  const other = await knownBrowser(server, "bob@example.com");
  await useUpAddress(server);
  expect((await shared.post("/session", ann)).status).toBe(200);
  expect((await shared.post("/session", kim)).status).toBe(200);

  const bob = { email: "bob@example.com", password };
  expect((await other.post("/session", bob)).status).toBe(200);
  const earlier = new Map(other.cookies);
  const changed = { current: password, password: nextPassword };
  expect((await other.post("/account/password", changed, "PUT")).status).toBe(200);
  const stolen = browserOf(server);
  for (const [name, value] of earlier) {
    stolen.cookies.set(name, value);
  }
  const next = { ...bob, password: nextPassword };
  expect(await refusalIn(await stolen.post("/session", next))).toMatchObject({ status: 429 });
  expect((await other.post("/session", next)).status).toBe(200);
});
