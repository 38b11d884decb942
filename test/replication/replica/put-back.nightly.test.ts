import { expect, test } from "bun:test";
import { cpSync } from "node:fs";
import {
  eventually,
  ReplicaClient,
  ReplicatedServers,
  spooledSubmissions,
} from "./replica-processes.ts";
import { submission, submit, totalOf } from "./replica-telemetry.ts";

test("telemetry is counted once by a replica whose directory was put back from a snapshot", async () => {
  using servers = new ReplicatedServers();
  const origin = await servers.startOrigin();
  const port = Number(new URL(origin.url).port);
  const { token } = servers;
  const here = new ReplicaClient(origin.url, token);
  await here.enableActor("search", "User;1");
  const replicaToken = await servers.createReplica();
  const submitMany = async (url: string, count: number) => {
    for (let index = 0; index < count; index++) {
      const answer = await submit(new ReplicaClient(url, token), submission("search", 1));
      expect(answer.status).toBe(202);
    }
  };
  const first = await servers.startReplica("replica", origin.url, replicaToken);
  await submitMany(first.url, 5);
  await eventually(async () => (await spooledSubmissions(first)) === 0);
  // The snapshot has some that wait, which are counted later.
  await servers.kill(origin);
  await submitMany(first.url, 5);
  await servers.kill(first);
  cpSync(servers.directory("replica"), servers.directory("snapshot"), { recursive: true });
  await servers.startOrigin(port);
  const second = await servers.startReplica("replica", origin.url, replicaToken);
  await submitMany(second.url, 30);
  await eventually(async () => (await spooledSubmissions(second)) === 0);
  await servers.kill(second);
  const third = await servers.startReplica("snapshot", origin.url, replicaToken);
  await submitMany(third.url, 20);
  await eventually(async () => (await spooledSubmissions(third)) === 0);
  expect(await totalOf(here, "search")).toBe(60);
}, 180_000);
