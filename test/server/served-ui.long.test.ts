import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ServerProcess, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

const origin = (url: string) => ({ origin: url, "sec-fetch-site": "same-origin" });
const json = { "content-type": "application/json" };

type Variables = Readonly<Record<string, string>>;

function start(
  directory: TemporaryDirectory,
  mode: "hosted" | "mountable",
  variables: Variables = {},
): Promise<ServerProcess> {
  return ServerProcess.start(testedProgram, directory.path, { mode, variables });
}

/** Sets the first owner up with the link of the first start; resolves to the cookie. */
async function signIn(server: ServerProcess, directory: TemporaryDirectory): Promise<string> {
  const shown = readFileSync(join(directory.path, "first-start.txt"), "utf8");
  const code = /\/set-up#(\S+)/.exec(shown)?.[1] ?? "";
  const answer = await fetch(`${server.url}/admin/v1/set-up`, {
    method: "POST",
    headers: { ...origin(server.url), ...json },
    body: JSON.stringify({ code, password: "a quiet river bends 42" }),
  });
  expect(answer.status).toBe(200);
  return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
}

test("the executable serves the built UI, and its API only to those who are signed in", async () => {
  using directory = new TemporaryDirectory();
  using server = await start(directory, "hosted");
  const page = await fetch(server.url);
  expect(page.headers.get("content-security-policy")).toContain("require-trusted-types-for");
  const html = await page.text();
  const files = Array.from(html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g), ([, path]) => path);
  expect(files.length).toBeGreaterThanOrEqual(2);
  for (const path of files) {
    const file = await fetch(server.url + path);
    expect([path, file.status]).toEqual([path, 200]);
    expect(file.headers.get("cache-control")).toContain("immutable");
  }
  expect((await fetch(`${server.url}/admin/v1/environments`)).status).toBe(401);
  const cookie = await signIn(server, directory);
  const answer = await fetch(`${server.url}/admin/v1/about`, { headers: { cookie } });
  expect(await answer.json()).toMatchObject({
    mode: "hosted",
    databases: expect.arrayContaining([{ file: "gatehouse.db", bytes: expect.any(Number) }]),
    checks: expect.arrayContaining([{ name: "database", isOk: true, reason: null }]),
  });
  // The link is used, so its file is gone.
  expect(() => readFileSync(join(directory.path, "first-start.txt"))).toThrow();
});

test("a refused proof is logged with its address, and without what was sent", async () => {
  using directory = new TemporaryDirectory();
  using server = await start(directory, "hosted");
  const cookie = await signIn(server, directory);
  const answer = await fetch(`${server.url}/admin/v1/session/proof`, {
    method: "POST",
    headers: { ...origin(server.url), ...json, cookie },
    body: JSON.stringify({ password: "a guess of a thief" }),
  });
  expect([answer.status, await answer.json()]).toEqual([
    403,
    { code: "proof_wrong", message: "The password is wrong", more_info: "/swagger" },
  ]);
  server.signal("SIGTERM");
  const { err } = await server.ended();
  const lines = err.split("\n").filter((line) => line.includes("/admin/v1/session/proof"));
  expect(lines).toEqual([expect.stringMatching(/refused.*403.*127\.0\.0\.1/)]);
  expect(err).not.toContain("thief");
  expect(err).not.toContain(cookie.slice(cookie.indexOf("=") + 1));
});

test("with a read-only UI in mountable mode, programs change features, and pages nothing", async () => {
  using directory = new TemporaryDirectory();
  using server = await start(directory, "mountable", { GATEHOUSE_READ_ONLY_UI: "on" });
  const api = `${server.url}/flipper/admin/v1`;
  const changes = [
    { gate: "actors", action: "enable", value: "User;1" },
    { gate: "percentage_of_actors", action: "enable", value: 5 },
  ];
  const change = (headers: Variables) =>
    fetch(`${api}/environments/-/features/search/changes`, {
      method: "POST",
      headers: { ...json, ...headers },
      body: JSON.stringify({ changes, createsMissing: true }),
    });
  const page = await change(origin(server.url));
  expect([page.status, await page.json()]).toMatchObject([403, { code: "read_only" }]);
  const disguised = await change({ ...origin(server.url), "gatehouse-program": "1" });
  expect(disguised.status).toBe(403);
  expect(await (await change({ "gatehouse-program": "1" })).json()).toMatchObject({
    created: true,
  });
  const plan = await fetch(`${api}/plan`, {
    method: "PUT",
    headers: { ...json, "gatehouse-program": "1" },
    body: JSON.stringify({ plan: "self_hosted" }),
  });
  expect(plan.status).toBe(403);
});

