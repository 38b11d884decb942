import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { gatehouse } from "../../cli/administration/gatehouse-process.ts";
import { eventually, originCheck, ReplicaClient, ReplicatedServers } from "./replica-processes.ts";
import { SwallowingProxy } from "./swallowing-proxy.ts";

const json = { "content-type": "application/json" };

async function comparable(response: Response) {
  const { headers, status } = response;
  const names = ["etag", "content-type", "vary", "cache-control", "flipper-sync-version"];
  const told = Object.fromEntries(names.map((name) => [name, headers.get(name)]));
  return { status, told, body: await response.text() };
}

test("a replica answers reads as its origin does, follows it, and survives it", async () => {
  using servers = new ReplicatedServers();
  const origin = await servers.startOrigin();
  const { token } = servers;
  const here = new ReplicaClient(origin.url, token);
  for (const key of ["search", "checkout", "a/b 🎉"]) {
    expect(await here.enableActor(encodeURIComponent(key), "User;1")).toBe(200);
  }
  const replicaToken = await servers.createReplica();
  const replica = await servers.startReplica("replica", origin.url, replicaToken);
  const there = new ReplicaClient(replica.url, token);

  // Changes of every kind arrive: the replica relays them, and has them when it answers.
  expect(await there.enableActor("search", "User;2")).toBe(200);
  const boolean = { method: "POST", headers: json, body: "{}" };
  expect((await there.send("/features/checkout/boolean", boolean)).status).toBe(200);
  expect((await there.send("/features/gone", { method: "DELETE" })).status).toBe(204);

  const reads: readonly (readonly [string, RequestInit?])[] = [
    ["/features"],
    ["/features?exclude_gates=true"],
    ["/features?keys=search,checkout"],
    ["/features/search"],
    [`/features/${encodeURIComponent("a/b 🎉")}`],
    ["/features/missing"],
    ["/actors/User;2"],
    ["/actors/User;2?keys=search"],
    ["/actors", { method: "POST", headers: json, body: '{"flipper_id":"User;2"}' }],
    ["/audits"],
    ["/telemetry/summary"],
    ["/missing"],
  ];
  for (const [path, init] of reads) {
    const [expected, found] = [await here.send(path, init), await there.send(path, init)];
    expect([path, await comparable(found)]).toEqual([path, await comparable(expected)]);
  }
  const listed = await there.send("/features");
  expect(listed.headers.get("gatehouse-age")).toMatch(/^\d+$/);
  const conditional = { headers: { "if-none-match": listed.headers.get("etag") ?? "" } };
  expect((await there.send("/features", conditional)).status).toBe(304);
  expect((await new ReplicaClient(replica.url, "wrong-token-value").send("/features")).status).toBe(
    401,
  );
  for (const path of ["/healthz", "/readyz", "/swagger", "/metrics"]) {
    expect((await fetch(replica.url + path)).status).toBe(200);
  }

  await servers.kill(origin);
  expect(await there.keys()).toEqual(["a/b 🎉", "checkout", "search"]);
  for (const [path, init] of [["/audits"], ["/features/x/boolean", boolean]] as const) {
    const refused = await there.send(path, init);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({
      message: "The origin of this replica cannot be reached",
    });
  }
  await eventually(async () => (await originCheck(replica)) === "degraded");
  await eventually(async () => {
    const metrics = await (await fetch(`${replica.url}/metrics`)).text();
    return (
      /^gatehouse_replica_age_seconds [1-9]/m.test(metrics) &&
      /^gatehouse_replica_connected 0$/m.test(metrics)
    );
  });

  // Its copy outlives the replica, too.
  await servers.kill(replica);
  const again = await servers.startReplica("replica", origin.url, replicaToken);
  const restarted = new ReplicaClient(again.url, token);
  expect(await restarted.keys()).toEqual(["a/b 🎉", "checkout", "search"]);

  // And it goes on when the origin is back, without a new copy.
  await servers.startOrigin(Number(new URL(origin.url).port));
  expect(await here.enableActor("later", "User;1")).toBe(200);
  await eventually(async () => (await restarted.keys()).includes("later"));
  expect(readdirSync(servers.directory("replica"))).toContain("copy-1");
  expect(await (await restarted.send("/features")).text()).toBe(
    await (await here.send("/features")).text(),
  );
}, 180_000);

