import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { readAnswer } from "../helpers/answer.ts";
import { spawnOnSameThread } from "./same-thread-worker.ts";
import {
  type SubmittedMetric,
  submissionOf,
  TelemetryApi,
  temporaryDirectory,
} from "./telemetry-api.ts";
import { production, stateWith } from "./telemetry-state.ts";

const now = Date.UTC(2026, 10, 21, 12, 34, 56);
const time = Math.floor(now / 1_000);
const daySeconds = 86_400;
const countMax = 2 ** 53 - 1;
const custom = 2;

function start(features: readonly string[] = ["search", "stats"]) {
  return TelemetryApi.start({
    state: stateWith({ features, customEnvironments: [custom] }),
    now: () => now,
  });
}

function metric(key: string, value: number, result = true): SubmittedMetric {
  return { key, time, result, value };
}

const text = JSON.stringify(submissionOf([metric("search", 2), metric("search", 3, false)]));

describe("a submission is accepted", () => {
  const json = { "content-type": "application/json" };
  const rows: Record<string, RequestInit> = {
    "as JSON": { headers: json, body: text },
    "as gzip": { headers: { ...json, "content-encoding": "gzip" }, body: gzip(text) },
    "as gzip under its other names": {
      headers: { ...json, "content-encoding": "X-GZIP" },
      body: gzip(text),
    },
    "as a gzip of two members": {
      headers: { ...json, "content-encoding": "gzip" },
      body: Buffer.concat([gzip(text.slice(0, 9)), gzip(text.slice(9))]),
    },
    "with the identity encoding": {
      headers: { ...json, "content-encoding": "identity" },
      body: text,
    },
    "without a type": { body: Buffer.from(text) },
    "with a type in mixed case and with parameters": {
      headers: { "content-type": "Application/JSON; Charset=UTF-8" },
      body: text,
    },
    "with a +json type": { headers: { "content-type": "application/x+json" }, body: text },
    "after a byte order mark": { headers: json, body: `\ufeff${text}` },
    "with unknown members": {
      headers: json,
      body: text.replace("{", '{"extra":[[[{}]]],').replace('"key"', '"more":null,"key"'),
    },
    "with a request id in capitals": { headers: json, body: inCapitals(text) },
    "with other notations of numbers": {
      headers: json,
      body: text.replace('"value":2', '"value":2.0').replace('"value":3', '"value":0.3e1'),
    },
    "from a stream of unknown length": { headers: json, body: new Blob([text]).stream() },
  };
  test.each(Object.entries(rows))("%s", async (_, init) => {
    await using api = await start();
    const response = await api.send("/telemetry", { method: "POST", ...init });
    const [, body] = await readAnswer(response, { method: "POST" });
    expect({ status: response.status, body }).toEqual({ status: 202, body: {} });
    expect(response.headers.has("telemetry-interval")).toBe(false);
    expect(await api.totals()).toEqual({ search: [2, 3] });
  });

  test("without metrics, or with metrics of value 0", async () => {
    await using api = await start();
    await api.count([]);
    await api.count([metric("search", 0)]);
    expect(await api.totals()).toEqual({});
  });
});

test("counts are summed by key, result and environment", async () => {
  await using api = await start();
  await Promise.all([
    api.count([metric("search", 1), metric("stats", 10, false), metric("search", 2)]),
    api.count([metric("search", 4), metric("search", 5, false)]),
    api.count([metric("search", 100)], custom),
  ]);
  expect(await api.totals()).toEqual({ search: [7, 5], stats: [0, 10] });
  expect(await api.totals(custom)).toEqual({ search: [100, 0] });
});

describe("a repeated submission counts once", () => {
  test("when sent at once, concurrently or later, even with other metrics", async () => {
    await using api = await start();
    const submission = submissionOf([metric("search", 1)]);
    await Promise.all([api.accepted(submission), api.accepted(submission)]);
    await api.accepted({ ...submission, enabled_metrics: [metric("stats", 1)] });
    await api.accepted({ ...submission, request_id: submission.request_id.toUpperCase() });
    expect(await api.totals()).toEqual({ search: [1, 0] });
    expect(api.telemetry.counters).toMatchObject({ submissions: 1, duplicates: 3, metrics: 1 });
  });

  test("in each environment", async () => {
    await using api = await start();
    const submission = submissionOf([metric("search", 1)]);
    await api.accepted(submission);
    await api.accepted(submission, custom);
    expect(await api.totals(custom)).toEqual({ search: [1, 0] });
  });

  test("also after a restart", async () => {
    using directory = temporaryDirectory();
    const submission = submissionOf([metric("search", 1)]);
    for (const _ of [1, 2, 3]) {
      await using api = await TelemetryApi.start({
        state: stateWith({ features: ["search"] }),
        now: () => now,
        telemetry: { directory: directory.path, spawn: spawnOnSameThread },
      });
      await api.accepted(submission);
      expect(await api.totals()).toEqual({ search: [1, 0] });
    }
  });

  test("but a refused one counts when it is corrected", async () => {
    await using api = await start();
    const submission = submissionOf([metric("search", -1)]);
    expect((await api.submit(submission)).status).toBe(422);
    await api.accepted({ ...submission, enabled_metrics: [metric("search", 1)] });
    expect(await api.totals()).toEqual({ search: [1, 0] });
  });
});

