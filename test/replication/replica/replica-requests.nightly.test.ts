import { expect, test } from "bun:test";
import { streamUriOf } from "../../api/ofrep/ofrep-schema.ts";
import { runShell } from "../../cli/daily-shells.ts";
import { words } from "../../cli/in-memory-shell.ts";
import { ReplicaClient, ReplicatedServers } from "./replica-processes.ts";

const large = "x".repeat(1024 * 1024 + 1);
const form = { "content-type": "application/x-www-form-urlencoded" };

test("replicas with the same token accept each other's tickets for OFREP's stream", async () => {
  using servers = new ReplicatedServers();
  const origin = await servers.startOrigin();
  const replicaToken = await servers.createReplica();
  const [first, second] = [
    await servers.startReplica("first", origin.url, replicaToken),
    await servers.startReplica("second", origin.url, replicaToken),
  ];
  const another = await servers.createReplica("another");
  const third = await servers.startReplica("third", origin.url, another);
  const evaluated = await fetch(`${first.url}/ofrep/v1/evaluate/flags`, {
    method: "POST",
    headers: { authorization: `Bearer ${servers.token}` },
  });
  const uri = streamUriOf(await evaluated.json());
  for (const [server, status] of [
    [first, 200],
    [second, 200],
    [third, 401],
    [origin, 401],
  ] as const) {
    const stream = await fetch(server.url + uri);
    expect(stream.status).toBe(status);
    await stream.body?.cancel();
  }
}, 180_000);

test("a replica receives no body that its origin would not read", async () => {
  using servers = new ReplicatedServers();
  const origin = await servers.startOrigin();
  const replica = await servers.startReplica("replica", origin.url, await servers.createReplica());
  const there = new ReplicaClient(replica.url, servers.token);
  for (const [method, path, status] of [
    ["DELETE", "/features/search", 204],
    ["DELETE", "/features/search/boolean", 200],
    ["DELETE", "/features/search/clear", 204],
    ["DELETE", "/features/search/actors", 413],
    ["DELETE", "//features/search/actors", 413],
    ["POST", "/features/search/boolean", 413],
  ] as const) {
    await there.enableActor("search", "User;1");
    const answer = await there.send(path, { method, body: large, headers: form });
    expect([method, path, answer.status]).toEqual([method, path, status]);
  }
  for (const path of ["/features", "/import"]) {
    const headers = { ...form, "flipper-cloud-token": "wrong" };
    const answer = await there.send(path, { method: "POST", body: large, headers });
    expect([path, answer.status]).toEqual([path, 401]);
  }
}, 180_000);

test("bodies are relayed whatever number of slashes a path begins with", async () => {
  using servers = new ReplicatedServers();
  const origin = await servers.startOrigin();
  const replica = await servers.startReplica("replica", origin.url, await servers.createReplica());
  const there = new ReplicaClient(replica.url, servers.token);
  await there.enableActor("search", "User;1");
  const removed = await there.send("//features/search/actors", {
    method: "DELETE",
    body: "flipper_id=User;1",
    headers: form,
  });
  expect([removed.status, await removed.text()]).toEqual([
    200,
    expect.not.stringContaining("User;1"),
  ]);
  const features = Array.from(
    { length: 20_000 },
    (_, index) => `"feature-${index}-${"x".repeat(60)}":{}`,
  );
  const body = `{"version":1,"features":{${features.join()}}}`;
  expect(body.length).toBeGreaterThan(large.length);
  // The last one is from `flipper cloud push`, which adds its path to a URL that ends in /adapter.
  for (const path of ["/import", "//import", "/adapter/import"]) {
    const imported = await there.send(path, { method: "POST", body });
    expect([path, imported.status]).toEqual([path, 204]);
  }
}, 180_000);

test("a token that only reads creates preview environments through a replica if it manages them", async () => {
  using servers = new ReplicatedServers();
  const origin = await servers.startOrigin();
  const manager = await servers.createToken("manager", "read_only", "--manage-environments");
  const reader = await servers.createToken("reader", "read_only");
  const replica = await servers.startReplica("replica", origin.url, await servers.createReplica());
  const manages = new ReplicaClient(replica.url, manager);
  const reads = new ReplicaClient(replica.url, reader);
  const create = { method: "POST", body: "name=review", headers: form };
  const created = await manages.send("/environments", create);
  expect([created.status, await created.json()]).toEqual([
    201,
    expect.objectContaining({ environment: expect.objectContaining({ name: "review" }) }),
  ]);
  expect((await reads.send("/environments", create)).status).toBe(403);
  const feature = { method: "POST", body: "name=search", headers: form };
  expect((await manages.send("/features", feature)).status).toBe(403);
}, 180_000);

test("a replica that does not know a token yet asks to try again, and changes nothing", async () => {
  using servers = new ReplicatedServers();
  const origin = await servers.startOrigin();
  await new ReplicaClient(origin.url, servers.token).enableActor("search", "User;1");
  // Passes on everything but the changes, so the replica stays where it began.
  await using proxy = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      return pathname === "/replication/changes"
        ? new Response("no changes", { status: 502 })
        : fetch(origin.url + pathname + search, {
            method: request.method,
            headers: request.headers,
            body: await request.arrayBuffer(),
            decompress: false,
          });
    },
  });
  const replica = await servers.startReplica(
    "replica",
    proxy.url.origin,
    await servers.createReplica(),
  );
  const token = await servers.createToken("new", "read_and_write");
  const there = new ReplicaClient(replica.url, token);
  for (const [method, path, body] of [
    ["POST", "/features/search/boolean", "{}"],
    ["POST", "/features", "name=fresh"],
    ["DELETE", "/features/search/actors", "flipper_id=User;1"],
  ] as const) {
    const answer = await there.send(path, { method, body, headers: form });
    const retry = answer.headers.get("retry-after");
    expect([method, path, answer.status, retry]).toEqual([method, path, 503, "1"]);
  }
  const known = new ReplicaClient(origin.url, servers.token);
  expect(await known.keys()).toEqual(["search"]);
  expect(await (await known.send("/features/search")).json()).toMatchObject({
    state: "conditional",
    gates: expect.arrayContaining([
      expect.objectContaining({ key: "boolean", value: false }),
      expect.objectContaining({ key: "actors", value: ["User;1"] }),
    ]),
  });
  // What has no body loses none.
  expect((await there.send("/features/search/boolean", { method: "POST" })).status).toBe(200);
  const wrong = new ReplicaClient(replica.url, "wrong");
  const refused = await wrong.send("/features", { method: "POST", body: "name=a", headers: form });
  expect(refused.status).toBe(401);
}, 180_000);

test("a replica has no Admin API, and commands use the Flipper API there", async () => {
  using servers = new ReplicatedServers();
  const origin = await servers.startOrigin();
  const replica = await servers.startReplica("replica", origin.url, await servers.createReplica());
  const headers = { "flipper-cloud-token": servers.token };
  expect((await fetch(`${replica.url}/admin/v1/status`, { headers })).status).toBe(404);
  const variables = {
    GATEHOUSE_URL: `${replica.url}/adapter`,
    GATEHOUSE_TOKEN: servers.token,
  };
  const run = (line: string) => runShell(words(line), { variables });
  expect(await run("feature enable search -a User;1")).toMatchObject({ code: 0, err: "" });
  expect((await run("feature list")).out).toContain("search");
  expect((await run("audit list")).out).toContain("enable_actor");
  expect(await run("status")).toMatchObject({
    code: 1,
    err: expect.stringContaining(
      "lacks a route for this command: it is in mountable mode, a replica",
    ),
  });
}, 180_000);