test("a replica that is too far behind takes the whole state", async () => {
  using servers = new ReplicatedServers();
  const origin = await servers.startOrigin();
  const { token } = servers;
  const here = new ReplicaClient(origin.url, token);
  await here.enableActor("removed", "User;1");
  const replicaToken = await servers.createReplica();
  const replica = await servers.startReplica("replica", origin.url, replicaToken);
  await servers.kill(replica);
  expect((await here.send("/features/removed", { method: "DELETE" })).status).toBe(204);
  for (let index = 0; index < 1_001; index++) {
    await here.enableActor("search", `User;${index}`);
  }
  const again = await servers.startReplica("replica", origin.url, replicaToken);
  const there = new ReplicaClient(again.url, token);
  await eventually(async () => !(await there.keys()).includes("removed"));
  expect(await (await there.send("/features")).text()).toBe(
    await (await here.send("/features")).text(),
  );
  expect(readdirSync(servers.directory("replica"))).toContain("copy-2");
  expect(readdirSync(servers.directory("replica"))).not.toContain("copy-1");
}, 180_000);

test("a replica of a restored origin takes the whole state", async () => {
  using servers = new ReplicatedServers();
  const origin = await servers.startOrigin();
  const { token } = servers;
  const here = new ReplicaClient(origin.url, token);
  const replicaToken = await servers.createReplica();
  await here.enableActor("before", "User;1");
  const archive = `${servers.directory("archives")}/backup.tar`;
  await servers.command(["backup", archive]);
  await here.enableActor("after", "User;1");
  const replica = await servers.startReplica("replica", origin.url, replicaToken);
  const there = new ReplicaClient(replica.url, token);
  expect(await there.keys()).toEqual(["after", "before"]);
  await servers.kill(origin);
  servers.clear("origin");
  await servers.command(["restore", archive]);
  const stream = await there.send("/stream");
  const told = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  await servers.startOrigin(Number(new URL(origin.url).port));
  // As many commits as before the restore, and other ones.
  await here.enableActor("another", "User;1");
  await eventually(async () => (await there.keys()).join() === "another,before");
  let events = "";
  while (!events.includes("event: refetch")) {
    const { value = "", done } = (await told?.read()) ?? { done: true };
    expect(done).toBe(false);
    events += value;
  }
}, 180_000);

test("a revoked token ends the stream at once, and a wrong one starts no replica", async () => {
  using servers = new ReplicatedServers();
  const origin = await servers.startOrigin();
  const { token } = servers;
  const here = new ReplicaClient(origin.url, token);
  const replicaToken = await servers.createReplica();
  const replica = await servers.startReplica("replica", origin.url, replicaToken);
  const there = new ReplicaClient(replica.url, token);
  const stream = await fetch(`${origin.url}/replication/changes?after=0-`, {
    headers: { authorization: `Bearer ${replicaToken}` },
  });
  expect(await stream.text()).toBe('{"gone":true}\n');
  expect(await servers.command(["replica", "list"])).toContain("replica");
  await servers.command(["replica", "revoke", "1"]);
  await here.enableActor("secret", "User;1");
  await eventually(async () => (await originCheck(replica)) === "degraded");
  expect(await there.keys()).toEqual([]);
  for (const path of ["/changes?after=0-", "/snapshot", "/position"]) {
    for (const value of [replicaToken, token, "", "x"]) {
      const headers = { authorization: `Bearer ${value}` };
      const answer = await fetch(`${origin.url}/replication${path}`, { headers });
      expect([path, answer.status]).toEqual([path, 401]);
    }
  }
  const failed = servers.startReplica("another", origin.url, replicaToken);
  expect(failed).rejects.toThrow("The origin refuses the token of this replica");
  await failed.catch(() => undefined);
  expect(await servers.command(["replica", "list"])).not.toContain("replica\n");
}, 180_000);

test("a replica of a replica follows it, and keeps its changes when the origin is away", async () => {
  using servers = new ReplicatedServers();
  const origin = await servers.startOrigin();
  const { token } = servers;
  const first = await servers.startReplica("first", origin.url, await servers.createReplica());
  const secondToken = await servers.createReplica("second");
  const second = await servers.startReplica("second", first.url, secondToken);
  const there = new ReplicaClient(second.url, token);
  expect(await there.enableActor("search", "User;1")).toBe(200);
  expect(await there.keys()).toEqual(["search"]);
  expect(await new ReplicaClient(origin.url, token).keys()).toEqual(["search"]);
  await servers.kill(origin);
  expect(await there.keys()).toEqual(["search"]);
  await eventually(async () => {
    const age = (await there.send("/features")).headers.get("gatehouse-age");
    return Number(age) >= 1;
  });
}, 180_000);

