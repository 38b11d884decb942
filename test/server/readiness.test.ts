import { expect, test } from "bun:test";
import document from "../../docs/openapi.json" with { type: "json" };
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { StorageError } from "../../src/storage/storage.ts";
import { alteredStorage } from "../contract/altered-storage.ts";
import { dereferenced } from "../http/openapi/dereferenced.ts";
import { isObject } from "../http/openapi/openapi-problems.ts";
import { satisfies } from "../http/openapi/satisfies.ts";
import { startPipelineServer } from "./pipeline-server.ts";

const telemetry = {
  probe: async () => undefined,
  isReplaced: false,
  counters: {
    submissions: 0,
    duplicates: 0,
    refused: 0,
    unavailable: 0,
    metrics: 0,
    droppedKeyTooLong: 0,
    droppedTimeOutOfRange: 0,
    droppedUnknownKey: 0,
    outcomes: 0,
    droppedOutcomes: 0,
    clamped: 0,
    commits: 0,
    commitMs: 0,
    workerRestarts: 0,
    waiting: 0,
    waitingBytes: 0,
  },
};

/**
 * Returns a storage that fails while `medium.isFailing`, with a reason that holds a secret path.
 */
async function failable() {
  const opened = await openSqliteStorage(":memory:");
  const medium = { isFailing: false, failsProbes: true };
  const failIfSet = () => {
    if (medium.isFailing) {
      throw new StorageError("cannot write /srv/secret-place/gatehouse.db");
    }
  };
  const storage = alteredStorage(opened.storage, {
    async commit(batch) {
      failIfSet();
      return opened.storage.commit(batch);
    },
    async probe(kind) {
      // Only a write shows that the medium fails.
      if (kind === "durable" || medium.failsProbes) {
        failIfSet();
      }
      await opened.storage.probe(kind);
    },
  });
  return { medium, opened: { ...opened, storage } };
}

test("a working server is ready, and answers /readyz without a token", async () => {
  const server = await startPipelineServer({ telemetry });
  const response = await server.send("/readyz");
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    status: "ok",
    checks: { database: "ok", telemetry: "ok", disk: "ok" },
  });
  await server.stop();
});

test("an unwritable database is reported without the reason, until it is writable again", async () => {
  const { medium, opened } = await failable();
  const server = await startPipelineServer({ opened });
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

test("after a failed commit the server is not ready until a write is kept", async () => {
  const { medium, opened } = await failable();
  const server = await startPipelineServer({ opened });
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

test("telemetry that cannot be stored is reported", async () => {
  const probe = () => Promise.reject(new Error("the worker does not run"));
  const server = await startPipelineServer({ telemetry: { ...telemetry, probe } });
  const response = await server.send("/readyz");
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    message: "Not ready: telemetry",
    checks: { database: "ok", telemetry: "failed", disk: "ok" },
  });
  await server.stop();
});

test("telemetry whose database was replaced is reported, and the server stays ready", async () => {
  const server = await startPipelineServer({ telemetry: { ...telemetry, isReplaced: true } });
  const response = await server.send("/readyz");
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    status: "degraded",
    checks: { database: "ok", telemetry: "degraded", disk: "ok" },
  });
  await server.stop();
});

test("a disk that cannot be asked is reported", async () => {
  const server = await startPipelineServer({ dataDirectory: "/nowhere-to-be-found" });
  const response = await server.send("/readyz");
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ checks: { database: "ok", disk: "failed" } });
  await server.stop();
});

test("the document has a schema of its own for each status", async () => {
  const { responses } = document.paths["/readyz"].get;
  const schemaOf = ({ content }: (typeof responses)["200" | "503"]) => {
    const found = dereferenced({ ...document, found: content["application/json"].schema });
    return isObject(found) ? found.found : undefined;
  };
  const [ready, notReady] = [schemaOf(responses[200]), schemaOf(responses[503])];
  const probe = () => Promise.reject(new Error("the worker does not run"));
  for (const [changed, isReady] of [
    [{}, true],
    [{ isReplaced: true }, true],
    [{ probe }, false],
    [{ isReplaced: true, probe }, false],
  ] as const) {
    const server = await startPipelineServer({ telemetry: { ...telemetry, ...changed } });
    const body: unknown = await (await server.send("/readyz")).json();
    expect([satisfies(ready, body), satisfies(notReady, body)]).toEqual([isReady, !isReady]);
    await server.stop();
  }
  const checks = { disk: "failed" };
  for (const body of [
    { status: "failed", checks: {} },
    { status: "ok", checks },
    { status: "ok" },
  ]) {
    expect(satisfies(ready, body)).toBe(false);
  }
  const refusal = { code: "unavailable", message: "m", more_info: "/" };
  for (const body of [
    { ...refusal, status: "ok", checks },
    { status: "failed", checks },
  ]) {
    expect(satisfies(notReady, body)).toBe(false);
  }
});
