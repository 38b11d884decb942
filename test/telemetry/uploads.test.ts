import { afterEach, describe, expect, test } from "bun:test";
import { limitBodyTime } from "../../src/http/request/body-time.ts";
import { readAnswer } from "../helpers/answer.ts";
import { expectUnavailable, metric, now, until } from "./scripted-worker.ts";
import { SlowBody } from "./slow-body.ts";
import { submissionOf, TelemetryApi } from "./telemetry-api.ts";
import { production, stateWith } from "./telemetry-state.ts";

const custom = 2;
const third = 3;
const fourth = 4;
/** Of another project. */
const other = 5;
const timeoutMs = 10_000;
const kibibyte = 1_024;

let api: TelemetryApi | undefined;
afterEach(async () => {
  await api?.telemetry.close();
  expect(api?.faults).toEqual([]);
});

/** Telemetry with a clock for uploads that only the test moves. */
async function start(limits?: { submissionsMax: number; bytesMax: number }) {
  const clock = { ms: 0 };
  api = await TelemetryApi.start({
    state: stateWith({
      features: ["search"],
      customEnvironments: [custom, third, fourth],
      otherEnvironments: [other],
    }),
    now: () => now,
    telemetry: {
      ...(limits === undefined ? {} : { limits }),
      uploads: { timeoutMs, checkEveryMs: 1, monotonicMs: () => clock.ms },
    },
  });
  const started = api;
  const upload = (environment: number, headers: Record<string, string> = {}) => {
    const body = new SlowBody();
    const answer = started.send("/telemetry", {
      method: "POST",
      body: body.stream,
      environment,
      headers,
    });
    return { body, answer };
  };
  const waitingBytes = (bytes: number) =>
    until(() => started.telemetry.counters.waitingBytes === bytes);
  return { api, clock, upload, waitingBytes };
}

function accepted(from: TelemetryApi, environment: number): Promise<void> {
  return from.count([metric], environment);
}

describe("a body that arrives slowly", () => {
  test("reserves the bytes that have arrived, not those that its length declares", async () => {
    const { api: started, upload, waitingBytes } = await start();
    const { body, answer } = upload(production, { "content-length": String(200 * kibibyte) });
    expect(started.telemetry.counters).toMatchObject({ waiting: 1, waitingBytes: 0 });
    body.send(new Uint8Array(10));
    await waitingBytes(10);
    body.send(new Uint8Array(1_000));
    await waitingBytes(1_010);
    body.breakOff();
    expect((await answer).status).toBe(400);
    expect(started.telemetry.counters).toMatchObject({ waiting: 0, waitingBytes: 0, refused: 1 });
  });

  test("is counted when it is complete, however it was divided", async () => {
    const { api: started, upload } = await start();
    const { body, answer } = upload(production);
    for (const character of JSON.stringify(submissionOf([{ ...metric, value: 7 }]))) {
      body.send(character);
    }
    body.end();
    expect((await answer).status).toBe(202);
    expect(await started.totals()).toEqual({ search: [7, 0] });
    expect(started.telemetry.counters).toMatchObject({ waiting: 0, waitingBytes: 0 });
  });

  test("is no longer read when it is over its limit", async () => {
    const { upload } = await start();
    const { body, answer } = upload(production);
    body.send(new Uint8Array(kibibyte * kibibyte));
    body.send(new Uint8Array(1));
    const [response, refusal] = await readAnswer(await answer, { method: "POST" });
    expect([response.status, refusal]).toMatchObject([422, { code: "parameter_invalid" }]);
    expect(body.isCancelled).toBe(true);
  });
});

test("80 half-sent bodies of two tokens stop neither their project nor another", async () => {
  const { api: started, upload, waitingBytes } = await start();
  const uploads = [production, custom].flatMap((environment) =>
    Array.from({ length: 40 }, () => upload(environment)),
  );
  for (const { body } of uploads) {
    body.send(new Uint8Array(512 * kibibyte));
  }
  // 32 of each token's bodies are as much as its share, a quarter of 64 MiB.
  await waitingBytes(2 * 32 * 512 * kibibyte);
  await accepted(started, third);
  await accepted(started, other);
  await expectUnavailable(started.submit(submissionOf([metric])), "POST");
  for (const { body } of uploads) {
    if (!body.isCancelled) {
      body.breakOff();
    }
  }
  const statuses = await Promise.all(uploads.map(async ({ answer }) => (await answer).status));
  expect(statuses.filter((status) => status === 400)).toHaveLength(64);
  expect(statuses.filter((status) => status === 503)).toHaveLength(16);
  await accepted(started, production);
  expect(await started.totals()).toEqual({ search: [1, 0] });
  expect(started.telemetry.counters).toMatchObject({ waiting: 0, waitingBytes: 0 });
});