describe("invalid metrics are dropped, and the others counted", () => {
  const long = "ö".repeat(255);
  const astral = "😀".repeat(255);

  test("keys of over 255 characters", async () => {
    await using api = await start([long, astral]);
    await api.count([metric(`${long}x`, 1), metric(long, 2), metric(`${astral}x`, 1)]);
    await api.count([metric(astral, 3), metric("x".repeat(300_000), 1)]);
    expect(await api.totals()).toEqual({ [long]: [2, 0], [astral]: [3, 0] });
    expect(api.telemetry.counters).toMatchObject({ metrics: 2, droppedKeyTooLong: 3 });
  });

  test("times more than a day ahead, or older than the retention", async () => {
    await using api = await start();
    const at = (seconds: number) => ({ key: "search", time: seconds, result: true, value: 1 });
    await api.count([
      at(time + daySeconds + 1),
      at(time - 90 * daySeconds - 1),
      at(0),
      at(-time),
      at(10 ** 11 - 1),
      at(-(10 ** 11)),
      at(-1e300),
    ]);
    expect(await api.totals()).toEqual({});
    await api.count([at(time), at(time - 89 * daySeconds), at(time + daySeconds)]);
    // The last one is of tomorrow, and a summary ends today.
    expect(await api.totals()).toEqual({ search: [2, 0] });
    expect(api.telemetry.counters).toMatchObject({ metrics: 3, droppedTimeOutOfRange: 7 });
  });

  test("all of them under a plan without retention", async () => {
    await using api = await TelemetryApi.start({
      state: stateWith({ features: ["search"], retentionDays: 0 }),
      now: () => now,
    });
    await api.count([metric("search", 1)]);
    expect(api.telemetry.counters).toMatchObject({ metrics: 0, droppedTimeOutOfRange: 1 });
  });
});

test("counts stop at 2^53-1, which the counter clamped reports", async () => {
  await using api = await start();
  await api.count([metric("search", countMax)]);
  await api.count([metric("search", countMax), metric("search", countMax)]);
  await api.count([metric("search", 1, false)]);
  const { features } = await api.summary("?keys=search");
  expect(features[0]?.summary).toEqual({
    total: countMax,
    enabled: countMax,
    disabled: 1,
    enabled_rate: countMax / (countMax + 1),
  });
  await api.telemetry.runHousekeeping();
  expect(await api.totals()).toEqual({ search: [countMax, 1] });
  expect(api.telemetry.counters.clamped).toBeGreaterThan(0);
});

test("names of prototype members are ordinary keys", async () => {
  const keys = ["__proto__", "constructor", "toString", "hasOwnProperty"];
  await using api = await start(keys);
  await api.count(keys.map((key, index) => metric(key, index + 1)));
  const { features } = await api.summary();
  expect(features.map(({ key, summary }) => [key, summary.enabled])).toEqual([
    ["__proto__", 1],
    ["constructor", 2],
    ["hasOwnProperty", 4],
    ["toString", 3],
  ]);
});

test("keys that differ in any character are different", async () => {
  const keys = ["a", "A", "a b", "ä", "a\u0308", "'", '"', "\\", "%", "a,b", "a/b", "ﬀ", "😀"];
  await using api = await start(keys);
  const unknown = ["a\0b", "a\0c", "a\n"];
  await api.count([...keys, ...unknown].map((key, index) => metric(key, index + 1)));
  expect(await api.totals()).toEqual(
    Object.fromEntries(keys.map((key, index) => [key, [index + 1, 0]])),
  );
});

test("a submission whose environment is deleted while it waits is refused", async () => {
  await using api = await start();
  const answer = api.submit(submissionOf([metric("search", 1)]), custom);
  api.commit({ kind: "environment.deleted", environmentId: custom });
  expect((await answer).status).toBe(401);
  expect((await api.submit(submissionOf([metric("search", 1)]), production)).status).toBe(202);
});

function gzip(content: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(content));
}

function inCapitals(submission: string): string {
  return submission.replace(/[\da-f-]{36}/, (id) => id.toUpperCase());
}
