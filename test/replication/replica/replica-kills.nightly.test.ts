import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { runsOf } from "../../helpers/runs.ts";
import {
  eventually,
  ReplicaClient,
  ReplicatedServers,
  spooledSubmissions,
} from "./replica-processes.ts";
import { submission, submit, totalOf } from "./replica-telemetry.ts";

const kills = runsOf(2);
const timeoutMs = 180_000 + kills * 10_000;
const json = { "content-type": "application/json" };

async function importFeatures(client: ReplicaClient, count: number, actors: number) {
  const features = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `feature-${index}`,
      { actors: Array.from({ length: actors }, (_actor, id) => `User;${id}`) },
    ]),
  );
  const body = JSON.stringify({ version: 1, features });
  const answer = await client.send("/import", { method: "POST", headers: json, body });
  expect(answer.status).toBe(204);
}

async function listOf(client: ReplicaClient): Promise<string> {
  const answer = await client.send("/features");
  return `${answer.headers.get("etag")} ${await answer.text()}`;
}

async function sameLists(clients: readonly ReplicaClient[]): Promise<void> {
  await eventually(async () => new Set(await Promise.all(clients.map(listOf))).size === 1);
}

/** Changes features one after the other until it is stopped; returns how to stop it. */
function changing(client: ReplicaClient): () => Promise<void> {
  let isStopped = false;
  const done = (async () => {
    for (let count = 0; !isStopped; count++) {
      await client.enableActor(`changed-${count % 5}`, `User;${count}`).catch(() => 503);
    }
  })();
  return () => {
    isStopped = true;
    return done;
  };
}

test(
  "a replica that is killed while it takes a copy takes it at the next start",
  async () => {
    using servers = new ReplicatedServers();
    const origin = await servers.startOrigin();
    const here = new ReplicaClient(origin.url, servers.token);
    await importFeatures(here, 4_000, 20);
    const replicaToken = await servers.createReplica();
    const startedMs = performance.now();
    await servers.kill(await servers.startReplica("first", origin.url, replicaToken));
    const startMs = performance.now() - startedMs;
    let unfinished = 0;
    let beforeMs = 0;
    let afterMs = startMs;
    for (let round = 0; round < kills || unfinished === 0; round++) {
      // The moments narrow to the time in which the copy is taken, which differs between machines.
      const lifeMs = beforeMs + (afterMs - beforeMs) * Math.random();
      await servers.startAndKillReplica("replica", origin.url, replicaToken, lifeMs);
      const names = readdirSync(servers.directory("replica"));
      if (names.includes("copy-1")) {
        afterMs = lifeMs;
        servers.clear("replica");
      } else if (names.includes("unfinished-copy")) {
        unfinished++;
      } else {
        beforeMs = lifeMs;
      }
    }
    const replica = await servers.startReplica("replica", origin.url, replicaToken);
    const there = new ReplicaClient(replica.url, servers.token);
    expect(await listOf(there)).toBe(await listOf(here));
    expect(await there.enableActor("after", "User;1")).toBe(200);
    await sameLists([here, there]);
    const names = readdirSync(servers.directory("replica"));
    expect(names.filter((name) => name.includes("copy"))).toEqual(["copy-1"]);
    expect(unfinished).toBeGreaterThan(0);
  },
  timeoutMs,
);

test(
  "a replica that is killed while it stores commits goes on where it was",
  async () => {
    using servers = new ReplicatedServers();
    const origin = await servers.startOrigin();
    const here = new ReplicaClient(origin.url, servers.token);
    const replicaToken = await servers.createReplica();
    let replica = await servers.startReplica("replica", origin.url, replicaToken);
    const stop = changing(here);
    for (let round = 0; round < kills; round++) {
      // One large commit among the small ones.
      const imported = importFeatures(here, 500 + round, 10);
      await Bun.sleep(Math.random() * 300);
      await servers.kill(replica);
      await imported;
      replica = await servers.startReplica("replica", origin.url, replicaToken);
    }
    await stop();
    await sameLists([here, new ReplicaClient(replica.url, servers.token)]);
  },
  timeoutMs,
);

test(
  "a chain of replicas counts each submission once while the middle one is killed",
  async () => {
    using servers = new ReplicatedServers();
    const origin = await servers.startOrigin();
    const here = new ReplicaClient(origin.url, servers.token);
    const [middleToken, lastToken] = [
      await servers.createReplica("middle"),
      await servers.createReplica("last"),
    ];
    let middle = await servers.startReplica("middle", origin.url, middleToken);
    const port = new URL(middle.url).port;
    const last = await servers.startReplica("last", middle.url, lastToken);
    const there = new ReplicaClient(last.url, servers.token);
    const stops = [changing(here), changing(there)];
    let isStopped = false;
    let accepted = 0;
    const submitting = (async () => {
      for (let count = 0; !isStopped; count++) {
        const value = 1 + (count % 7);
        expect((await submit(there, submission("changed-0", value))).status).toBe(202);
        accepted += value;
      }
    })();
    for (let round = 0; round < kills; round++) {
      await Bun.sleep(100 + Math.random() * 300);
      await servers.kill(middle);
      middle = await servers.startReplica("middle", origin.url, middleToken, ["--port", port]);
    }
    isStopped = true;
    await submitting;
    await Promise.all(stops.map((stop) => stop()));
    await eventually(async () => (await spooledSubmissions(last)) === 0);
    await eventually(async () => (await spooledSubmissions(middle)) === 0);
    expect(await totalOf(here, "changed-0")).toBe(accepted);
    expect(accepted).toBeGreaterThan(100);
    await sameLists([here, new ReplicaClient(middle.url, servers.token), there]);
  },
  timeoutMs,
);
