import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { StorageError } from "../../src/storage/storage.ts";
import { writeCatalogChanges } from "../../src/telemetry/messages/catalog-text.ts";
import { emptyCommitTally } from "../../src/telemetry/messages/commit-tally.ts";
import { startTelemetry, Telemetry } from "../../src/telemetry/telemetry.ts";
import { readAnswer } from "../helpers/answer.ts";
import { workerUrl } from "../helpers/worker-entries.ts";
import { spawnOnSameThread } from "./same-thread-worker.ts";
import {
  expectUnavailable,
  metric,
  now,
  scriptedApi,
  submissionIds,
  until,
} from "./scripted-worker.ts";
import { submissionOf, temporaryDirectory } from "./telemetry-api.ts";
import { feature, featureChanges, stateWith } from "./telemetry-state.ts";

describe("a worker that ends unexpectedly", () => {
  test("leaves no unsettled submission answered with 202", async () => {
    const { workers, api } = await scriptedApi();
    const submitted = api.submit(submissionOf([metric]));
    const summed = api.send("/telemetry/summary");
    await until(
      () =>
        workers.receivedKinds().includes("submissions") && workers.receivedKinds().includes("call"),
    );
    workers.end();
    await expectUnavailable(submitted, "POST");
    await expectUnavailable(summed, "GET");
    expect(api.telemetry.counters).toMatchObject({ unavailable: 1, workerRestarts: 1, waiting: 0 });
    expect(String(api.faults[0])).toContain("it crashed");
  });

  test("is replaced by one that receives everything committed meanwhile", async () => {
    const { workers, api } = await scriptedApi();
    workers.end();
    await expectUnavailable(api.submit(submissionOf([metric])), "POST");
    await expectUnavailable(api.send("/telemetry/summary"), "GET");
    api.commit(...featureChanges(9, "while no worker ran"));
    await until(() => workers.count === 2);
    api.commit(...featureChanges(10, "before the new worker has the catalog"));
    workers.post({ kind: "loaded" });
    api.commit({ kind: "feature.removed", feature: feature(9, "while no worker ran") });
    workers.post({ kind: "opened" });
    const [open, catalogChanges] = workers.received[1] ?? [];
    expect(open).toMatchObject({ kind: "open" });
    expect(JSON.stringify(open)).toContain("while no worker ran");
    expect(JSON.stringify(open)).toContain("before the new worker has the catalog");
    const deleted = { kind: "feature_deleted", projectId: 1, key: "while no worker ran" } as const;
    expect(catalogChanges).toMatchObject({
      kind: "catalog_changes",
      changes: writeCatalogChanges([deleted]),
    });
    const submitted = api.submit(submissionOf([metric]));
    await until(() => workers.receivedKinds().includes("submissions"));
    workers.end();
    await expectUnavailable(submitted, "POST");
  });

  test("is replaced each time until telemetry is closed", async () => {
    const { workers, api } = await scriptedApi();
    for (let count = 1; count <= 4; count++) {
      workers.end();
      await until(() => workers.count === count + 1);
      workers.open();
    }
    workers.end();
    await until(() => workers.count === 6);
    workers.post({ kind: "loaded" });
    workers.post({ kind: "open_failed", reason: "the disk is full", isLocked: false });
    await until(() => workers.count === 7);
    expect(api.faults.map(String).join()).toContain("the disk is full");
    const { count } = workers;
    workers.end();
    await api.telemetry.close();
    await Bun.sleep(20);
    expect(workers.count).toBe(count);
    await expectUnavailable(api.submit(submissionOf([metric])), "POST");
  });

  test("during closing does not keep close() waiting", async () => {
    const { workers, api } = await scriptedApi();
    const closing = api.telemetry.close();
    expect(workers.receivedKinds()).toContain("close");
    workers.end();
    await closing;
    expect(api.faults).toEqual([]);
  });
});

/** Telemetry that is not started. */
function newTelemetry(): Telemetry {
  return new Telemetry({
    workerUrl,
    directory: ":memory:",
    spawn: spawnOnSameThread,
    state: stateWith(),
    now: () => now,
    onFault: () => undefined,
  });
}

test("until its start telemetry is refused, and probes and guards wait", async () => {
  const telemetry = newTelemetry();
  const key = { environmentId: 1, key: "search" };
  await expect(telemetry.dismiss(key)).rejects.toMatchObject({ refusal: "unavailable" });
  const waiting: Promise<unknown>[] = [
    telemetry.probe(),
    telemetry.guards.minutes(1, "errors", 0, 1),
  ];
  expect(waiting.map(Bun.peek.status)).toEqual(["pending", "pending"]);
  await telemetry.start();
  expect(await Promise.all(waiting)).toEqual([undefined, []]);
  telemetry.cancelStart();
  await telemetry.probe();
  await telemetry.close();
});

test("nothing waits for a start that is cancelled", async () => {
  const telemetry = newTelemetry();
  const waiting = telemetry.guards.minutes(1, "errors", 0, 1);
  telemetry.cancelStart();
  await expect(waiting).rejects.toMatchObject({ refusal: "unavailable" });
  await telemetry.close();
});

describe("a start fails with a StorageError", () => {
  test("when the database is of a newer version", async () => {
    using directory = temporaryDirectory();
    {
      using database = new Database(join(directory.path, "telemetry.db"), { create: true });
      database.run("CREATE TABLE migrations (tag TEXT PRIMARY KEY, hash TEXT NOT NULL) STRICT");
      database.run("INSERT INTO migrations VALUES ('9999_newer', '')");
    }
    const starting = startTelemetry({
      workerUrl,
      directory: directory.path,
      spawn: spawnOnSameThread,
      state: stateWith(),
      now: () => now,
      onFault: () => undefined,
    });
    await expect(starting).rejects.toThrow(StorageError);
    await expect(starting).rejects.toThrow("9999_newer");
  });

  test("when the worker cannot be loaded", async () => {
    const starting = startTelemetry({
      workerUrl: new URL("./no-worker.ts", import.meta.url),
      directory: ":memory:",
      state: stateWith(),
      now: () => now,
      onFault: () => undefined,
    });
    await expect(starting).rejects.toThrow(StorageError);
  });
});

test("a fault in the worker is passed to onFault", async () => {
  const { workers, api } = await scriptedApi();
  workers.post({ kind: "fault", reason: "something" });
  expect(api.faults.map(String)).toEqual(["Error: telemetry: something"]);
});

test("an internal error in the worker is answered with 500 and passed to onFault", async () => {
  const { workers, api } = await scriptedApi();
  const submitted = api.submit(submissionOf([metric]));
  await until(() => workers.receivedKinds().includes("submissions"));
  const [id] = submissionIds(workers);
  workers.post({
    kind: "settled",
    accepted: [],
    refused: [{ id: id ?? 0, refusal: "internal", message: "a mistake" }],
    tally: emptyCommitTally,
  });
  const response = await submitted;
  const [, body] = await readAnswer(response, { method: "POST" });
  expect(response.status).toBe(500);
  expect(JSON.stringify(body)).not.toContain("a mistake");
  expect(api.faults.map(String)).toEqual(["Error: a mistake"]);
});
