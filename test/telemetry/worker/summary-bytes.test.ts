import { expect, test } from "bun:test";
import fc from "fast-check";
import type { BucketSeries } from "../../../src/telemetry/messages/bucket-series.ts";
import { timestampOf } from "../../../src/telemetry/messages/minutes.ts";
import {
  type SummarizedFeature,
  writeSummaries,
} from "../../../src/telemetry/worker/summary-bytes.ts";

const max = Number.MAX_SAFE_INTEGER;
const bucketCount = 5;
const series: BucketSeries = {
  days: bucketCount,
  resolution: "day",
  start: 29_000_000,
  sizeMinutes: 1_440,
  bucketCount,
};

const count = fc.oneof(
  fc.constant(0),
  fc.nat(20),
  fc.nat(20_000),
  fc.integer({ min: 499_999_990, max: 500_000_010 }),
  fc.integer({ min: 999_999_990, max: 1_000_000_010 }),
  fc.integer({ min: max - 2, max }),
);
const counts = fc.array(count, { minLength: bucketCount, maxLength: bucketCount });
const feature = fc.record({
  key: fc.string({ unit: "grapheme", maxLength: 5 }),
  counts: fc.option(fc.tuple(counts, counts), { nil: undefined }),
});

/** The text as `JSON.stringify` writes it. */
function plainText(features: readonly PlainFeature[]): string {
  const capped = (numbers: readonly number[]) =>
    numbers.reduce((sum, number) => Math.min(sum + number, max), 0);
  const objects = features.map(({ key, counts: [enabled, disabled] = [[], []] }) => {
    const [on, off] = [capped(enabled), capped(disabled)];
    return {
      key,
      summary: {
        total: capped([on, off]),
        enabled: on,
        disabled: off,
        enabled_rate: on === 0 ? 0 : on / (on + off),
      },
      time_series: Array.from({ length: bucketCount }, (_, bucket) => ({
        timestamp: timestampOf(series.start + bucket * series.sizeMinutes),
        total: capped([enabled[bucket] ?? 0, disabled[bucket] ?? 0]),
        enabled: enabled[bucket] ?? 0,
        disabled: disabled[bucket] ?? 0,
      })),
    };
  });
  return JSON.stringify(objects).slice(1, -1);
}

type PlainFeature = typeof feature extends fc.Arbitrary<infer Value> ? Value : never;

function summarized({ key, counts: plain }: PlainFeature): SummarizedFeature {
  const [enabled = [], disabled = []] = plain ?? [];
  return {
    head: JSON.stringify({ key }).slice(0, -1),
    counts:
      plain === undefined
        ? undefined
        : { enabled: Float64Array.from(enabled), disabled: Float64Array.from(disabled) },
  };
}

const text = (features: readonly PlainFeature[]) =>
  new TextDecoder().decode(writeSummaries(features.map(summarized), series));

test("a summary has the bytes of plain JSON, whatever the features before had", () => {
  fc.assert(
    fc.property(fc.array(feature, { maxLength: 8 }), (features) => {
      expect(text(features)).toBe(plainText(features));
    }),
    { numRuns: 500 },
  );
});

test("features whose numbers have as many digits have their own numbers", () => {
  const features = [10, 20, 99, 10].map((number, index) => ({
    key: `feature ${index}`,
    counts: [
      Array.from({ length: bucketCount }, (_, bucket) => number - bucket),
      Array.from({ length: bucketCount }, () => 100 - number),
    ] satisfies [number[], number[]],
  }));
  expect(text(features)).toBe(plainText(features));
});
