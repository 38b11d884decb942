import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { readAnswer } from "../helpers/answer.ts";
import {
  acceptedOutcomes,
  guardedRollout,
  minutesOf,
  outcomeOf,
  outcomeSubmission,
} from "./outcomes.ts";
import { TelemetryApi } from "./telemetry-api.ts";
import { stateWith } from "./telemetry-state.ts";

const now = Date.UTC(2026, 10, 21, 12, 34, 56);
const minute = Math.floor(now / 60_000);
const countMax = 2 ** 53 - 1;
const good = outcomeOf("checkout", "search", true, { 3: [4, 1] });
const [empty = []] = outcomeOf("checkout", "search", true, {}).buckets;

let api: TelemetryApi;

beforeAll(async () => {
  api = await TelemetryApi.start({ state: stateWith({ features: ["search"] }), now: () => now });
  api.commit(guardedRollout(1, "search", ["checkout"]));
});

afterAll(async () => {
  expect(api.telemetry.counters).toMatchObject({ waiting: 0, waitingBytes: 0 });
  expect(api.faults).toEqual([]);
  await api.telemetry.close();
});

async function submit(body: string | Uint8Array<ArrayBuffer>, headers = {}) {
  const init = {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  };
  const response = await api.send("/gatehouse/outcomes", init);
  const [, answer] = await readAnswer(response, { method: "POST" });
  return [response.status, JSON.stringify(answer)] as const;
}

const withOutcome = (changes: Readonly<Record<string, unknown>>) => ({
  outcomes: [good, { ...good, ...changes }],
});
const buckets = (...pairs: readonly unknown[]) => [...pairs, ...good.buckets].slice(0, 16);

/** The changes of a valid submission, and a part of the message. */
const refused: Readonly<Record<string, readonly [object, string]>> = {
  "no request_id": [{ request_id: undefined }, "request_id must be a UUID"],
  "a number as request_id": [{ request_id: 7 }, "request_id must be a UUID"],
  "no outcomes": [{ outcomes: undefined }, "outcomes must be an array"],
  "metrics instead": [{ outcomes: undefined, enabled_metrics: [] }, "outcomes must be an array"],
  "a text as outcome": [{ outcomes: ["checkout"] }, "outcomes[0] must be an object"],
  "more than 2,000 outcomes": [
    { outcomes: Array.from({ length: 2_001 }, () => good) },
    "has 2001 items; at most 2000",
  ],
  "no name": [withOutcome({ name: undefined }), "outcomes[1].name must be a text of 1 to 100"],
  "an empty name": [withOutcome({ name: "" }), "outcomes[1].name"],
  "a name of spaces": [withOutcome({ name: "  " }), "outcomes[1].name"],
  "a name with a space at its end": [withOutcome({ name: "checkout " }), "outcomes[1].name"],
  "a name with a line break": [withOutcome({ name: "check\nout" }), "outcomes[1].name"],
  "a name of 101 characters": [withOutcome({ name: "a".repeat(101) }), "outcomes[1].name"],
  "an empty key": [withOutcome({ key: "" }), "outcomes[1].key must be a text of 1 to 255"],
  "a key of 256 characters": [withOutcome({ key: "a".repeat(256) }), "outcomes[1].key"],
  "half a surrogate pair as key": [withOutcome({ key: "\ud800" }), "outcomes[1].key"],
  "a text as result": [withOutcome({ result: "true" }), "outcomes[1].result must be true or false"],
  "a negative total": [
    withOutcome({ total: -1 }),
    `total must be an integer from 0 to ${countMax}`,
  ],
  "half an error": [withOutcome({ errors: 0.5 }), "outcomes[1].errors must be an integer"],
  "errors above the total": [withOutcome({ total: 1, errors: 2 }), "outcomes[1].buckets"],
  "a total that is no sum": [withOutcome({ total: 5 }), "add up to total and errors"],
  "errors that are no sum": [withOutcome({ errors: 0 }), "add up to total and errors"],
  "no buckets": [withOutcome({ buckets: undefined }), "outcomes[1].buckets must be 16 pairs"],
  "15 buckets": [withOutcome({ buckets: good.buckets.slice(0, 15) }), "must be 16 pairs"],
  "17 buckets": [withOutcome({ buckets: [...good.buckets, empty] }), "must be 16 pairs"],
  "a bucket of three numbers": [withOutcome({ buckets: buckets([0, 0, 0]) }), "must be 16 pairs"],
  "a bucket with more errors than its total": [
    withOutcome({ buckets: buckets([0, 1], ...[empty, empty], [4, 0]) }),
    "each with errors up to its total",
  ],
  "sums above 2^53-1": [
    withOutcome({ total: countMax, errors: 0, buckets: buckets([countMax, 0], [countMax, 0]) }),
    "add up",
  ],
};

