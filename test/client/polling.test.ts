import { expect, test } from "bun:test";
import { ClientWorld, listAnswer, listed } from "./client-world.ts";

const on = listed("search", { boolean: true });
const off = listed("search");

test("a client answers from its first list, and unknown features are disabled", async () => {
  const world = new ClientWorld();
  world.answers.set("/features", () => listAnswer([off, listed("new", { boolean: true })]));
  const client = world.client();
  expect(client.enabled("new")).toBeFalse();
  expect(client.status()).toEqual({ source: "none", ageMs: null, revision: null });
  expect(await client.ready()).toEqual({ source: "server", ageMs: 0, revision: null });
  expect([client.enabled("new"), client.enabled("search"), client.enabled("unknown")]).toEqual([
    true,
    false,
    false,
  ]);
  expect(client.features()).toEqual([
    { key: "search", state: "off" },
    { key: "new", state: "on" },
  ]);
  const [request] = world.sent;
  expect(request).toMatchObject({
    method: "GET",
    path: "/adapter/features?exclude_gate_names=true",
  });
  expect(request?.headers.get("flipper-cloud-token")).toBe("secret");
  await client.close();
});

test("it asks again every ten seconds with the tag, and keeps the list at 304", async () => {
  const world = new ClientWorld();
  world.answers.set("/features", ({ headers }) =>
    headers.get("if-none-match") === '"one"'
      ? new Response(null, { status: 304 })
      : listAnswer([on], { etag: '"one"', "flipper-sync-version": "7" }),
  );
  const client = world.client();
  await client.ready();
  await world.advance(9_999);
  expect(world.sent.length).toBe(1);
  expect(client.status().ageMs).toBe(9_999);
  await world.advance(1);
  expect(world.sent[1]?.headers.get("if-none-match")).toBe('"one"');
  expect(client.status()).toEqual({ source: "server", ageMs: 0, revision: 7 });
  expect(client.enabled("search")).toBeTrue();
  await client.close();
});

test.each([
  ["its own interval is longer", { pollInterval: 30 }, {}, 30],
  ["its own interval is too short", { pollInterval: 1 }, {}, 10],
  ["its own interval is no number", { pollInterval: Number.NaN }, {}, 10],
  ["the server wants longer intervals", { pollInterval: 30 }, { "poll-interval": "60" }, 60],
  ["the server wants shorter ones", {}, { "poll-interval": "5" }, 10],
  ["the server wants no number", {}, { "poll-interval": "soon" }, 10],
  ["the server wants years", {}, { "poll-interval": "1e12" }, 86_400],
  ["the server wants a pause", {}, { "retry-after": "120" }, 120],
])("it waits as long as it should if %s", async (_, options, headers, seconds) => {
  for (const status of [200, 503]) {
    const world = new ClientWorld();
    world.answers.set("/features", () => {
      const response = listAnswer([on], headers as Record<string, string>);
      return new Response(response.body, { status, headers: response.headers });
    });
    const client = world.client({ ...options, telemetry: false });
    await client.ready();
    await world.advance(seconds * 1_000 - 1);
    expect(world.sent.length).toBe(1);
    await world.advance(1);
    expect(world.sent.length).toBe(2);
    await client.close();
  }
});

test("intervals are up to a tenth longer, so that clients do not ask together", async () => {
  const world = new ClientWorld();
  world.randomNumber = 0.999;
  world.answers.set("/features", () => listAnswer([on]));
  const client = world.client();
  await client.ready();
  await world.advance(10_990);
  expect(world.sent.length).toBe(1);
  await world.advance(10);
  expect(world.sent.length).toBe(2);
  await client.close();
});

test.each([200, 304, 503])("poll-shutdown with status %d ends the requests", async (status) => {
  const world = new ClientWorld();
  world.answers.set("/features", () =>
    world.sent.length === 1
      ? listAnswer([on], { etag: '"one"' })
      : new Response(status === 200 ? '{"features":[]}' : null, {
          status,
          headers: { "poll-shutdown": "true" },
        }),
  );
  const client = world.client({ telemetry: false });
  await client.ready();
  await world.advance(10_000);
  await world.advance(200_000_000);
  expect(world.sent.length).toBe(2);
  expect(client.enabled("search")).toBe(status !== 200);
  await client.close();
});

const refusedToken =
  "https://toggles.example/adapter does not accept the token: it is unknown, revoked or expired; " +
  "gatehouse token create creates another one on the server's machine";

