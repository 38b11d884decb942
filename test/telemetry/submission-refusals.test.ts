import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { readAnswer } from "../helpers/answer.ts";
import { submissionOf, TelemetryApi } from "./telemetry-api.ts";
import { stateWith } from "./telemetry-state.ts";

const now = Date.UTC(2026, 10, 21, 12, 34, 56);
const time = Math.floor(now / 1_000);
const good = { key: "search", time, result: true, value: 3 };
const requestId = "467dd251-b5e9-44d1-b490-539a97ef0983";
const mebibyte = 1024 * 1024;

let api: TelemetryApi;

beforeAll(async () => {
  api = await TelemetryApi.start({
    state: stateWith({ features: ["search"] }),
    now: () => now,
    telemetryIntervalSeconds: 30,
  });
});

afterAll(async () => {
  expect(await api.totals()).toEqual({});
  expect(api.telemetry.counters).toMatchObject({ submissions: 0, metrics: 0, waiting: 0 });
  expect(api.telemetry.counters.waitingBytes).toBe(0);
  expect(api.faults).toEqual([]);
  await api.telemetry.close();
});

interface Row {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
  readonly status: number;
  readonly code: number | string;
  /** Text that the message must contain. */
  readonly messagePart?: string;
}

const gzip = { "content-encoding": "gzip" };

async function expectRefused(row: Row): Promise<void> {
  const response = await api.send("/telemetry", {
    method: "POST",
    body: row.body,
    headers: { "content-type": "application/json", ...row.headers },
  });
  const [, body] = await readAnswer(response, { method: "POST" });
  expect({ status: response.status, body }).toMatchObject({
    status: row.status,
    body: { code: row.code },
  });
  expect(JSON.stringify(body)).toContain(row.messagePart ?? "");
  expect(response.headers.get("telemetry-interval")).toBe("30");
}

function describeRefusals(name: string, rows: Record<string, Row>): void {
  describe(name, () => {
    test.each(Object.entries(rows))("%s", (_, row) => expectRefused(row));
  });
}

const undecodable = { status: 400, code: 8 };
const text = JSON.stringify(submissionOf([good], requestId));

describeRefusals("a body that cannot be decoded", {
  "no body": { body: "", ...undecodable },
  "malformed JSON": { body: text.slice(0, -1), ...undecodable },
  "JSON and further characters": { body: `${text}{}`, ...undecodable },
  "an array": { body: `[${text}]`, ...undecodable, messagePart: "must be an object" },
  "a text": { body: '"text"', ...undecodable, messagePart: "must be an object" },
  "a number": { body: "12", ...undecodable },
  null: { body: "null", ...undecodable },
  "unclosed brackets": { body: "[".repeat(mebibyte), ...undecodable },
  "unclosed objects": { body: '{"a":'.repeat(200_000), ...undecodable },
  "bytes that are not UTF-8": { body: Uint8Array.of(0x7b, 0xff, 0x7d), ...undecodable },
  "UTF-16": { body: Uint8Array.from(Buffer.from(text, "utf16le")), ...undecodable },
  "a key with half a surrogate pair": {
    body: text.replace("search", String.raw`\ud800`),
    ...undecodable,
  },
  "a body that is not gzip, declared as gzip": { body: text, headers: gzip, ...undecodable },
  "gzip cut short": { body: gzipped(text).slice(0, -9), headers: gzip, ...undecodable },
  "gzip with bytes after it": {
    body: Uint8Array.from([...gzipped(text), 0, 0]),
    headers: gzip,
    ...undecodable,
  },
  "gzip with a wrong checksum": { body: damaged(gzipped(text)), headers: gzip, ...undecodable },
  "gzip within gzip": { body: gzipped(gzipped(text)), headers: gzip, ...undecodable },
  "gzip of nothing": { body: gzipped(""), headers: gzip, ...undecodable },
  "an empty gzip body": { body: "", headers: gzip, ...undecodable },
  "another encoding": { body: text, headers: { "content-encoding": "br" }, ...undecodable },
  "two encodings": { body: text, headers: { "content-encoding": "gzip, gzip" }, ...undecodable },
});

const invalid = { status: 422, code: "parameter_invalid" };

describeRefusals("a body that is too large", {
  "a plain body over 1 MiB": { body: padded(mebibyte + 1), ...invalid, messagePart: "1048576" },
  "a gzip body over 256 KiB": { body: noise(256 * 1024 + 1), headers: gzip, ...invalid },
  "a gzip body that expands to over 1 MiB": {
    body: gzipped(padded(mebibyte + 1)),
    headers: gzip,
    ...invalid,
  },
  "200 MiB of zeros as gzip": { body: bomb(200), headers: gzip, ...invalid },
});

