import { expect, test } from "bun:test";
import { type Actor, mountable } from "gatehouse";

const reason = new Error("the host's directory of users is down");

/** Returns an API with a predicate that throws, the reported faults, and the actors it checked. */
function brokenMount() {
  const faults: [error: unknown, requestId: string | undefined][] = [];
  const seen: Actor[] = [];
  const api = mountable({
    data: ":memory:",
    onFault: (error, requestId) => void faults.push([error, requestId]),
    groups: {
      broken: () => {
        throw reason;
      },
      watched: (actor) => {
        seen.push(actor);
        return actor.flipperId === "User;1";
      },
    },
  });
  const send = (method: string, path: string, body?: string) =>
    api.handle(new Request(`http://localhost/flipper/api${path}`, { method, body: body ?? null }));
  return { api, send, faults, seen };
}

test("a predicate that throws gives a 500 without the reason, and the host gets the error", async () => {
  const { api, send, faults } = brokenMount();
  await send("POST", "/features/a/groups", '{"name":"broken"}');
  await send("POST", "/features/b/boolean");
  const response = await send("GET", "/actors/User;1");
  const body: unknown = await response.json();
  expect([response.status, body]).toEqual([
    500,
    { code: "internal", message: expect.any(String), more_info: expect.any(String) },
  ]);
  expect(JSON.stringify(body)).not.toContain("directory of users");
  expect(faults).toEqual([[reason, expect.any(String)]]);
  expect(JSON.stringify(body)).toContain(String(faults[0]?.[1]));
  await api.close();
});

test("it does not affect requests that do not need its group", async () => {
  const { api, send, faults } = brokenMount();
  await send("POST", "/features/a/groups", '{"name":"broken"}');
  await send("POST", "/features/b/boolean");
  const response = await send("GET", "/actors/User;1?keys=b");
  expect([response.status, await response.text()]).toEqual([
    200,
    expect.stringMatching(/"b":\{"enabled":true *\}/),
  ]);
  expect((await send("GET", "/features")).status).toBe(200);
  expect(api.enabled("b", "User;1")).toBe(true);
  expect(api.enabled("a")).toBe(false);
  expect(faults).toEqual([]);
  await api.close();
});

test("`enabled` throws the predicate's error, and the next call works", async () => {
  const { api, send } = brokenMount();
  await send("POST", "/features/a/groups", '{"name":"broken"}');
  expect(() => api.enabled("a", "User;1")).toThrow(reason);
  await send("DELETE", "/features/a/groups", '{"name":"broken"}');
  expect(api.enabled("a", "User;1")).toBe(false);
  await api.close();
});

test("a predicate is called once for each actor, for any number of features", async () => {
  const { api, send, seen } = brokenMount();
  for (const name of ["a", "b", "c"]) {
    await send("POST", `/features/${name}/groups`, '{"name":"watched"}');
  }
  await send("GET", "/actors/User;2");
  expect(seen).toEqual([{ flipperId: "User;2", properties: {} }]);
  await api.close();
});

test("a predicate gets the properties of the actor, in process and over HTTP", async () => {
  const { api, send, seen } = brokenMount();
  await send("POST", "/features/a/groups", '{"name":"watched"}');
  const properties = { plan: "pro", age: 7 };
  await send("GET", `/actors/User;2?properties=${encodeURIComponent(JSON.stringify(properties))}`);
  api.enabled("a", { flipperId: "User;3", properties });
  expect(seen).toEqual([
    { flipperId: "User;2", properties },
    { flipperId: "User;3", properties },
  ]);
  await api.close();
});

test("groups of the request count in addition to the predicates", async () => {
  const { api, send } = brokenMount();
  await send("POST", "/features/a/groups", '{"name":"watched"}');
  const has = async (path: string) => (await (await send("GET", path)).text()).includes("true");
  expect(await has("/actors/User;1")).toBe(true);
  expect(await has("/actors/User;2")).toBe(false);
  expect(await has("/actors/User;2?groups=watched")).toBe(true);
  await api.close();
});
