import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { GatehouseError } from "../../../../src/core/errors.ts";
import { Metrics } from "../../../../src/telemetry/worker/counting/metrics.ts";
import { GemFormatReader } from "../../../../src/telemetry/worker/reading/gem-format-reader.ts";
import { SubmissionReader } from "../../../../src/telemetry/worker/reading/submission-reader.ts";

/** Shared by all tests: keys cached from one submission must not change how others are read. */
const reader = new SubmissionReader();
const gemFormatReader = new GemFormatReader();

const requestId = "467dd251-b5e9-44d1-b490-539a97ef0983";
const metric = { key: "search", time: 1_795_310_000, result: true, value: 10 };

function json(...metrics: readonly object[]): string {
  return JSON.stringify({ request_id: requestId, enabled_metrics: metrics });
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text));
}

function entriesOf({ count, keys, times, results, values }: Metrics) {
  return Array.from({ length: count }, (_, index) => ({
    key: keys[index]?.text,
    time: times[index],
    result: results[index],
    value: values[index],
  }));
}

/** What the gem format reader alone reads. */
function readGemFormat(bytes: Uint8Array<ArrayBuffer>) {
  const read = new Metrics();
  const id = gemFormatReader.read(bytes, read);
  return id === undefined ? undefined : { requestId: id, metrics: entriesOf(read) };
}

/** The submission in a body, or its refusal. */
function outcome(bytes: Uint8Array<ArrayBuffer>): unknown {
  try {
    const { requestId: id, metrics: read } = reader.read(bytes, "identity");
    return { requestId: id, metrics: entriesOf(read) };
  } catch (error) {
    return error instanceof GatehouseError ? [error.refusal, error.message] : error;
  }
}

/** Compares with the same body and a space at its end, which only the general parser reads. */
function expectAsGeneralParser(bytes: Uint8Array<ArrayBuffer>): void {
  const withSpace = Uint8Array.from([...bytes, 0x20]);
  expect(readGemFormat(withSpace)).toBeUndefined();
  expect(outcome(bytes)).toEqual(outcome(withSpace));
}

const longKey = "k".repeat(300);

describe("the gem's format is read by the gem format reader", () => {
  const rows: Record<string, readonly object[]> = {
    "one metric": [metric],
    "a key of one character": [{ ...metric, key: "k" }],
    "a key of eight characters": [{ ...metric, key: "checkout" }],
    "keys with the same end": ["a_checkout", "b_checkout", "checkout"].map((key) => ({
      ...metric,
      key,
    })),
    "keys of 64 characters": ["a", "b", "a"].map((end) => ({
      ...metric,
      key: "k".repeat(63) + end,
    })),
    "keys with the same hash": [0, 1, 0].map((digit) => ({
      ...metric,
      key: `checkout_${digit}_for_everyone_abroad`,
    })),
    "times of several minutes": [0, 60, 0, 120].map((seconds) => ({
      ...metric,
      time: metric.time + seconds,
    })),
    "a key with characters that JSON does not escape": [{ ...metric, key: " /<>&'~{}[],:" }],
    "no evaluations": [{ ...metric, value: 0 }],
    "a disabled feature": [{ ...metric, result: false }],
    "the last time in seconds": [{ ...metric, time: 10 ** 11 - 1 }],
    "a count of 15 digits": [{ ...metric, value: 999_999_999_999_999 }],
  };
  test.each(Object.entries(rows))("%s", (_, metrics) => {
    const bytes = bytesOf(json(...metrics));
    expect(readGemFormat(bytes)).toEqual({ requestId, metrics: metrics as never });
    expectAsGeneralParser(bytes);
  });
});