describe("a share that is full", () => {
  test("refuses the part of a body that has no room, and reads no more of it", async () => {
    const {
      api: started,
      upload,
      waitingBytes,
    } = await start({
      submissionsMax: 100,
      bytesMax: 4_000,
    });
    const first = upload(production);
    first.body.send(new Uint8Array(900));
    await waitingBytes(900);
    const second = upload(production);
    second.body.send(new Uint8Array(100));
    await waitingBytes(1_000);
    first.body.send(new Uint8Array(1));
    await expectUnavailable(first.answer, "POST");
    await first.body.cancelled;
    await waitingBytes(100);
    second.body.send(new Uint8Array(900));
    await waitingBytes(1_000);
    second.body.breakOff();
    expect((await second.answer).status).toBe(400);
    await accepted(started, production);
  });

  test("of a token: leaves other tokens of its project theirs", async () => {
    const { api: started, upload } = await start({ submissionsMax: 8, bytesMax: 10_000_000 });
    const stalled = [upload(production), upload(production)];
    await expectUnavailable(started.submit(submissionOf([metric])), "POST");
    await accepted(started, custom);
    for (const { body, answer } of stalled) {
      body.breakOff();
      expect((await answer).status).toBe(400);
    }
    await accepted(started, production);
  });

  test("of a project: leaves the other project its own", async () => {
    const { api: started, upload } = await start({ submissionsMax: 8, bytesMax: 10_000_000 });
    const stalled = [production, custom, third].flatMap((environment) => [
      upload(environment),
      upload(environment),
    ]);
    const [response, body] = await readAnswer(
      await started.submit(submissionOf([metric]), fourth),
      { method: "POST" },
    );
    expect([response.status, body]).toMatchObject([
      503,
      { message: expect.stringContaining("project") },
    ]);
    await accepted(started, other);
    for (const upload_ of stalled) {
      upload_.body.breakOff();
      expect((await upload_.answer).status).toBe(400);
    }
    await accepted(started, fourth);
  });

  test("of bytes: leaves the other project its own", async () => {
    const {
      api: started,
      upload,
      waitingBytes,
    } = await start({
      submissionsMax: 100,
      bytesMax: 4_000,
    });
    const stalled = [production, custom, third].map((environment) => upload(environment));
    for (const { body } of stalled) {
      body.send(new Uint8Array(1_000));
    }
    await waitingBytes(3_000);
    await expectUnavailable(started.submit(submissionOf([metric]), fourth), "POST");
    await accepted(started, other);
    for (const { body, answer } of stalled) {
      body.breakOff();
      expect((await answer).status).toBe(400);
    }
  });
});

describe("a body that is not complete in time", () => {
  test("is 408, no longer read, and gives its place back", async () => {
    const { api: started, clock, upload, waitingBytes } = await start();
    const slow = upload(production);
    slow.body.send(new Uint8Array(100));
    await waitingBytes(100);
    clock.ms += timeoutMs - 1;
    const later = upload(production);
    clock.ms++;
    const response = await slow.answer;
    expect(response.status).toBe(408);
    expect(response.headers.get("connection")).toBe("close");
    expect(await response.json()).toMatchObject({ code: "request_timeout" });
    await slow.body.cancelled;
    expect(started.telemetry.counters).toMatchObject({ waiting: 1, waitingBytes: 0, refused: 1 });
    later.body.send(JSON.stringify(submissionOf([metric])));
    later.body.end();
    expect((await later.answer).status).toBe(202);
    expect(await started.totals()).toEqual({ search: [1, 0] });
  });

  test("is 408 after the server's own limit, if that is shorter", async () => {
    const { api: started, clock } = await start();
    const body = new SlowBody();
    const request = new Request("http://localhost/adapter/telemetry", {
      method: "POST",
      headers: { "flipper-cloud-token": String(production) },
      body: body.stream,
    });
    limitBodyTime(request, 3_000);
    const answer = started.fetch(request);
    await until(() => started.telemetry.counters.waiting === 1);
    clock.ms += 3_000;
    expect((await answer).status).toBe(408);
    await body.cancelled;
  });

  test("is 408 also when some bytes go on arriving", async () => {
    const { clock, upload, waitingBytes } = await start();
    const dripping = upload(production);
    for (let second = 1; second < 10; second++) {
      dripping.body.send(new Uint8Array(1));
      await waitingBytes(second);
      clock.ms += 1_000;
    }
    clock.ms += 1_000;
    expect((await dripping.answer).status).toBe(408);
    await dripping.body.cancelled;
  });
});
