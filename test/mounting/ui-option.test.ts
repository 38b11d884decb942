import { expect, test } from "bun:test";
import { Elysia } from "elysia";
import { mountable } from "gatehouse-flags";

const html = { headers: { accept: "text/html" } };
const origin = "http://localhost";
const own = { origin, "sec-fetch-site": "same-origin", "content-type": "application/json" };

function ask(app: { readonly handle: (request: Request) => Promise<Response> }) {
  return (path: string, init: RequestInit = {}) => app.handle(new Request(origin + path, init));
}

test("without the option there is no UI", async () => {
  const toggles = mountable({ data: ":memory:" });
  for (const path of ["/flipper", "/flipper/", "/flipper/admin/v1/session", "/flipper/settings"]) {
    expect((await toggles.handle(new Request(origin + path, html))).status).toBe(404);
  }
  await toggles.close();
});

test("with it the UI is at the parent of the mount path, and the API is where it was", async () => {
  const toggles = mountable({ data: ":memory:", ui: true });
  const send = ask(toggles);
  for (const path of ["/flipper", "/flipper/", "/flipper/features/a%2Fb", "/flipper/settings"]) {
    const page = await send(path, html);
    expect([path, page.status]).toEqual([path, 200]);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await page.text()).toContain('data-base="/flipper" data-mode="mountable"');
  }
  const script = /src="([^"]+)"/.exec(await (await send("/flipper", html)).text())?.[1] ?? "";
  expect(script).toMatch(/^\/flipper\/assets\/main-\w+\.js$/);
  const file = await send(script, { headers: { "accept-encoding": "gzip" } });
  expect([file.status, file.headers.get("content-encoding")]).toEqual([200, "gzip"]);
  expect(await (await send("/flipper/admin/v1/session")).json()).toMatchObject({
    mode: "mountable",
    user: null,
    role: "admin",
    readOnly: null,
    apiPath: "/flipper/api",
  });
  const created = await send("/flipper/admin/v1/environments/1/features", {
    method: "POST",
    headers: own,
    body: '{"key":"search"}',
  });
  expect(created.status).toBe(200);
  expect(toggles.features().map(({ key }) => key)).toEqual(["search"]);
  expect(await (await send("/flipper/api/features")).json()).toMatchObject({
    features: [{ key: "search" }],
  });
  const elsewhere = await send("/flipper/admin/v1/environments/1/features", {
    method: "POST",
    headers: { ...own, origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    body: '{"key":"stolen"}',
  });
  expect(elsewhere.status).toBe(403);
  expect((await send("/flipper/api/nothing")).status).toBe(404);
  for (const hostedOnly of ["members", "account/sessions", "environments/1/tokens"]) {
    expect((await send(`/flipper/admin/v1/${hostedOnly}`)).status).toBe(404);
  }
  await toggles.close();
});

test("a host keeps its own routes beside the UI, and its hooks decide who reaches the UI", async () => {
  const toggles = mountable({ data: ":memory:", ui: true, mountPath: "/api" });
  const app = new Elysia()
    .onRequest(({ request, set }) => {
      if (request.headers.get("x-user") === null) {
        set.status = 401;
        return "who are you?";
      }
      return undefined;
    })
    .use(toggles)
    .get("/shop", () => "shop")
    .get("/*", () => "the host's own page");
  const send = ask(app);
  const known = { headers: { ...html.headers, "x-user": "ann" } };
  expect((await send("/", html)).status).toBe(401);
  expect((await send("/admin/v1/session")).status).toBe(401);
  expect(await (await send("/", known)).text()).toContain('data-base="" data-mode="mountable"');
  expect((await send("/admin/v1/environments", known)).status).toBe(200);
  expect(await (await send("/shop", known)).text()).toBe("shop");
  expect(await (await send("/elsewhere", known)).text()).toBe("the host's own page");
  expect((await send("/api/features", known)).status).toBe(200);
  await toggles.close();
});

test("credentials of the API are those of the page and of its requests", async () => {
  const basicAuth = { user: "ann", password: "secret" };
  const toggles = mountable({ data: ":memory:", ui: true, basicAuth });
  const send = ask(toggles);
  const right = { authorization: `Basic ${btoa("ann:secret")}` };
  for (const path of ["/flipper", "/flipper/admin/v1/session"]) {
    const refused = await send(path, html);
    expect([path, refused.status]).toEqual([path, 401]);
    expect(refused.headers.get("www-authenticate")).toStartWith("Basic ");
    expect((await send(path, { headers: right })).status).toBe(200);
  }
  await toggles.close();
});

test("hosts that are not allowed get no page", async () => {
  const toggles = mountable({ data: ":memory:", ui: true, allowedHosts: ["app.example"] });
  const statusFor = async (host: string) =>
    (await toggles.handle(new Request(`http://${host}/flipper`, { headers: { host } }))).status;
  expect(await statusFor("evil.example")).toBe(403);
  expect(await statusFor("app.example")).toBe(200);
  await toggles.close();
});

test("pages are told of changes that the host makes, until the toggles are closed", async () => {
  const toggles = mountable({ data: ":memory:", ui: true });
  const answer = await ask(toggles)("/flipper/admin/v1/environments/1/events");
  const reader = answer.body?.getReader();
  const read = async () => new TextDecoder().decode((await reader?.read())?.value);
  expect(await read()).toContain("retry: 1000");
  await toggles.enable("search");
  expect(await read()).toContain('"keys":["search"]');
  await toggles.close();
  expect((await reader?.read())?.done).toBe(true);
});

test("a mount path that would hide pages of the UI is refused at once", () => {
  for (const mountPath of ["/features", "/x/admin", "/assets"]) {
    expect(() => mountable({ data: ":memory:", ui: true, mountPath })).toThrow(TypeError);
    mountable({ data: ":memory:", mountPath });
  }
});
