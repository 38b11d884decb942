import { describe, expect, test } from "bun:test";
import { EvaluationError } from "../../../src/core/expressions/evaluation-error.ts";
import { TimeValue } from "../../../src/core/expressions/time-value.ts";

const read: readonly (readonly [text: string, epochSeconds: number])[] = [
  ["1970-01-01T00:00:00Z", 0],
  ["1969-12-31T23:59:59.5Z", -0.5],
  ["2024-02-29T12:00:00Z", 1_709_208_000],
  ["2024-02-29t12:00:00z", 1_709_208_000],
  ["2024-02-29 12:00:00Z", 1_709_208_000],
  ["2024-02-29T12:00:00.250Z", 1_709_208_000.25],
  ["2024-02-29T12:00:00.123456789012345678901234567890Z", 1_709_208_000.1234567],
  ["2024-02-29T12:00:00+00:00", 1_709_208_000],
  ["2024-02-29T12:00:00-00:00", 1_709_208_000],
  ["2024-02-29T14:30:00+02:30", 1_709_208_000],
  ["2024-02-29T00:00:00-12:00", 1_709_208_000],
  ["2024-03-01T11:59:00+23:59", 1_709_208_000],
  ["2016-12-31T23:59:60Z", 1_483_228_800],
  ["0000-01-01T00:00:00Z", -62_167_219_200],
  ["0099-01-01T00:00:00Z", -59_042_995_200],
  ["9999-12-31T23:59:59Z", 253_402_300_799],
  ["2024-02-29", 1_709_164_800],
  ["2000-02-29", 951_782_400],
  ["2024-02-29 12:00:00 UTC", 1_709_208_000],
  ["2024-02-29 14:00:00 +0200", 1_709_208_000],
];

const refused = [
  "",
  " ",
  "now",
  "tomorrow",
  "10:00",
  "12:00:00Z",
  "1704067200",
  "2024",
  "2024-02",
  "24-02-29",
  "2024-2-9",
  "2024-02-30",
  "2023-02-29",
  "1900-02-29",
  "2024-04-31",
  "2024-00-10",
  "2024-13-01",
  "2024-01-00",
  "2024-01-32",
  "2024-02-29T",
  "2024-02-29Z",
  "2024-02-29T12:00:00",
  "2024-02-29T12:00Z",
  "2024-02-29T24:00:00Z",
  "2024-02-29T12:60:00Z",
  "2024-02-29T12:00:61Z",
  "2024-02-29T12:00:00.Z",
  "2024-02-29T12:00:00,5Z",
  "2024-02-29T12:00:00+24:00",
  "2024-02-29T12:00:00+02:60",
  "2024-02-29T12:00:00+2",
  "2024-02-29T12:00:00 CET",
  "+02024-02-29T12:00:00Z",
  "-2024-02-29T12:00:00Z",
  " 2024-02-29T12:00:00Z",
  "2024-02-29T12:00:00Z\n",
  "２０２４-02-29T12:00:00Z",
  `2024-02-29T12:00:00.${"1".repeat(100_000)}`,
];

describe("text that is a time", () => {
  for (const [text, epochSeconds] of read) {
    test(text, () => {
      expect(TimeValue.parse(text).epochSeconds).toBeCloseTo(epochSeconds, 6);
    });
  }
});

describe("text that is not a time", () => {
  for (const text of refused) {
    test(JSON.stringify(text.slice(0, 40)), () => {
      expect(() => TimeValue.parse(text)).toThrow(EvaluationError);
    });
  }
});

const written: readonly (readonly [epochSeconds: number, text: string | null])[] = [
  [0, "1970-01-01 00:00:00 UTC"],
  [1_709_208_000.999, "2024-02-29 12:00:00 UTC"],
  [-0.5, "1969-12-31 23:59:59 UTC"],
  [-59_042_995_200, "0099-01-01 00:00:00 UTC"],
  [-62_198_755_200, "-0001-01-01 00:00:00 UTC"],
  [253_402_300_800, "10000-01-01 00:00:00 UTC"],
  [8.64e12, "275760-09-13 00:00:00 UTC"],
  [8.64e12 + 1, null],
  [-8.64e12 - 1, null],
  [1e300, null],
];

test("a time is formatted as Ruby formats UTC", () => {
  for (const [epochSeconds, text] of written) {
    expect(new TimeValue(epochSeconds).toText()).toBe(text);
  }
});

test("NaN and infinite numbers of seconds are refused", () => {
  for (const seconds of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    expect(() => new TimeValue(seconds)).toThrow(EvaluationError);
  }
});
