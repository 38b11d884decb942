import { expect, test } from "bun:test";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { StorageError } from "../../src/storage/storage.ts";
import { alteredStorage } from "../contract/altered-storage.ts";
import { startOperated } from "./operated.ts";

const telemetry = {
  isAlive: true,
  counters: {
    submissions: 0,
    duplicates: 0,
    refused: 0,
    unavailable: 0,
    metrics: 0,
    droppedKeyTooLong: 0,
    droppedTimeOutOfRange: 0,
    droppedUnknownKey: 0,
    clamped: 0,
    commits: 0,
    commitMs: 0,
    workerRestarts: 0,
    waiting: 0,
    waitingBytes: 0,
  },
};

/** Storage whose medium fails when a test says so, with a reason that is nobody's business. */
async function failable() {
  const opened = await openSqliteStorage(":memory:");
  const medium = { isFailing: false, failsProbes: true };
  const failIfTold = () => {
    if (medium.isFailing) {
      throw new StorageError("cannot write /srv/secret-place/gatehouse.db");
    }
  };
  const storage = alteredStorage(opened.storage, {
    async commit(batch) {
      failIfTold();
      return opened.storage.commit(batch);
    },
    async probe(kind) {
      // Only a write shows that the medium fails.
      if (kind === "durable" || medium.failsProbes) {
        failIfTold();
      }
      await opened.storage.probe(kind);
    },
  });
  return { medium, opened: { ...opened, storage } };
}

test("a server that can do its work is ready, and says so without a token", async () => {
  const server = await startOperated({ telemetry });
  const response = await server.send("/readyz");
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    status: "ok",
    checks: { database: "ok", telemetry: "ok", disk: "ok" },
  });
  await server.stop();
});

test("a database that cannot be written is told, not why, and again when it can", async () => {
  const { medium, opened } = await failable();
  const server = await startOperated({ opened });
  medium.isFailing = true;
  const response = await server.send("/readyz");
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("1");
  expect(await response.json()).toEqual({
    code: "unavailable",
    message: "Not ready: database",
    more_info: "/swagger",
    status: "failed",
    checks: { database: "failed", disk: "ok" },
  });
  const live = await server.send("/healthz");
  expect(live.status).toBe(200);
  medium.isFailing = false;
  server.clock.ms += 1_000;
  expect((await server.send("/readyz")).status).toBe(200);
  expect(server.logged().filter(({ check }) => check === "database")).toEqual([
    {
      level: "error",
      message: "not ready",
      check: "database",
      reason: "cannot write /srv/secret-place/gatehouse.db",
    },
    { level: "info", message: "ready again", check: "database" },
  ]);
  await server.stop();
});

test("after a commit that failed it is not ready until a write is kept", async () => {
  const { medium, opened } = await failable();
  const server = await startOperated({ opened });
  medium.failsProbes = false;
  medium.isFailing = true;
  expect((await server.send("/readyz")).status).toBe(200);
  const [refused] = await server.manager.features.create("a");
  expect(refused.status).toBe(503);
  for (const passedMs of [1_000, 5_000, 3_600_000]) {
    server.clock.ms += passedMs;
    expect((await server.send("/readyz")).status).toBe(503);
  }
  medium.isFailing = false;
  server.clock.ms += 1_000;
  expect((await server.send("/readyz")).status).toBe(200);

  medium.isFailing = true;
  expect((await server.manager.features.create("b"))[0].status).toBe(503);
  server.clock.ms += 1_000;
  expect((await server.send("/readyz")).status).toBe(503);
  medium.isFailing = false;
  const [created] = await server.manager.features.create("a");
  expect(created.status).toBe(200);
  server.clock.ms += 1_000;
  expect((await server.send("/readyz")).status).toBe(200);
  server.hosted.faults.splice(0);
  await server.stop();
});

test("telemetry without a worker is told", async () => {
  const server = await startOperated({ telemetry: { ...telemetry, isAlive: false } });
  const response = await server.send("/readyz");
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    message: "Not ready: telemetry",
    checks: { database: "ok", telemetry: "failed", disk: "ok" },
  });
  await server.stop();
});

test("a disk with less room than the floor is told", async () => {
  const server = await startOperated({ flags: ["--disk-floor", "1048576"] });
  const response = await server.send("/readyz");
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ checks: { database: "ok", disk: "failed" } });
  await server.stop();
});