describe("every other format is read or refused by the general parser", () => {
  const gemFormat = json(metric);
  const rows: Record<string, string> = {
    "no metrics": json(),
    "a key that is not ASCII": json({ ...metric, key: "größe" }),
    "a key with an escape": json({ ...metric, key: 'a"b\\c' }),
    "a long key": json({ ...metric, key: longKey }, { ...metric, key: longKey }),
    "a key that is not ASCII after one that is": json(metric, { ...metric, key: "größe" }),
    "an empty key": json({ ...metric, key: "" }),
    "fields in another order": json({ value: 10, key: "search", time: metric.time, result: true }),
    "a further field": json({ ...metric, more: 1 }),
    "a count of 16 digits": json({ ...metric, value: Number.MAX_SAFE_INTEGER }),
    "a count that is not safe": gemFormat.replace(":10}", ":9007199254740993}"),
    "a negative count": json({ ...metric, value: -1 }),
    "a count with a fraction": json({ ...metric, value: 1.5 }),
    "a count with an exponent": gemFormat.replace(":10}", ":1e1}"),
    "a count with a leading zero": gemFormat.replace(":10}", ":010}"),
    "a missing count": gemFormat.replace(":10}", ":}"),
    "a count that is a brace": gemFormat.replace(":10}", ":}}"),
    "a time with a leading zero": gemFormat.replace(":1795310000", ":01795310000"),
    "a time with the digits of the one before and one more": json(metric, {
      ...metric,
      time: metric.time * 10 + 1,
    }),
    "a time in milliseconds": json(metric, { ...metric, time: metric.time * 1_000 }),
    "the first time that is taken for milliseconds": json({ ...metric, time: 10 ** 11 }),
    "a time in milliseconds before one in seconds": json(
      { ...metric, time: metric.time * 1_000 },
      metric,
    ),
    "a missing time": gemFormat.replace(":1795310000", ":"),
    "a result in capitals": gemFormat.replace("true", "True"),
    "a comma at the end": gemFormat.replace("}]", "},]"),
    "more after the end": `${gemFormat}}`,
    "nothing after the metrics": gemFormat.slice(0, -1),
    "an id in capitals": gemFormat.replace(requestId, requestId.toUpperCase()),
    "an id with other characters": gemFormat.replace("467dd251", "467dd25g"),
    "an id that ends early": gemFormat.replace("0983", '09"3'),
    "two ids": gemFormat.replace("{", `{"request_id":"${requestId}",`),
    "an unprintable character in a key": gemFormat.replace("search", "sea\u0001rch"),
    "a list": "[]",
    nothing: "",
  };
  test.each(Object.entries(rows))("%s", (_, text) => expectAsGeneralParser(bytesOf(text)));

  test("a submission cut short anywhere", () => {
    const whole = bytesOf(json(metric, { ...metric, result: false }));
    for (let length = 0; length < whole.length; length++) {
      expectAsGeneralParser(whole.slice(0, length));
    }
  });

  test("a submission with any byte replaced", () => {
    const whole = bytesOf(json(metric, { ...metric, result: false }));
    for (let at = 0; at < whole.length; at++) {
      for (const byte of [0x00, 0x20, 0x22, 0x2c, 0x30, 0x35, 0x5c, 0x5d, 0x7d, 0x7f, 0xc3]) {
        expectAsGeneralParser(whole.with(at, byte));
      }
    }
  });
});

const key = fc.oneof(
  fc.constantFrom("search", "checkout", "a", "b_checkout", longKey),
  fc.string({ minLength: 1, maxLength: 80, unit: "grapheme-ascii" }),
  fc.string({ minLength: 0, maxLength: 4, unit: "binary" }),
);
const metrics = fc.array(
  fc.record(
    {
      key,
      time: fc.oneof(fc.integer(), fc.maxSafeInteger()),
      result: fc.boolean(),
      value: fc.oneof(fc.nat(), fc.maxSafeInteger(), fc.double()),
    },
    { noNullPrototype: true },
  ),
  { maxLength: 6 },
);

test("any metrics, in a body at any offset of its buffer", () => {
  fc.assert(
    fc.property(metrics, fc.nat(9), (some, offset) => {
      const bytes = bytesOf(json(...some));
      const moved = new Uint8Array(offset + bytes.length + 9).fill(0x7d);
      moved.set(bytes, offset);
      expectAsGeneralParser(bytes);
      expect(outcome(moved.subarray(offset, offset + bytes.length))).toEqual(outcome(bytes));
    }),
    { numRuns: 500 },
  );
});
