import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { StorageError } from "../../src/storage/storage.ts";
import type { FromWorker, ToWorker } from "../../src/telemetry/message.ts";
import { unpack } from "../../src/telemetry/parcel.ts";
import { noTally } from "../../src/telemetry/tally.ts";
import { startTelemetry } from "../../src/telemetry/telemetry.ts";
import type { Spawn, ThreadListener } from "../../src/telemetry/thread.ts";
import { readAnswer } from "../helpers/answer.ts";
import { spawnLocal } from "./local-thread.ts";
import { submissionOf, TelemetryApi, temporaryDirectory, workerUrl } from "./telemetry-api.ts";
import { feature, featureChanges, production, stateWith } from "./telemetry-state.ts";

const now = Date.UTC(2026, 10, 21, 12, 34, 56);
const metric = { key: "search", time: Math.floor(now / 1_000), result: true, value: 1 };
const restartMsMin = 1;
const custom = 2;

/** Workers that do as a test tells them. */
class Puppets {
  readonly received: ToWorker[][] = [];
  readonly #listeners: ThreadListener[] = [];
  readonly spawn: Spawn = (listener) => {
    const received: ToWorker[] = [];
    this.received.push(received);
    this.#listeners.push(listener);
    return { post: (message) => received.push(message), terminate: () => listener.gone("ended") };
  };

  say(message: FromWorker): void {
    this.#listeners.at(-1)?.message(message);
  }

  open(): void {
    this.say({ kind: "loaded" });
    this.say({ kind: "opened" });
  }

  die(reason = "it fell over"): void {
    this.#listeners.at(-1)?.gone(reason);
  }

  get count(): number {
    return this.#listeners.length;
  }

  kinds(): readonly string[] {
    return this.received.at(-1)?.map(({ kind }) => kind) ?? [];
  }
}

async function puppetApi(limits?: { submissionsMax: number; bytesMax: number }) {
  const puppets = new Puppets();
  const starting = TelemetryApi.start({
    state: stateWith({ features: ["search"], customEnvironments: [custom] }),
    now: () => now,
    telemetryIntervalSeconds: 60,
    telemetry: { spawn: puppets.spawn, restartMsMin, ...(limits === undefined ? {} : { limits }) },
  });
  puppets.open();
  return { puppets, api: await starting };
}

async function expectUnavailable(answer: Promise<Response>, method: string): Promise<void> {
  const response = await answer;
  const [, body] = await readAnswer(response, { method });
  expect(response.status).toBe(503);
  expect(body).toMatchObject({ code: "unavailable" });
  expect(response.headers.get("retry-after")).toBe("1");
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await Bun.sleep(1);
  }
}

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

describe("when too much waits", () => {
  test("submissions are turned away, unread, until there is room", async () => {
    const { puppets, api } = await puppetApi({ submissionsMax: 2, bytesMax: 10_000_000 });
    const waiting = [production, custom].map((to) => api.submit(submissionOf([metric]), to));
    await until(() => puppets.kinds().includes("submissions"));
    expect(api.telemetry.counters.waiting).toBe(2);
    let isRead = false;
    const body = new ReadableStream<Uint8Array>(
      {
        pull() {
          isRead = true;
        },
      },
      { highWaterMark: 0 },
    );
    const response = await api.send("/telemetry", { method: "POST", body });
    expect(response.headers.get("telemetry-interval")).toBe("60");
    await expectUnavailable(Promise.resolve(response), "POST");
    expect(isRead).toBe(false);
    settleAll(puppets);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([202, 202]);
    const next = api.submit(submissionOf([metric]));
    await until(() => puppets.kinds().filter((kind) => kind === "submissions").length > 1);
    settleAll(puppets);
    expect((await next).status).toBe(202);
    expect(api.telemetry.counters).toMatchObject({ waiting: 0, waitingBytes: 0, unavailable: 1 });
  });

  test("their bytes are bounded too, by what is declared and then by what came", async () => {
    const { puppets, api } = await puppetApi({ submissionsMax: 100, bytesMax: 2_100_000 });
    // Nobody knows the length of a stream: it may be up to 1 MiB.
    const { promise: read, resolve: end } = Promise.withResolvers<void>();
    const slow = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await read;
        controller.enqueue(Buffer.from(JSON.stringify(submissionOf([metric]))));
        controller.close();
      },
    });
    const waiting = api.send("/telemetry", { method: "POST", body: slow });
    expect(api.telemetry.counters.waitingBytes).toBe(1024 * 1024);
    await expectUnavailable(api.submit(submissionOf([metric])), "POST");
    end();
    await until(() => puppets.kinds().includes("submissions"));
    expect(api.telemetry.counters.waitingBytes).toBeLessThan(200);
    settleAll(puppets);
    expect((await waiting).status).toBe(202);
    expect(api.telemetry.counters.waitingBytes).toBe(0);
  });

  test("a token whose bodies never end keeps out no other", async () => {
    const { puppets, api } = await puppetApi({ submissionsMax: 8, bytesMax: 100_000_000 });
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const endless = () =>
      new ReadableStream<Uint8Array>({
        async pull(controller) {
          await ended;
          controller.error(new Error("gone"));
        },
      });
    const stalled = Array.from({ length: 4 }, () =>
      api.send("/telemetry", { method: "POST", body: endless() }),
    );
    await expectUnavailable(api.submit(submissionOf([metric])), "POST");
    const other = api.submit(submissionOf([metric]), custom);
    await until(() => puppets.kinds().includes("submissions"));
    settleAll(puppets);
    expect((await other).status).toBe(202);
    end();
    expect((await Promise.all(stalled)).map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    const next = api.submit(submissionOf([metric]));
    await until(() => puppets.kinds().filter((kind) => kind === "submissions").length > 1);
    settleAll(puppets);
    expect((await next).status).toBe(202);
  });

  test("a sender that breaks off leaves its room", async () => {
    const { api } = await puppetApi({ submissionsMax: 1, bytesMax: 10_000_000 });
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error("gone")),
    });
    expect((await api.send("/telemetry", { method: "POST", body })).status).toBe(400);
    expect(api.telemetry.counters).toMatchObject({ waiting: 0, waitingBytes: 0, refused: 1 });
  });

  test("summaries are turned away", async () => {
    const { puppets, api } = await puppetApi();
    const waiting = Array.from({ length: 80 }, () => api.send("/telemetry/summary"));
    await Bun.sleep(5);
    puppets.die();
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([503]));
    const calls = puppets.received[0]?.filter(({ kind }) => kind === "call") ?? [];
    expect(calls.length).toBeLessThan(80);
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

function submissionIds(puppets: Puppets): readonly number[] {
  return (puppets.received.at(-1) ?? []).flatMap((message) =>
    message.kind === "submissions" ? unpack(message.parcel).map(({ id }) => id) : [],
  );
}

function settleAll(puppets: Puppets): void {
  puppets.say({ kind: "settled", accepted: submissionIds(puppets), refused: [], tally: noTally });
}