test("two replicas share a port", async () => {
  using servers = new ReplicatedServers();
  const origin = await servers.startOrigin();
  const replicaToken = await servers.createReplica();
  const shared = (port: number) => ["--port", String(port), "--reuse-port"];
  const first = await servers.startReplica("first", origin.url, replicaToken, shared(0));
  const port = Number(new URL(first.url).port);
  await servers.startReplica("second", origin.url, replicaToken, shared(port));
  const { token } = servers;
  // A new connection goes to either of them.
  const answered = new Set<string>();
  await eventually(async () => {
    const metrics = await fetch(`${first.url}/metrics`, { headers: { connection: "close" } });
    const started = /^process_start_time_seconds (?<time>\S+)$/m.exec(await metrics.text());
    answered.add(started?.groups?.time ?? "");
    return answered.size === 2;
  });
  expect(answered).not.toContain("");
  expect(await new ReplicaClient(first.url, token).keys()).toEqual([]);
  // Each has a directory of its own.
  const another = servers.startReplica("second", origin.url, replicaToken, shared(port));
  expect(another).rejects.toThrow(/second.*: the data directory is in use by another Gatehouse/);
  await another.catch(() => undefined);
}, 180_000);

test("a directory belongs to a server or to a replica", async () => {
  using servers = new ReplicatedServers();
  const origin = await servers.startOrigin();
  const replicaToken = await servers.createReplica();
  const wrong = servers.startReplica("origin", origin.url, replicaToken);
  expect(wrong).rejects.toThrow("in use by another Gatehouse");
  await wrong.catch(() => undefined);
  const replica = await servers.startReplica("replica", origin.url, replicaToken);
  await servers.kill(replica);
  const own = servers.directory("replica");
  for (const argv of [
    ["token", "list"],
    ["serve", "--port", "0"],
  ]) {
    const { code, err } = await gatehouse(own, argv);
    expect(code).toBeGreaterThan(0);
    expect(err).toMatch(/the directory of a replica|there is no data in/);
  }
  expect(readdirSync(own)).not.toContain("gatehouse.db");
  await servers.kill(origin);
  const taken = servers.startReplica("origin", origin.url, replicaToken);
  expect(taken).rejects.toThrow("a copy of another one needs a directory of its own");
  await taken.catch(() => undefined);
}, 180_000);

test("a copy that is not complete is not served", async () => {
  using servers = new ReplicatedServers();
  const origin = await servers.startOrigin();
  const { token } = servers;
  const here = new ReplicaClient(origin.url, token);
  for (let index = 0; index < 300; index++) {
    await here.enableActor(`feature-${index}`, "User;1");
  }
  const replicaToken = await servers.createReplica();
  const cut = Promise.withResolvers<void>();
  using proxy = new SwallowingProxy(() => origin.url, cut.resolve);
  // It waits for the rest of the snapshot, and is killed.
  const starting = servers.startReplica("replica", proxy.url, replicaToken);
  const ended = starting.then(
    () => "listens",
    () => "ended",
  );
  await cut.promise;
  await eventually(async () =>
    readdirSync(servers.directory("replica")).includes("unfinished-copy"),
  );
  servers.killStarting();
  expect(await ended).toBe("ended");
  expect(readdirSync(servers.directory("replica"))).not.toContain("copy-1");
}, 180_000);

test("a damaged copy is taken anew", async () => {
  using servers = new ReplicatedServers();
  const origin = await servers.startOrigin();
  const { token } = servers;
  const here = new ReplicaClient(origin.url, token);
  await here.enableActor("search", "User;1");
  const replicaToken = await servers.createReplica();
  const replica = await servers.startReplica("replica", origin.url, replicaToken);
  await servers.kill(replica);
  const database = `${servers.directory("replica")}/copy-1/gatehouse.db`;
  await Bun.write(database, new Uint8Array(8_192).fill(7));
  const again = await servers.startReplica("replica", origin.url, replicaToken);
  expect(await (await new ReplicaClient(again.url, token).send("/features")).text()).toBe(
    await (await here.send("/features")).text(),
  );
}, 180_000);
