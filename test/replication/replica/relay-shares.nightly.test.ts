import { expect, test } from "bun:test";
import { request as requestOf } from "node:http";
import type { ServerProcess } from "../../contract/server-process.ts";
import { ReplicaClient, ReplicatedServers } from "./replica-processes.ts";

/** As many as a replica relays at once. */
const relayedMax = 64;

/** Connections that have sent the head and a part of a body; all are closed at the end of the block. */
class HalfSent implements Disposable {
  readonly #close: (() => void)[] = [];
  readonly #answered: Promise<void>[] = [];

  async send(server: ServerProcess, path: string, token: string, count: number): Promise<void> {
    const { hostname, port } = new URL(server.url);
    const head = `POST /adapter${path} HTTP/1.1\r\nHost: localhost\r\nFlipper-Cloud-Token: ${token}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"name":`;
    for (let index = 0; index < count; index++) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const socket = await Bun.connect({
        hostname,
        port: Number(port),
        socket: { data: () => resolve(), close: () => resolve() },
      });
      socket.write(head);
      this.#close.push(() => socket.terminate());
      this.#answered.push(promise);
    }
    // The server reads the sockets in turn: it has what was sent before this is answered.
    for (let index = 0; index < 3; index++) {
      await (await fetch(`${server.url}/healthz`)).text();
    }
  }

  /** Resolves when each has an answer, or the end of its connection. */
  async answered(): Promise<void> {
    await Promise.all(this.#answered);
  }

  [Symbol.dispose](): void {
    for (const close of this.#close) {
      close();
    }
  }
}

const anImport = JSON.stringify({ version: 1, features: { imported: {} } });

/** What other clients of the replica do while some bodies are half sent. */
async function expectOthersServed(client: ReplicaClient): Promise<void> {
  expect(await client.enableActor("search", "User;1")).toBe(200);
  expect((await client.send("/audits")).status).toBe(200);
  const headers = { "content-type": "application/json" };
  const imported = await client.send("/import", { method: "POST", headers, body: anImport });
  expect(imported.status).toBe(204);
  expect(await client.keys()).toEqual(["imported"]);
}

test("half-sent bodies at a replica stop no other request, whatever their token may do", async () => {
  using servers = new ReplicatedServers();
  const origin = await servers.startOrigin();
  const evaluate = await servers.createToken("evaluate", "evaluate");
  const readOnly = await servers.createToken("read_only", "read_only");
  const writing = await servers.createToken("read_and_write", "read_and_write");
  const replica = await servers.startReplica("replica", origin.url, await servers.createReplica());
  const others = new ReplicaClient(replica.url, servers.token);
  // These are refused before their bodies are there.
  for (const token of [evaluate, readOnly]) {
    using half = new HalfSent();
    await half.send(replica, "/features", token, relayedMax);
    await half.send(replica, "/import", token, 1);
    await half.answered();
    const refused = await new ReplicaClient(replica.url, token).send("/features", {
      method: "POST",
      body: "name=a",
    });
    expect(refused.status).toBe(403);
    await expectOthersServed(others);
  }
  using half = new HalfSent();
  await half.send(replica, "/features", writing, relayedMax);
  await half.send(replica, "/import", writing, 1);
  await expectOthersServed(others);
  // The token itself is not stopped, either: nothing of it waits for the origin.
  await expectOthersServed(new ReplicaClient(replica.url, writing));
}, 180_000);

/** The status of a relayed request from an address of this machine, with a header of the client. */
async function relayedFrom(
  { url }: ServerProcess,
  token: string,
  localAddress: string,
  forwarded: string,
): Promise<number | undefined> {
  const headers = { "flipper-cloud-token": token, "x-forwarded-for": forwarded };
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  requestOf(`${url}/adapter/audits`, { headers, localAddress, agent: false }, (answer) => {
    answer.resume();
    answer.on("end", () => resolve(answer.statusCode));
  })
    .on("error", reject)
    .end();
  return promise;
}

test("an origin that trusts its replica limits by the address that the replica saw", async () => {
  using servers = new ReplicatedServers();
  const origin = await servers.startNode("origin", {
    GATEHOUSE_TRUSTED_PROXY: "127.0.0.1",
    GATEHOUSE_RATE_LIMIT_ADDRESS: "1:5",
  });
  const replica = await servers.startReplica("replica", origin.url, await servers.createReplica());
  const statuses = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      relayedFrom(replica, servers.token, "127.0.0.2", `192.0.2.${index}`),
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  // Another client has a limit of its own.
  expect(await relayedFrom(replica, servers.token, "127.0.0.3", "127.0.0.2")).toBe(200);
}, 180_000);
