import { expect, test } from "bun:test";
import { streamUriOf } from "../ofrep/ofrep-schema.ts";
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
}, 120_000);

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
}, 120_000);