test("a refused token is told once, asked about slowly, and keeps the last list", async () => {
  const world = new ClientWorld();
  let status = 200;
  world.answers.set("/features", () =>
    status === 200 ? listAnswer([on]) : Response.json({ code: "token_invalid" }, { status }),
  );
  const client = world.client({ telemetry: false });
  await client.ready();
  status = 401;
  await world.advance(10_000);
  expect(client.status()).toMatchObject({
    source: "server",
    ageMs: 10_000,
    error: refusedToken,
  });
  await world.advance(300_000);
  expect(world.sent.length).toBe(2 + 5);
  expect(world.errors).toEqual([refusedToken]);
  expect(client.enabled("search")).toBeTrue();
  status = 200;
  await world.advance(60_000);
  expect(client.status().error).toBeUndefined();
  status = 401;
  await world.advance(10_000);
  expect(world.errors.length).toBe(2);
  await client.close();
});

test("an answer that takes longer than ten seconds is a failure", async () => {
  const world = new ClientWorld();
  world.answers.set(
    "/features",
    ({ signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
      }),
  );
  const client = world.client();
  await world.advance(10_000);
  expect(await client.ready()).toEqual({
    source: "none",
    ageMs: null,
    revision: null,
    error: "There was no answer in time",
  });
  await client.close();
});

test("changes are told with their keys, and what did not change is not", async () => {
  const world = new ClientWorld();
  const lists = [
    [on, listed("gone"), listed("same", { actors: ["User;1"] })],
    [off, listed("new"), listed("same", { actors: ["User;1"], percentage_of_time: 0 })],
    [off, listed("new"), listed("same", { actors: ["User;1"] })],
  ];
  world.answers.set("/features", () => listAnswer(lists[world.sent.length - 1] ?? []));
  const client = world.client({ telemetry: false });
  const told: unknown[] = [];
  const end = client.onChange(({ keys }) => told.push(keys.toSorted()));
  client.onChange(() => {
    throw new Error("the host's own");
  });
  await client.ready();
  await world.advance(10_000);
  await world.advance(10_000);
  expect(told).toEqual([
    ["gone", "same", "search"],
    ["gone", "new", "search"],
  ]);
  end();
  await world.advance(10_000);
  expect(told.length).toBe(2);
  expect(world.errors).toEqual(["the host's own"]);
  await client.close();
});

test("after its end a client sends nothing, and its answers stay", async () => {
  const world = new ClientWorld();
  world.answers.set("/features", () => listAnswer([on]));
  world.answers.set("/telemetry", () => Response.json({}, { status: 202 }));
  const client = world.client({ stream: true });
  await client.ready();
  await client.close();
  const count = world.sent.length;
  expect(client.enabled("search")).toBeTrue();
  await world.advance(10_000_000);
  expect(world.sent.length).toBe(count);
  expect(client.enabled("search")).toBeTrue();
});

test.each([
  ["https://toggles.example", "https://toggles.example/adapter"],
  ["https://toggles.example/", "https://toggles.example/adapter"],
  ["http://127.0.0.1:8080/adapter", "http://127.0.0.1:8080/adapter"],
  ["https://toggles.example/flipper/api//", "https://toggles.example/flipper/api"],
  ["/flipper/api", "/flipper/api"],
])("the address %s means %s", async (url, base) => {
  const urls: string[] = [];
  const world = new ClientWorld();
  const fetch = (asked: string) => {
    urls.push(asked);
    return Promise.resolve(listAnswer([on]));
  };
  const client = world.client({ url, runtime: { ...world.runtime, fetch } });
  await client.ready();
  expect(urls).toEqual([`${base}/features?exclude_gate_names=true`]);
  await client.close();
});

test.each([
  "toggles.example",
  "ftp://toggles.example",
  "https://a:b@c",
  "https://a/?b=c",
  "https://a/#b",
])("the address %s is refused", (url) => {
  expect(() => new ClientWorld().client({ url })).toThrow(TypeError);
});

test("no token is sent where none is given, and no request follows a redirection", async () => {
  const world = new ClientWorld();
  const inits: RequestInit[] = [];
  const fetch = (_: string, init: RequestInit) => {
    inits.push(init);
    return Promise.resolve(listAnswer([on]));
  };
  const client = world.client({
    token: undefined,
    headers: { authorization: "Basic YTpi" },
    runtime: { ...world.runtime, fetch },
  });
  await client.ready();
  expect(inits).toMatchObject([{ redirect: "error", headers: { authorization: "Basic YTpi" } }]);
  expect(JSON.stringify(inits)).not.toContain("Flipper-Cloud-Token");
  await client.close();
});