test("a server with an open page stops at once", async () => {
  using directory = new TemporaryDirectory();
  using server = await start(directory, "hosted");
  const cookie = await signIn(server, directory);
  const events = await fetch(`${server.url}/admin/v1/environments/1/events`, {
    headers: { cookie },
  });
  const reader = events.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain("retry: 1000");
  server.signal("SIGTERM");
  const { code, err } = await server.ended();
  expect([code, err]).toEqual([0, expect.stringContaining("stopped")]);
  expect(err).not.toContain("not closed");
});

test("origins of --cors-origin may use the public API, and not that of the UI", async () => {
  using directory = new TemporaryDirectory();
  using server = await start(directory, "mountable", {
    GATEHOUSE_CORS_ORIGIN: "https://app.example",
  });
  const headers = { origin: "https://app.example" };
  const preflight = { ...headers, "access-control-request-method": "POST" };
  const allowed = "access-control-allow-origin";
  const ask = (path: string, init: RequestInit) => fetch(server.url + path, init);
  expect((await ask("/flipper/api/features", { headers })).headers.get(allowed)).not.toBeNull();
  const own = await ask("/flipper/admin/v1/session", { headers });
  expect(own.headers.get(allowed)).toBeNull();
  const asked = await ask("/flipper/admin/v1/session", { method: "OPTIONS", headers: preflight });
  expect([asked.ok, asked.headers.get(allowed)]).toEqual([false, null]);
  const write = await ask("/flipper/admin/v1/environments/1/features", {
    method: "POST",
    headers: { ...headers, ...json },
    body: '{"key":"stolen"}',
  });
  expect(write.status).toBe(403);
  const features = await ask("/flipper/api/features", {});
  expect(await features.json()).toEqual({ features: [] });
  server.signal("SIGTERM");
  const { err } = await server.ended();
  const refusals = err.split("\n").filter((line) => line.includes("refused"));
  expect(refusals).toEqual([expect.stringContaining("--public-url")]);
});

const readOnly: [why: string, variables: Variables, role: string, reason: string | null][] = [
  ["on a loopback address it is as open as the API", {}, "admin", null],
  ["a flag makes it read-only", { GATEHOUSE_READ_ONLY_UI: "on" }, "viewer", "flag"],
  [
    "on an address for all it is read-only",
    { GATEHOUSE_HOST: "0.0.0.0" },
    "viewer",
    "open_address",
  ],
  ["unless a flag opens it", { GATEHOUSE_HOST: "0.0.0.0", GATEHOUSE_OPEN_UI: "on" }, "admin", null],
];

test.each(readOnly)("without credentials: %s", async (_why, variables, role, reason) => {
  using directory = new TemporaryDirectory();
  using server = await start(directory, "mountable", variables);
  const url = server.url.replace("0.0.0.0", "127.0.0.1");
  const answer = await fetch(`${url}/flipper/admin/v1/session`);
  expect(await answer.json()).toMatchObject({ role, readOnly: reason });
  const write = await fetch(`${url}/flipper/admin/v1/environments/1/features`, {
    method: "POST",
    headers: { ...origin(url), ...json },
    body: '{"key":"search"}',
  });
  expect(write.status).toBe(role === "admin" ? 200 : 403);
  const features = await fetch(`${url}/flipper/api/features`);
  expect(JSON.stringify(await features.json()).includes("search")).toBe(role === "admin");
});

