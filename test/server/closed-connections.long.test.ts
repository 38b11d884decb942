import { expect, test } from "bun:test";
import type { Caller } from "../../src/core/model/caller.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { ownerCaller } from "../helpers/owner-caller.ts";
import { type PipelineServer, startPipelineServer } from "./pipeline-server.ts";

const timeoutMs = 180_000;
/** So many requests of one caller run or wait, and no more. */
const admittedMax = 21;

interface Disconnected {
  readonly path: string;
  readonly body: unknown;
}

/**
 * Fills the queue of a token with requests, and closes their connections. Resolves with the token's
 * caller.
 */
async function askAndDisconnect(server: PipelineServer, asked: Disconnected): Promise<Caller> {
  const { hosted } = server;
  using listener = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: server.fetch });
  const token = await hosted.newToken();
  const connections = new AbortController();
  const refused = Promise.withResolvers<number>();
  const requests = Array.from({ length: admittedMax + 1 }, async () => {
    const { status } = await fetch(new URL(`/admin/v1/environments/-${asked.path}`, listener.url), {
      method: "POST",
      headers: { "flipper-cloud-token": token, "content-type": "application/json" },
      body: JSON.stringify(asked.body),
      signal: connections.signal,
    });
    refused.resolve(status);
  });
  // One is refused because all others are in the queue.
  expect(await refused.promise).toBe(503);
  connections.abort();
  const ended = await Promise.allSettled(requests);
  expect(ended.filter(({ status }) => status === "rejected")).toHaveLength(admittedMax);
  const { state } = hosted.deployment.writer;
  const id = Math.max(...Array.from(state.tokens.values(), (each) => each.id));
  return { ...ownerCaller(state, hosted.production), actor: { type: "Token", id: String(id) } };
}

/** Starts work until the queue has admitted so much of it. */
async function admit(
  count: number,
  work: () => Promise<unknown>,
): Promise<readonly Promise<unknown>[]> {
  const admitted: Promise<unknown>[] = [];
  while (admitted.length < count) {
    const started = work();
    // What the queue refuses, it refuses before the next turn of the event loop.
    const isAdmitted = await Promise.race([
      started.then(() => true).catch(() => false),
      new Promise((resolve) => setImmediate(resolve, true)),
    ]);
    if (isAdmitted === true) {
      admitted.push(started);
    } else {
      await Bun.sleep(1);
    }
  }
  return admitted;
}

test(
  "rollbacks whose connections were closed while they waited leave the queue, and are not run",
  async () => {
    const opened = await openSqliteStorage(":memory:");
    const { reads } = opened.storage;
    const { history } = reads;
    const released = Promise.withResolvers<void>();
    reads.history = async (query) => {
      await released.promise;
      return history(query);
    };
    const server = await startPipelineServer({ opened });
    const { deployment, production, manager } = server.hosted;
    await manager.gates.post("search", "actors", { flipper_id: "User;1" });
    await manager.gates.post("search", "boolean");
    const target = { kind: "after", sequence: 2, key: "search" } as const;
    const owner = ownerCaller(deployment.writer.state, production);
    const running = deployment.history.preview(owner, target);
    const body = { key: "search", to: 2, typed: "search" };
    const caller = await askAndDisconnect(server, { path: "/rollback", body });
    const admitted = await admit(admittedMax, () => deployment.history.preview(caller, target));
    released.resolve();
    await Promise.all([running, ...admitted]);
    expect((await manager.features.get("search"))[1]).toMatchObject({ state: "on" });
    await server.stop();
  },
  timeoutMs,
);

test(
  "explanations whose connections were closed while they waited leave the queue",
  async () => {
    const server = await startPipelineServer();
    const { deployment, production, manager } = server.hosted;
    const keys = Array.from({ length: 100 }, (_, at) => `feature-${at}`);
    const expression = { Any: new Array(1_000).fill({ Equal: [{ Property: ["plan"] }, "pro"] }) };
    await manager.import(Object.fromEntries(keys.map((key) => [key, { expression }])));
    const end = new AbortController();
    const explain = (caller: Caller) =>
      deployment.explanations.explainEach(
        caller,
        keys,
        {
          actors: [{ flipperId: "User;1", properties: {} }],
          declaredGroups: new Set(),
          isKnownGroup: () => false,
          signal: end.signal,
        },
        () => null,
      );
    const owner = ownerCaller(deployment.writer.state, production);
    const before = await admit(10, () => explain(owner));
    let isQueueDone = false;
    const queue = Promise.allSettled(before).then((ended) => {
      isQueueDone = !end.signal.aborted;
      return ended;
    });
    const caller = await askAndDisconnect(server, { path: "/explain", body: { keys } });
    const admitted = await admit(admittedMax, () => explain(caller));
    expect(isQueueDone).toBe(false);
    end.abort();
    await Promise.allSettled([queue, ...admitted]);
    await server.stop();
  },
  timeoutMs,
);
