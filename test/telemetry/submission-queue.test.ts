import { describe, expect, test } from "bun:test";
import { unpackBatch } from "../../src/telemetry/messages/submission-batch.ts";
import {
  custom,
  expectUnavailable,
  metric,
  type ScriptedWorkers,
  scriptedApi,
  settleAll,
  until,
} from "./scripted-worker.ts";
import { submissionOf, type TelemetryApi } from "./telemetry-api.ts";
import { production } from "./telemetry-state.ts";

describe("when the queue is full", () => {
  test("submissions are refused with 503, unread, until others are settled", async () => {
    const { workers, api } = await scriptedApi({ submissionsMax: 2, bytesMax: 10_000_000 });
    const waiting = [production, custom].map((environmentId) =>
      api.submit(submissionOf([metric]), environmentId),
    );
    await until(() => workers.receivedKinds().includes("submissions"));
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
    settleAll(workers);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([202, 202]);
    const next = api.submit(submissionOf([metric]));
    await until(() => workers.receivedKinds().filter((kind) => kind === "submissions").length > 1);
    settleAll(workers);
    expect((await next).status).toBe(202);
    expect(api.telemetry.counters).toMatchObject({ waiting: 0, waitingBytes: 0, unavailable: 1 });
  });

  test("an upload that breaks off frees its place", async () => {
    const { api } = await scriptedApi({ submissionsMax: 1, bytesMax: 10_000_000 });
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error("disconnected")),
    });
    expect((await api.send("/telemetry", { method: "POST", body })).status).toBe(400);
    expect(api.telemetry.counters).toMatchObject({ waiting: 0, waitingBytes: 0, refused: 1 });
  });

  test("summaries are refused with 503", async () => {
    const { workers, api } = await scriptedApi();
    const waiting = Array.from({ length: 80 }, () => api.send("/telemetry/summary"));
    await Bun.sleep(5);
    workers.end();
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([503]));
    const calls = workers.received[0]?.filter(({ kind }) => kind === "call") ?? [];
    expect(calls.length).toBeLessThan(80);
  });
});

describe("while the worker is busy", () => {
  test("submissions are held back until they are as many as it was sent", async () => {
    const { workers, api } = await scriptedApi();
    const first = submitted(api, 4);
    await until(() => messageSizes(workers).length === 1);
    const second = submitted(api, 3);
    await until(() => api.telemetry.counters.waiting === 7);
    await yieldToEventLoop();
    expect(messageSizes(workers)).toEqual([4]);
    const third = submitted(api, 1);
    await until(() => messageSizes(workers).length === 2);
    expect(messageSizes(workers)).toEqual([4, 4]);
    const fourth = submitted(api, 2);
    await until(() => api.telemetry.counters.waiting === 10);
    await yieldToEventLoop();
    expect(messageSizes(workers)).toEqual([4, 4]);
    settleAll(workers);
    const counted = await Promise.all([...first, ...second, ...third]);
    expect(counted.map(({ status }) => status)).toEqual(counted.map(() => 202));
    expect(messageSizes(workers)).toEqual([4, 4, 2]);
    workers.end();
    expect((await Promise.all(fourth)).map(({ status }) => status)).toEqual([503, 503]);
    expect(api.telemetry.counters).toMatchObject({ waiting: 0, waitingBytes: 0 });
  });

  test("few held back submissions are sent when it has settled the others", async () => {
    const { workers, api } = await scriptedApi();
    const first = submitted(api, 4);
    await until(() => messageSizes(workers).length === 1);
    const second = submitted(api, 1);
    await until(() => api.telemetry.counters.waiting === 5);
    await yieldToEventLoop();
    settleAll(workers);
    expect(messageSizes(workers)).toEqual([4, 1]);
    settleAll(workers);
    const statuses = (await Promise.all([...first, ...second])).map(({ status }) => status);
    expect(statuses).toEqual([202, 202, 202, 202, 202]);
  });

  test("held back submissions are sent before it is closed", async () => {
    const { workers, api } = await scriptedApi();
    const first = submitted(api, 4);
    await until(() => messageSizes(workers).length === 1);
    const second = submitted(api, 1);
    await until(() => api.telemetry.counters.waiting === 5);
    await yieldToEventLoop();
    const closing = api.telemetry.close();
    expect(messageSizes(workers)).toEqual([4, 1]);
    expect(workers.receivedKinds().at(-1)).toBe("close");
    settleAll(workers);
    workers.post({ kind: "closed" });
    await closing;
    const statuses = (await Promise.all([...first, ...second])).map(({ status }) => status);
    expect(statuses).toEqual([202, 202, 202, 202, 202]);
  });
});

function submitted(api: TelemetryApi, count: number): readonly Promise<Response>[] {
  return Array.from({ length: count }, () => api.submit(submissionOf([metric])));
}

/** The number of submissions in each message to the worker. */
function messageSizes(workers: ScriptedWorkers): readonly number[] {
  return (workers.received.at(-1) ?? []).flatMap((message) =>
    message.kind === "submissions" ? [unpackBatch(message.batch).length] : [],
  );
}

/** Waits until due timers and immediates have run. */
async function yieldToEventLoop(): Promise<void> {
  await Bun.sleep(1);
  await new Promise((resume) => setImmediate(resume));
}
