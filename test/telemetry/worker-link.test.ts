import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { StorageError } from "../../src/storage/storage.ts";
import { noTally } from "../../src/telemetry/messages/commit-tally.ts";
import { startTelemetry } from "../../src/telemetry/telemetry.ts";
import { readAnswer } from "../helpers/answer.ts";
import { spawnLocal } from "./local-thread.ts";
import { expectUnavailable, metric, now, puppetApi, submissionIds, until } from "./puppet-api.ts";
import { submissionOf, temporaryDirectory, workerUrl } from "./telemetry-api.ts";
import { feature, featureChanges, stateWith } from "./telemetry-state.ts";

describe("a worker that dies", () => {
  test("leaves nothing answered 202 that it had not settled", async () => {
    const { puppets, api } = await puppetApi();
    const submitted = api.submit(submissionOf([metric]));
    const summed = api.send("/telemetry/summary");
    await until(() => puppets.kinds().includes("submissions") && puppets.kinds().includes("call"));
    puppets.die();
    await expectUnavailable(submitted, "POST");
    await expectUnavailable(summed, "GET");
    expect(api.telemetry.counters).toMatchObject({ unavailable: 1, workerRestarts: 1, waiting: 0 });
    expect(String(api.faults[0])).toContain("it fell over");
  });

  test("is replaced by one that knows everything committed meanwhile", async () => {
    const { puppets, api } = await puppetApi();
    puppets.die();
    await expectUnavailable(api.submit(submissionOf([metric])), "POST");
    await expectUnavailable(api.send("/telemetry/summary"), "GET");
    api.commit(...featureChanges(9, "while nobody listened"));
    await until(() => puppets.count === 2);
    api.commit(...featureChanges(10, "before it was told"));
    puppets.say({ kind: "loaded" });
    api.commit({ kind: "feature.removed", feature: feature(9, "while nobody listened") });
    puppets.say({ kind: "opened" });
    const [open, lessons] = puppets.received[1] ?? [];
    expect(open).toMatchObject({ kind: "open" });
    expect(JSON.stringify(open)).toContain("while nobody listened");
    expect(JSON.stringify(open)).toContain("before it was told");
    expect(lessons).toMatchObject({
      kind: "lessons",
      lessons: [{ kind: "feature_gone", key: "while nobody listened" }],
    });
    const submitted = api.submit(submissionOf([metric]));
    await until(() => puppets.kinds().includes("submissions"));
    puppets.die();
    await expectUnavailable(submitted, "POST");
  });

  test("again and again is replaced, and closing ends that", async () => {
    const { puppets, api } = await puppetApi();
    for (let count = 1; count <= 4; count++) {
      puppets.die();
      await until(() => puppets.count === count + 1);
      puppets.open();
    }
    puppets.die();
    await until(() => puppets.count === 6);
    puppets.say({ kind: "loaded" });
    puppets.say({ kind: "unusable", reason: "the disk is full" });
    await until(() => puppets.count === 7);
    expect(api.faults.map(String).join()).toContain("the disk is full");
    const { count } = puppets;
    puppets.die();
    await api.telemetry.close();
    await Bun.sleep(20);
    expect(puppets.count).toBe(count);
    await expectUnavailable(api.submit(submissionOf([metric])), "POST");
  });

  test("while it closes does not keep the process", async () => {
    const { puppets, api } = await puppetApi();
    const closing = api.telemetry.close();
    expect(puppets.kinds()).toContain("close");
    puppets.die();
    await closing;
    expect(api.faults).toEqual([]);
  });
});

describe("a database that cannot be used", () => {
  test("ends the start with the reason", async () => {
    using directory = temporaryDirectory();
    writeFileSync(join(directory.path, "telemetry.db"), "no database at all".repeat(100));
    const starting = startTelemetry({
      workerUrl,
      directory: directory.path,
      spawn: spawnLocal,
      state: stateWith(),
      now: () => now,
      onFault: () => undefined,
    });
    await expect(starting).rejects.toThrow(StorageError);
    await expect(starting).rejects.toThrow("telemetry.db: the file is not a database");
  });

  test("or a worker that cannot be loaded", async () => {
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

test("a fault of the worker is passed on", async () => {
  const { puppets, api } = await puppetApi();
  puppets.say({ kind: "fault", reason: "something" });
  expect(api.faults.map(String)).toEqual(["Error: telemetry: something"]);
});

test("what the worker cannot do is an internal error, and told", async () => {
  const { puppets, api } = await puppetApi();
  const submitted = api.submit(submissionOf([metric]));
  await until(() => puppets.kinds().includes("submissions"));
  const [id] = submissionIds(puppets);
  puppets.say({
    kind: "settled",
    accepted: [],
    refused: [{ id: id ?? 0, refusal: "internal", message: "a mistake" }],
    tally: noTally,
  });
  const response = await submitted;
  const [, body] = await readAnswer(response, { method: "POST" });
  expect(response.status).toBe(500);
  expect(JSON.stringify(body)).not.toContain("a mistake");
  expect(api.faults.map(String)).toEqual(["Error: a mistake"]);
});
