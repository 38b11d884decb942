import { expect, test } from "bun:test";
import type { WorkerStorageOptions } from "../../src/storage/sqlite/sqlite-storage.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { type PipelineServer, startPipelineServer } from "../server/pipeline-server.ts";
import { expectUnavailable, messageOf } from "./faulty-server.ts";
import { causeFault, endFault, faultyWorkerUrl } from "./worker-faults.ts";

/** A server whose commits run in a worker with faults, and what the worker reported. */
async function start(directory: string, options: WorkerStorageOptions = {}) {
  const reported: string[] = [];
  const opened = await openSqliteStorage(directory, {
    workerUrl: faultyWorkerUrl,
    onFault: (error) => void reported.push(messageOf(error)),
    ...options,
  });
  return { server: await startPipelineServer({ opened }), reported };
}

function enable({ manager }: PipelineServer, actor: string) {
  return manager.gates.post("search", "actors", { flipper_id: actor });
}

async function listed({ manager }: PipelineServer): Promise<string> {
  return (await manager.features.list())[2];
}

/** The status of /readyz, which is asked anew. */
async function readiness(server: PipelineServer): Promise<number> {
  server.clock.ms += 1_000;
  return (await server.send("/readyz")).status;
}

/** Repeats a write until a new worker runs; every refusal says that it may be tried again. */
async function untilKept(server: PipelineServer, actor: string): Promise<void> {
  for (;;) {
    const answer = await enable(server, actor);
    if (answer[0].status === 200) {
      return;
    }
    expectUnavailable(answer);
    await Bun.sleep(1);
  }
}

function takeFaults(server: PipelineServer): readonly string[] {
  return server.hosted.faults.splice(0).map(messageOf);
}

/** The actors of a server that is started on the directory, after the other one has stopped. */
async function actorsAfterRestart(directory: string): Promise<unknown> {
  const { state, storage } = await openSqliteStorage(directory);
  await storage.close();
  return state.toggles.first()?.get("search")?.gates.actors;
}

test("a worker that dies after a commit: the write is answered as done, and is stored once", async () => {
  using directory = new TemporaryDirectory();
  const { server, reported } = await start(directory.path);
  causeFault(directory.path, "dies after the commit");
  const answers = await Promise.all(["User;1", "User;2"].map((actor) => enable(server, actor)));
  expect(answers.map(([response]) => response.status)).toEqual([200, 200]);
  expect(await listed(server)).toContain("User;2");
  await untilKept(server, "User;3");
  const [, body] = await server.manager.audits.list();
  expect(body).toMatchObject({
    audits: [{ value: "User;3" }, {}, {}, { action: "create" }],
  });
  expect(reported).toEqual([expect.stringContaining("ended and is started again")]);
  expect(takeFaults(server)).toEqual([expect.stringContaining("The worker ended during a commit")]);
  await server.stop();
  expect(await actorsAfterRestart(directory.path)).toEqual(["User;1", "User;2", "User;3"]);
});

test("a worker that dies before a commit: the write is refused, and changes nothing", async () => {
  using directory = new TemporaryDirectory();
  const { server, reported } = await start(directory.path);
  await enable(server, "User;1");
  const before = await listed(server);
  causeFault(directory.path, "dies before the commit");
  expectUnavailable(await enable(server, "lost"));
  expect(await listed(server)).toBe(before);
  await untilKept(server, "User;2");
  expect(reported).toHaveLength(1);
  expect(takeFaults(server).length).toBeGreaterThan(0);
  await server.stop();
  expect(await actorsAfterRestart(directory.path)).toEqual(["User;1", "User;2"]);
});

test("while no worker runs writes are refused, reads and audits are answered, and /readyz is 503", async () => {
  using directory = new TemporaryDirectory();
  const { server } = await start(directory.path);
  await enable(server, "User;1");
  const before = await listed(server);
  causeFault(directory.path, "does not run");
  for (const actor of ["lost", "lost too"]) {
    expect(await readiness(server)).toBe(503);
    expectUnavailable(await enable(server, actor));
    expect(await listed(server)).toBe(before);
    expect((await server.manager.audits.list())[0].status).toBe(200);
  }
  endFault(directory.path);
  await untilKept(server, "User;2");
  expect(await readiness(server)).toBe(200);
  expect(takeFaults(server).length).toBeGreaterThan(0);
  await server.stop();
  expect(await actorsAfterRestart(directory.path)).toEqual(["User;1", "User;2"]);
});

test("a failed fsync: nothing of the commit is kept, and the next one tries again", async () => {
  using directory = new TemporaryDirectory();
  const { server, reported } = await start(directory.path);
  await enable(server, "User;1");
  const before = await listed(server);
  expect(await readiness(server)).toBe(200);
  causeFault(directory.path, "the disk does not synchronize");
  for (const actor of ["lost", "lost too"]) {
    expectUnavailable(await enable(server, actor));
    expect(await readiness(server)).toBe(503);
  }
  expect(await listed(server)).toBe(before);
  endFault(directory.path);
  expect(await readiness(server)).toBe(200);
  expect((await enable(server, "User;2"))[0].status).toBe(200);
  expect(takeFaults(server)).toEqual(
    new Array(2).fill("The changes could not be stored: disk I/O error"),
  );
  expect(reported).toEqual([]);
  await server.stop();
  expect(await actorsAfterRestart(directory.path)).toEqual(["User;1", "User;2"]);
});

test("while the disk synchronizes, reads and audits are answered, and writes share the next commit", async () => {
  using directory = new TemporaryDirectory();
  const { server } = await start(directory.path);
  await enable(server, "User;1");
  const before = await listed(server);
  causeFault(directory.path, "the disk is slow");
  const order: string[] = [];
  const writes = Array.from({ length: 20 }, async (_, index) => {
    const [response] = await enable(server, `User;${index + 2}`);
    order.push("write");
    return response.status;
  });
  for (let read = 0; read < 50; read++) {
    expect(await listed(server)).toBe(before);
    expect((await server.manager.audits.list())[0].status).toBe(200);
    await Bun.sleep(1);
    order.push("read");
  }
  endFault(directory.path);
  expect(new Set(await Promise.all(writes))).toEqual(new Set([200]));
  expect(order).toEqual([...new Array(50).fill("read"), ...new Array(20).fill("write")]);
  const commits = await (await server.send("/metrics")).text();
  const count = /^gatehouse_commit_duration_seconds_count (\d+)$/m.exec(commits)?.[1];
  // The first start, the token, the first write, and the writes in at most three commits.
  expect(Number(count)).toBeLessThan(9);
  await server.stop();
});