describe("outcomes are refused, and none of them count, with", () => {
  test.each(Object.entries(refused))("%s", async (_, [changes, message]) => {
    const text = JSON.stringify({ ...outcomeSubmission([good]), ...changes });
    const [status, answer] = await submit(text);
    expect([status, answer]).toEqual([422, expect.stringContaining(message)]);
    expect(answer).toContain("parameter_invalid");
    expect(api.telemetry.counters).toMatchObject({ outcomes: 0, droppedOutcomes: 0 });
  });

  test("bodies that are too large, not JSON or not gzip", async () => {
    const large = JSON.stringify({ ...outcomeSubmission([good]), x: "x".repeat(2 ** 20) });
    const gzip = { "content-encoding": "gzip" };
    expect(await submit(large)).toEqual([422, expect.stringContaining("1048576 expanded")]);
    expect((await submit(Uint8Array.from(gzipSync(large)), gzip))[0]).toBe(422);
    expect((await submit("{"))[0]).toBe(400);
    expect((await submit("{}", gzip))[0]).toBe(400);
    expect((await submit("[]"))[0]).toBe(400);
    expect((await submit("{}", { "content-type": "text/plain" }))[0]).toBe(415);
    expect(api.telemetry.counters).toMatchObject({ outcomes: 0, submissions: 0 });
  });
});

test("outcomes are accepted as gzip, with further members and the longest name", async () => {
  const longest = "ä".repeat(100);
  api.commit(guardedRollout(2, "k".repeat(255), [longest, "checkout"]));
  const outcome = { ...outcomeOf(longest, "k".repeat(255), false, { 15: [1, 1] }), more: null };
  const text = JSON.stringify({ ...outcomeSubmission([outcome, good]), more: [{}] });
  const body = Uint8Array.from(gzipSync(text));
  expect(await submit(body, { "content-encoding": "gzip" })).toEqual([202, "{}"]);
  await acceptedOutcomes(api, outcomeSubmission([]));
  const minutes = { environmentId: 1, fromMinute: minute, toMinute: minute + 1 };
  expect(await minutesOf(api, longest, { ...minutes, key: "k".repeat(255) })).toEqual([
    [minute, {}, { 15: [1, 1] }],
  ]);
  expect(await minutesOf(api, "checkout", { ...minutes, key: "search" })).toEqual([
    [minute, { 3: [4, 1] }, {}],
  ]);
});

test("what clients count is listed by name, with a tag, and changes with the rollouts", async () => {
  const watched = async (headers = {}) => {
    const response = await api.send("/gatehouse/watched", { headers });
    return [response.status, await response.text(), response.headers.get("etag")] as const;
  };
  const [status, before, tag] = await watched();
  expect([status, JSON.parse(before)]).toMatchObject([
    200,
    { watched: [{ name: "checkout" }, {}] },
  ]);
  expect(await watched({ "if-none-match": tag })).toEqual([304, "", tag]);
  api.commit(guardedRollout(3, "a", ["sign-in", "checkout"]), guardedRollout(4, "b", []));
  const [, after, other] = await watched({ "if-none-match": tag });
  expect(JSON.parse(after).watched).toEqual([
    { name: "checkout", keys: ["a", "k".repeat(255), "search"] },
    { name: "sign-in", keys: ["a"] },
    { name: "ä".repeat(100), keys: ["k".repeat(255)] },
  ]);
  expect(other).not.toBe(tag);
});