test("with credentials an address for all may be changed, by those who have them", async () => {
  using directory = new TemporaryDirectory();
  using server = await start(directory, "mountable", {
    GATEHOUSE_HOST: "0.0.0.0",
    GATEHOUSE_BASIC_AUTH: "ann:secret",
  });
  const url = server.url.replace("0.0.0.0", "127.0.0.1");
  for (const path of ["/flipper/", "/flipper/admin/v1/session"]) {
    const refused = await fetch(url + path);
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
      401,
      expect.stringContaining("Basic"),
    ]);
  }
  const headers = { authorization: `Basic ${btoa("ann:secret")}` };
  const answer = await fetch(`${url}/flipper/admin/v1/session`, { headers });
  expect(await answer.json()).toMatchObject({ role: "admin", readOnly: null });
});

test("behind a proxy that adds a part to the path, pages name the paths as clients see them", async () => {
  using directory = new TemporaryDirectory();
  using server = await start(directory, "hosted", {
    GATEHOUSE_BASE_PATH: "/flags",
    GATEHOUSE_PUBLIC_URL: "https://example.com/tools/flags",
  });
  const root = new URL("/flags", server.url).href;
  expect(await (await fetch(root)).text()).toContain('data-base="/tools/flags"');
  const answer = await fetch(`${root}/admin/v1/session`);
  expect(await answer.json()).toMatchObject({ apiPath: "/tools/flags/adapter" });
});

test("--no-ui leaves the Admin API for programs, and nothing else", async () => {
  using directory = new TemporaryDirectory();
  using server = await start(directory, "hosted", { GATEHOUSE_NO_UI: "on" });
  for (const path of ["/settings", "/admin/v1/session", "/assets/main.js"]) {
    const answer = await fetch(server.url + path, { headers: { accept: "text/html" } });
    expect([path, answer.status, answer.headers.get("content-type")]).toEqual([
      path,
      404,
      "application/json",
    ]);
  }
  const programs = await fetch(`${server.url}/admin/v1/environments`);
  expect(await programs.json()).toMatchObject({ code: "signed_out" });
  expect((await fetch(`${server.url}/swagger/admin.json`)).status).toBe(200);
  expect(new URL((await fetch(server.url)).url).pathname).toBe("/swagger");
});

test("backups are made from the UI, listed and downloaded", async () => {
  using directory = new TemporaryDirectory();
  using backups = new TemporaryDirectory();
  using server = await start(directory, "hosted", {
    GATEHOUSE_BACKUP_DIRECTORY: backups.path,
  });
  const cookie = await signIn(server, directory);
  const headers = { cookie, ...origin(server.url) };
  const list = async (): Promise<{ readonly backups: readonly { readonly file: string }[] }> =>
    JSON.parse(await (await fetch(`${server.url}/admin/v1/backups`, { headers })).text());
  // The schedule makes the first one at the start.
  let listed = await list();
  while (listed.backups.length === 0) {
    await Bun.sleep(20);
    listed = await list();
  }
  const [first] = listed.backups;
  const file = await fetch(`${server.url}/admin/v1/backups/${first?.file}`, { headers });
  expect(file.headers.get("content-disposition")).toContain(first?.file ?? "?");
  expect((await file.bytes()).slice(0, 2)).toEqual(new Uint8Array([0x1f, 0x8b]));
  for (const name of ["..%2fgatehouse.db", "gatehouse.db", "gatehouse-20200101T000000Z.tar.gz"]) {
    const missing = await fetch(`${server.url}/admin/v1/backups/${name}`, { headers });
    expect([name, missing.status]).toEqual([name, 404]);
  }
  const make = () =>
    fetch(`${server.url}/admin/v1/backups`, {
      method: "POST",
      headers: { ...headers, ...json },
      body: "{}",
    });
  // The first one may still be removing what is outdated.
  while ((await make()).status === 409) {
    await Bun.sleep(20);
  }
  while ((await list()).backups.length < 2) {
    await Bun.sleep(20);
  }
});
