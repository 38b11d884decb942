import { expect, test } from "bun:test";
import type { ApiClient } from "../helpers/api-client.ts";
import { describeMountable } from "../helpers/describe-mountable.ts";
import { featureObject } from "../helpers/feature-object.ts";

/** The headers of the public Ruby client (docs/clients.md#request-headers). */
const headers = {
  "content-type": "application/json",
  accept: "application/json",
  "user-agent": "Flipper HTTP Adapter v1.4.2",
  "client-language": "ruby",
  "client-language-version": "3.4.1 p0 (2024-12-25)",
  "client-platform": "x86_64-linux",
  "client-engine": "ruby",
  "client-pid": "4711",
  "client-thread": "8",
  "client-hostname": "app-1",
};

type Request = readonly [method: string, path: string, body: string | null, status: number];

// The client's requests in a possible order, with the only status that it accepts.
const requests: Request[] = [
  ["GET", "/features/my%2Ffea%20ture", null, 404],
  ["POST", "/features", '{"name":"my/fea ture"}', 200],
  ["GET", "/features/my%2Ffea%20ture", null, 200],
  ["POST", "/features", '{"name":"z"}', 200],
  ["POST", "/features/z/boolean", "{}", 200],
  ["POST", "/features", '{"name":"z"}', 200],
  ["DELETE", "/features/z/boolean", "{}", 200],
  ["POST", "/features/z/actors", '{"flipper_id":"User;1"}', 200],
  ["DELETE", "/features/z/actors", '{"flipper_id":"User;1"}', 200],
  ["DELETE", "/features/z/actors", '{"flipper_id":"User;2"}', 200],
  ["POST", "/features/z/groups?allow_unregistered_groups=true", '{"name":"admins"}', 200],
  ["DELETE", "/features/z/groups?allow_unregistered_groups=true", '{"name":"admins"}', 200],
  ["DELETE", "/features/z/groups?allow_unregistered_groups=true", '{"name":"others"}', 200],
  ["POST", "/features/z/percentage_of_actors", '{"percentage":"25"}', 200],
  ["POST", "/features/z/percentage_of_actors", '{"percentage":"0"}', 200],
  ["POST", "/features/z/percentage_of_time", '{"percentage":"100"}', 200],
  ["POST", "/features/z/percentage_of_time", '{"percentage":"0"}', 200],
  ["POST", "/features/z/percentage_of_actors", '{"percentage":"12.5"}', 422],
  ["POST", "/features/new/actors", '{"flipper_id":"User;1"}', 200],
  ["DELETE", "/features/another/boolean", "{}", 200],
  ["GET", "/features?keys=my%2Ffea+ture,z&exclude_gate_names=true", null, 200],
  ["GET", "/features?keys%5B%5D=a%2Cb&keys%5B%5D=z&exclude_gate_names=true", null, 200],
  ["GET", "/features?exclude_gate_names=true", null, 200],
  ["GET", "/features?exclude_gate_names=true&_cb=1700000000", null, 200],
  ["GET", "//features?exclude_gate_names=true", null, 200],
  ["DELETE", "/features/z/clear", null, 204],
  ["DELETE", "/features/unknown/clear", null, 204],
  ["DELETE", "/features/z", null, 204],
  ["DELETE", "/features/z", null, 204],
  ["DELETE", "/features/my/fea%20ture", null, 204],
  ["POST", "/import", '{"version":1,"features":{}}', 204],
];

const exported = JSON.stringify({
  version: 1,
  features: {
    search: {
      boolean: null,
      groups: ["admins"],
      actors: ["User;1"],
      expression: { Equal: [{ Property: ["plan"] }, "pro"] },
      percentage_of_actors: "25",
      percentage_of_time: null,
    },
    "my/fea ture": {
      boolean: "true",
      groups: [],
      actors: [],
      expression: null,
      percentage_of_actors: null,
      percentage_of_time: null,
    },
  },
});

const list = "/features?exclude_gate_names=true";

describeMountable("requests of the public Ruby client (docs/clients.md#requests)", (api) => {
  const send = (method: string, path: string, body: string | null = null) =>
    api.send(path, { method, headers, body });

  test("each request gets the only status that the client accepts", async () => {
    for (const [method, path, body, status] of requests) {
      const response = await send(method, path, body);
      expect({ method, path, status: response.status }).toEqual({ method, path, status });
      const text = await response.text();
      expect(text === "").toBe(status === 204);
    }
  });

  test("the client adds a feature before every write, which gives no new version", async () => {
    await send("POST", "/features", '{"name":"z"}');
    const before = await send("GET", list);
    await send("POST", "/features", '{"name":"z"}');
    const after = await send("GET", list);
    expect(after.headers.get("flipper-sync-version")).toBe(
      before.headers.get("flipper-sync-version"),
    );
  });

  test("get_all: the tag of one answer gives 304 without a body, until something changes", async () => {
    await send("POST", "/import", exported);
    const first = await send("GET", `${list}&_cb=1700000000`);
    const etag = first.headers.get("etag") ?? "";
    const conditional = { headers: { ...headers, "if-none-match": etag } };
    const second = await api.send(list, conditional);
    expect([second.status, await second.text()]).toEqual([304, ""]);
    await send("POST", "/features/search/actors", '{"flipper_id":"User;2"}');
    const third = await api.send(list, conditional);
    expect(third.status).toBe(200);
    expect(Number(third.headers.get("flipper-sync-version"))).toBeGreaterThan(
      Number(first.headers.get("flipper-sync-version")),
    );
  });

  test("get_all and get have the keys of gates, with or without names", async () => {
    await send("POST", "/import", exported);
    const all: unknown = await (await send("GET", list)).json();
    const gates = [
      { key: "boolean", value: false },
      { key: "groups", value: ["admins"] },
      { key: "actors", value: ["User;1"] },
      { key: "percentage_of_actors", value: 25 },
      { key: "percentage_of_time", value: 0 },
    ];
    expect(all).toMatchObject({
      features: [
        { key: "my/fea ture", state: "on" },
        { key: "search", state: "conditional", gates },
      ],
    });
    const one: unknown = await (await send("GET", "/features/my%2Ffea%20ture")).json();
    expect(one).toEqual(featureObject("my/fea ture", "on", { boolean: true }));
  });

  test("released clients send names unescaped, which is the same feature as escaped", async () => {
    await send("POST", "/features", '{"name":"a/b"}');
    await send("POST", "/features/a/b/actors", '{"flipper_id":"User;1"}');
    const raw = await send("GET", "/features/a/b");
    const escaped = await send("GET", "/features/a%2Fb");
    expect(await raw.text()).toBe(await escaped.text());
    expect(await features(api)).toEqual([
      featureObject("a/b", "conditional", { actors: ["User;1"] }),
    ]);
  });

  test("a push sends its import as gzip", async () => {
    const response = await api.send("/import", {
      method: "POST",
      headers: { ...headers, "content-encoding": "gzip" },
      body: Bun.gzipSync(exported),
    });
    expect(response.status).toBe(204);
    expect(await features(api)).toHaveLength(2);
  });
});

async function features(api: ApiClient): Promise<unknown> {
  const [, body] = await api.features.list();
  return typeof body === "object" && body !== null && "features" in body ? body.features : body;
}
