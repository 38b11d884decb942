import { expect, test } from "bun:test";
import { join } from "node:path";
import { canForget, ForgetfulDisk } from "../../faults/forgetful-disk.ts";
import {
  eventually,
  ReplicaClient,
  ReplicatedServers,
  spooledSubmissions,
} from "./replica-processes.ts";
import { submission, submit, totalOf } from "./replica-telemetry.ts";

const count = 20;

test.skipIf(!canForget)(
  "what a replica was answered for is counted after a power cut at its origin",
  async () => {
    using disk = new ForgetfulDisk();
    using servers = new ReplicatedServers();
    const variables = disk.variables();
    const origin = await servers.startNode("origin", variables);
    const port = Number(new URL(origin.url).port);
    const { token } = servers;
    const here = new ReplicaClient(origin.url, token);
    await here.enableActor("search", "User;1");
    const replica = await servers.startReplica(
      "replica",
      origin.url,
      await servers.createReplica(),
    );
    const there = new ReplicaClient(replica.url, token);
    for (let index = 0; index < count; index++) {
      expect((await submit(there, submission("search", 1))).status).toBe(202);
    }
    await eventually(async () => (await spooledSubmissions(replica)) === 0);
    await servers.kill(origin);
    disk.cutPower(servers.directory("origin"));
    await servers.startNode("origin", variables, port);
    expect(await here.keys()).toEqual(["search"]);
    expect(await totalOf(here, "search")).toBe(count);
  },
  180_000,
);

test.skipIf(!canForget)(
  "what a replica has answered survives a power cut there, and is counted",
  async () => {
    using disk = new ForgetfulDisk();
    using servers = new ReplicatedServers();
    const origin = await servers.startOrigin();
    const port = Number(new URL(origin.url).port);
    const { token } = servers;
    const here = new ReplicaClient(origin.url, token);
    await here.enableActor("search", "User;1");
    const replicaToken = await servers.createReplica();
    const replica = await servers.startReplica(
      "replica",
      origin.url,
      replicaToken,
      ["--port", "0"],
      disk.variables(),
    );
    await servers.kill(origin);
    const there = new ReplicaClient(replica.url, token);
    for (let index = 0; index < count; index++) {
      expect((await submit(there, submission("search", 1))).status).toBe(202);
    }
    await servers.kill(replica);
    disk.cutPower(servers.directory("replica"));
    await servers.startOrigin(port);
    const again = await servers.startReplica("replica", origin.url, replicaToken);
    await eventually(async () => (await spooledSubmissions(again)) === 0);
    expect(await totalOf(here, "search")).toBe(count);
  },
  180_000,
);

test.skipIf(!canForget)(
  "telemetry of a server's own clients is synchronized soon, without further submissions",
  async () => {
    using disk = new ForgetfulDisk();
    using servers = new ReplicatedServers();
    const variables = disk.variables();
    const server = await servers.startNode("origin", variables);
    const port = Number(new URL(server.url).port);
    const client = new ReplicaClient(server.url, servers.token);
    await client.enableActor("search", "User;1");
    const log = join(servers.directory("origin"), "telemetry.db-wal");
    const before = Date.now();
    expect((await submit(client, submission("search", 3))).status).toBe(202);
    await eventually(async () => disk.synchronizedAt(log) > before);
    await servers.kill(server);
    disk.cutPower(servers.directory("origin"));
    await servers.startNode("origin", variables, port);
    expect(await totalOf(client, "search")).toBe(3);
  },
  180_000,
);
