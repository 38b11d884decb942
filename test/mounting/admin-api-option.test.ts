import { expect, test } from "bun:test";
import { Elysia } from "elysia";
import { mountable } from "gatehouse-flags";
import { runShell } from "../cli/daily-shells.ts";
import { words } from "../cli/in-memory-shell.ts";

const origin = "http://localhost";
const status = "/flipper/admin/v1/status";

const statusOf = async (
  app: { readonly handle: (request: Request) => Promise<Response> },
  path: string,
  headers: Readonly<Record<string, string>> = {},
) => (await app.handle(new Request(origin + path, { headers }))).status;

test("with the option the Admin API is below the parent of the mount path, without pages", async () => {
  const toggles = mountable({ data: ":memory:", adminApi: true });
  const app = new Elysia()
    .use(toggles)
    .get("/flipper", () => "the host's page")
    .get("/flipper/admin/people", () => "the host's people");
  expect(await statusOf(app, status)).toBe(200);
  expect(await statusOf(app, "/flipper/admin/v1/members")).toBe(404);
  for (const path of ["/flipper", "/flipper/admin/people"]) {
    expect(await (await app.handle(new Request(origin + path))).text()).toStartWith("the host's");
  }
  for (const path of ["/flipper/settings", "/flipper/assets/main.js", "/flipper/admin"]) {
    expect([path, await statusOf(app, path, { accept: "text/html" })]).toEqual([path, 404]);
  }
  await toggles.close();
});

test("it takes changes of programs, and none of web pages", async () => {
  const toggles = mountable({ data: ":memory:", adminApi: true });
  const create = (headers: Readonly<Record<string, string>>) =>
    toggles.handle(
      new Request(`${origin}/flipper/admin/v1/environments/-/features`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: '{"key":"search"}',
      }),
    );
  const program = { "gatehouse-program": "test" };
  expect((await create({})).status).toBe(403);
  expect((await create({ ...program, "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect(toggles.features()).toEqual([]);
  expect((await create(program)).status).toBe(200);
  expect(toggles.features().map(({ key }) => key)).toEqual(["search"]);
  await toggles.close();
});

test("the credentials and the host names of the API are those of the Admin API", async () => {
  const basicAuth = { user: "ann", password: "secret" };
  const guarded = mountable({ data: ":memory:", adminApi: true, basicAuth });
  expect(await statusOf(guarded, status)).toBe(401);
  expect(await statusOf(guarded, status, { authorization: `Basic ${btoa("ann:secret")}` })).toBe(
    200,
  );
  await guarded.close();
  const bound = mountable({ data: ":memory:", adminApi: true, allowedHosts: ["app.example"] });
  const request = new Request(`http://evil.example${status}`, {
    headers: { host: "evil.example" },
  });
  expect((await bound.handle(request)).status).toBe(403);
  await bound.close();
});

test("commands administer the host and make several changes at once", async () => {
  const toggles = mountable({ data: ":memory:", adminApi: true });
  const app = new Elysia().use(toggles).listen({ port: 0, hostname: "127.0.0.1" });
  const variables = { GATEHOUSE_URL: `http://127.0.0.1:${app.server?.port}/flipper/api` };
  const run = (line: string) => runShell(words(line), { variables });
  expect(await run("limits show")).toMatchObject({ code: 0, err: "" });
  const enabled = await run("feature enable search -a User;1 -p 5");
  expect(enabled).toMatchObject({ code: 0, err: "" });
  await app.stop(true);
  await toggles.close();
});

test("a mount path that would hide the Admin API is refused at once", async () => {
  const refused = () => mountable({ data: ":memory:", adminApi: true, mountPath: "/x/admin" });
  expect(refused).toThrow(TypeError);
  await mountable({ data: ":memory:", adminApi: true, mountPath: "/features" }).close();
});
