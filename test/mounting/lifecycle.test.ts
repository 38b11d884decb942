import { afterAll, expect, test } from "bun:test";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Elysia } from "elysia";
import { type Mountable, mountable } from "gatehouse-flags";
import packageJson from "../../package.json" with { type: "json" };

const directory = await mkdtemp(join(tmpdir(), "gatehouse-mounting-"));
afterAll(() => rm(directory, { recursive: true }));

const send = (api: Pick<Mountable, "handle">, method: string, path: string, body?: string) =>
  api.handle(new Request(`http://localhost${path}`, { method, body: body ?? null }));

const list = async (api: Pick<Mountable, "handle">, mountPath = "/flipper/api") => {
  const response = await send(api, "GET", `${mountPath}/features`);
  return {
    text: await response.text(),
    etag: response.headers.get("etag"),
    version: Number(response.headers.get("flipper-sync-version")),
  };
};

test("the package exports mountable, its errors, and the helper of tests", async () => {
  expect(Object.keys(await import("gatehouse-flags"))).toEqual([
    "GatehouseError",
    "StorageError",
    "mountable",
  ]);
  expect(Object.keys(await import("gatehouse-flags/testing"))).toEqual(["reset"]);
  expect(Object.keys(packageJson.exports)).toEqual([
    ".",
    "./testing",
    "./client",
    "./client/file",
    "./openfeature",
  ]);
  expect(Object.keys(await import("gatehouse-flags/client"))).toEqual(["createClient"]);
  expect(Object.keys(await import("gatehouse-flags/client/file"))).toEqual(["fileStore"]);
  expect(Object.keys(await import("gatehouse-flags/openfeature"))).toEqual([
    "GatehouseProvider",
    "GatehouseWebProvider",
  ]);
});

test("the first request to a new directory is answered, and `enabled` works before it", async () => {
  const data = join(directory, "new", "nested");
  const api = mountable({ data });
  expect(api.enabled("search")).toBe(false);
  const answers = await Promise.all([
    send(api, "POST", "/flipper/api/features/search/boolean"),
    send(api, "GET", "/flipper/api/features/search"),
    send(api, "GET", "/flipper/api/actors/User;1"),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, expect.any(Number), 200]);
  expect(api.enabled("search")).toBe(true);
  await api.close();
  expect(await readdir(data)).toContain("gatehouse.db");
});

test("after a restart the list is the same text, and versions continue to rise", async () => {
  const data = join(directory, "kept");
  const hostile = ["__proto__", "a/b", "a,b", "🎉", "\uffee", "'; DROP TABLE features; --", "%00"];
  const ids = [
    "User;1",
    " ",
    "\u0000",
    "a\u0000b",
    "\n",
    "'\"\\",
    "🎉",
    "\uffee",
    "x".repeat(1024),
  ];
  const first = mountable({ data });
  for (const name of hostile) {
    const path = `/flipper/api/features/${encodeURIComponent(name)}/actors`;
    for (const flipper_id of ids) {
      const response = await send(first, "POST", path, JSON.stringify({ flipper_id }));
      expect(response.status).toBe(200);
    }
  }
  const expression = { Any: [{ Equal: [{ Property: ["plan"] }, "🎉 \u0000"] }] };
  const features = { rest: { expression, percentage_of_actors: 5, percentage_of_time: 6 } };
  const exported = await exportOf(first);
  await send(first, "POST", "/flipper/api/import", importOf({ ...exported, ...features }));
  const before = await list(first);
  await first.close();

  const second = mountable({ data });
  const pro = { flipperId: "User;9", properties: { plan: "🎉 \u0000" } };
  expect(second.enabled("rest", pro)).toBe(true);
  expect(second.enabled("a/b", "a\u0000b")).toBe(true);
  const after = await list(second);
  expect([after.text, after.etag]).toEqual([before.text, before.etag]);
  expect(after.version).toBeGreaterThanOrEqual(before.version);
  await send(second, "POST", "/flipper/api/features/rest/boolean");
  expect((await list(second)).version).toBeGreaterThan(after.version);
  await second.close();
});

/** Returns the listed features in the format of an import (docs/api.md#import-and-export). */
async function exportOf(api: Mountable): Promise<Record<string, unknown>> {
  const body: unknown = JSON.parse((await list(api)).text);
  const features = Object.entries(body ?? {}).flatMap(([, value]) => listed(value));
  return Object.fromEntries(features.map(({ key, actors }) => [key, { actors }]));
}

function listed(value: unknown): { key: string; actors: unknown }[] {
  return Array.isArray(value)
    ? value.map((feature: { key: string; gates: { key: string; value: unknown }[] }) => ({
        key: feature.key,
        actors: feature.gates.find(({ key }) => key === "actors")?.value,
      }))
    : [];
}

function importOf(features: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ version: 1, features });
}