describeRefusals("an invalid submission", {
  "an empty object": { body: "{}", ...invalid, messagePart: "request_id" },
  "no request_id": { body: JSON.stringify({ enabled_metrics: [good] }), ...invalid },
  "a number as request_id": changed({ request_id: 12 }, "request_id must be a UUID"),
  "an empty request_id": changed({ request_id: "" }, "request_id"),
  "a request_id that is not a UUID": changed({ request_id: "z".repeat(36) }, "request_id"),
  "a request_id in braces": changed({ request_id: `{${requestId}}` }, "request_id"),
  "a request_id without dashes": changed({ request_id: requestId.replaceAll("-", "") }),
  "a request_id with a line break": changed({ request_id: `${requestId}\n` }, "request_id"),
  "no enabled_metrics": { body: JSON.stringify({ request_id: requestId }), ...invalid },
  "null as enabled_metrics": changed({ enabled_metrics: null }, "enabled_metrics must be an array"),
  "an object as enabled_metrics": changed({ enabled_metrics: { 0: good } }, "enabled_metrics"),
});

describeRefusals("an invalid metric between valid ones", {
  null: metric(null, "enabled_metrics[1] must be an object"),
  "a list": metric([good], "enabled_metrics[1] must be an object"),
  "a text": metric("search", "enabled_metrics[1] must be an object"),
  "an empty object": metric({}, "enabled_metrics[1].key"),
  "no key": metric({ ...good, key: undefined }, "enabled_metrics[1].key"),
  "an empty key": metric({ ...good, key: "" }, "enabled_metrics[1].key"),
  "a number as key": metric({ ...good, key: 5 }, "enabled_metrics[1].key"),
  "no time": metric({ ...good, time: undefined }, "enabled_metrics[1].time"),
  "a fraction of a second": metric({ ...good, time: time + 0.5 }, "enabled_metrics[1].time"),
  "a time in ISO 8601": metric(
    { ...good, time: "2026-11-21T12:34:56Z" },
    "enabled_metrics[1].time",
  ),
  "digits as time": metric({ ...good, time: String(time) }, "enabled_metrics[1].time"),
  "null as time": metric({ ...good, time: null }, "enabled_metrics[1].time"),
  "a time in milliseconds": metric(
    { ...good, time: now },
    "enabled_metrics[1].time: time is in seconds",
  ),
  "the first time that is taken for milliseconds": metric(
    { ...good, time: 10 ** 11 },
    "enabled_metrics[1].time: time is in seconds",
  ),
  "a time of 300 digits": metric({ ...good, time: 1e300 }, "time is in seconds"),
  "no result": metric({ ...good, result: undefined }, "enabled_metrics[1].result"),
  "a number as result": metric({ ...good, result: 1 }, "enabled_metrics[1].result"),
  "a text as result": metric({ ...good, result: "true" }, "enabled_metrics[1].result"),
  "null as result": metric({ ...good, result: null }, "enabled_metrics[1].result"),
  "no value": metric({ ...good, value: undefined }, "enabled_metrics[1].value"),
  "a negative value": metric({ ...good, value: -1 }, "enabled_metrics[1].value"),
  "a fraction as value": metric({ ...good, value: 1.5 }, "enabled_metrics[1].value"),
  "a value over 2^53-1": metric({ ...good, value: 2 ** 53 }, "9007199254740991"),
  "digits as value": metric({ ...good, value: "3" }, "enabled_metrics[1].value"),
  "true as value": metric({ ...good, value: true }, "enabled_metrics[1].value"),
  "several invalid members": metric({ ...good, key: "", value: -1 }, "[1].value"),
  "members in __proto__": {
    body: `{"request_id":"${requestId}","enabled_metrics":[{"__proto__":${JSON.stringify(good)}}]}`,
    ...invalid,
    messagePart: "enabled_metrics[0].key",
  },
});

describeRefusals("a body of another type", {
  "a form": {
    body: "request_id=1",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    status: 415,
    code: "media_type_unsupported",
    messagePart: "must be JSON, in UTF-8, not ",
  },
  "plain text": {
    body: text,
    headers: { "content-type": "text/plain" },
    status: 415,
    code: "media_type_unsupported",
    messagePart: "must be JSON, in UTF-8, not ",
  },
  "another charset": {
    body: text,
    headers: { "content-type": "application/json; charset=latin1" },
    status: 415,
    code: "media_type_unsupported",
  },
});

describeRefusals("a caller without a valid token", {
  "an unknown token": {
    body: text,
    headers: { "flipper-cloud-token": "999" },
    status: 401,
    code: "token_invalid",
  },
});

function changed(members: object, messagePart = ""): Row {
  return {
    body: JSON.stringify({ ...submissionOf([good], requestId), ...members }),
    ...invalid,
    messagePart,
  };
}

function metric(item: unknown, messagePart: string): Row {
  return changed({ enabled_metrics: [good, item, good] }, messagePart);
}

function gzipped(content: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(content));
}

function damaged(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.map((byte, index) => (index === bytes.length - 6 ? byte ^ 1 : byte));
}

/** A valid submission of `bytes` bytes. */
function padded(bytes: number): string {
  return text + " ".repeat(bytes - text.length);
}

function noise(bytes: number): Uint8Array<ArrayBuffer> {
  const block = crypto.getRandomValues(new Uint8Array(4_096));
  return Uint8Array.from({ length: bytes }, (_, index) => block[index % 4_096] ?? 0);
}

function bomb(mebibytes: number): Uint8Array<ArrayBuffer> {
  return gzipped(new Uint8Array(mebibytes * mebibyte));
}