test("each mount in memory has its own data, and writes no file", async () => {
  const before = await readdir(process.cwd());
  const [one, other] = [mountable({ data: ":memory:" }), mountable({ data: ":memory:" })];
  await send(one, "POST", "/flipper/api/features/search/boolean");
  expect([one.enabled("search"), other.enabled("search")]).toEqual([true, false]);
  expect((await list(other)).text).toBe('{"features":[]}');
  await Promise.all([one.close(), other.close()]);
  expect(await readdir(process.cwd())).toEqual(before);
});

test("two mounts in one app have separate paths, data, groups and credentials", async () => {
  const one = mountable({ data: ":memory:", mountPath: "/one/api", groups: { a: () => true } });
  const two = mountable({
    data: join(directory, "two"),
    mountPath: "/one/api/two",
    groups: { b: () => true },
    basicAuth: { user: "u", password: "p" },
  });
  const app = new Elysia().use(one).use(two);
  const authorization = `Basic ${btoa("u:p")}`;
  const toTwo = (method: string, path: string, body?: string) =>
    app.handle(
      new Request(`http://localhost/one/api/two${path}`, {
        method,
        body: body ?? null,
        headers: { authorization },
      }),
    );
  expect((await send(app, "POST", "/one/api/features/search/groups", '{"name":"a"}')).status).toBe(
    200,
  );
  expect((await send(app, "POST", "/one/api/features/search/groups", '{"name":"b"}')).status).toBe(
    404,
  );
  expect((await toTwo("POST", "/features/other/groups", '{"name":"b"}')).status).toBe(200);
  expect((await toTwo("POST", "/features/other/groups", '{"name":"a"}')).status).toBe(404);
  expect((await send(app, "GET", "/one/api/two/features")).status).toBe(401);
  expect([one.enabled("search", "x"), one.enabled("other", "x")]).toEqual([true, false]);
  expect([two.enabled("search", "x"), two.enabled("other", "x")]).toEqual([false, true]);
  const { text } = await list(app, "/one/api");
  expect(text).toContain('"key":"search"');
  expect(text).not.toContain('"key":"other"');
  await Promise.all([one.close(), two.close()]);
});

test("close completes accepted writes, refuses later ones, and may be called again", async () => {
  const data = join(directory, "closed");
  const api = mountable({ data });
  await list(api);
  const accepted = Array.from({ length: 20 }, (_, index) =>
    send(api, "POST", `/flipper/api/features/f${index}/boolean`),
  );
  expect((await accepted[0])?.status).toBe(200);
  const closing = api.close();
  const late = await send(api, "POST", "/flipper/api/features/late/boolean");
  expect([late.status, await late.json()]).toMatchObject([503, { code: "unavailable" }]);
  expect(late.headers.get("retry-after")).toMatch(/^\d+$/);
  await closing;
  await api.close();
  const statuses = (await Promise.all(accepted)).map(({ status }) => status);

  const again = mountable({ data });
  const kept = statuses.map((_, index) => (again.enabled(`f${index}`) ? 200 : 503));
  expect(statuses).toEqual(kept);
  expect(again.enabled("late")).toBe(false);
  await again.close();
});

test("a data directory can be opened once at a time, and again after close", async () => {
  const data = join(directory, "exclusive");
  const first = mountable({ data });
  await send(first, "POST", "/flipper/api/features/search/boolean");
  expect(() => mountable({ data })).toThrow(/exclusive/);
  await first.close();
  const second = mountable({ data });
  expect(second.enabled("search")).toBe(true);
  await second.close();
});

test("unusable options throw an error that names the option", async () => {
  const file = join(directory, "file");
  await Bun.write(file, "not a directory");
  expect(() => mountable({ data: file })).toThrow(/file/);
  for (const mountPath of ["", "/", "flipper", "/flipper/", "/a b", "/a/../b", "/:name", "/*"]) {
    expect(() => mountable({ data: ":memory:", mountPath })).toThrow(/^mountPath /);
  }
  expect((await stat(file)).size).toBe("not a directory".length);
});

test("docsUrl and pollIntervalSeconds are sent in answers", async () => {
  const docsUrl = "https://example.org/toggles";
  const api = mountable({ data: ":memory:", docsUrl, pollIntervalSeconds: 30 });
  const response = await send(api, "GET", "/flipper/api/features");
  expect(response.headers.get("poll-interval")).toBe("30");
  const refused = await send(api, "GET", "/flipper/api/features/unknown");
  expect(await refused.json()).toMatchObject({ more_info: docsUrl });
  await api.close();
});

test("the handler answers every method, at and below the mount path", async () => {
  const api = mountable({ data: ":memory:" });
  for (const method of ["PUT", "OPTIONS", "PROPFIND", "QUERY", "TRACE"]) {
    const known = await send(api, method, "/flipper/api/features");
    expect([known.status, await known.json()]).toMatchObject([405, { code: "method_not_allowed" }]);
    expect(known.headers.get("allow")).toBe("GET, HEAD, POST");
    for (const path of ["/flipper/api", "/flipper/api/nothing"]) {
      const unknown = await send(api, method, path);
      expect([unknown.status, await unknown.json()]).toMatchObject([
        404,
        { code: "route_not_found" },
      ]);
    }
  }
  await api.close();
});
