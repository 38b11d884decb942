import { describe, expect, test } from "bun:test";
import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { GatehouseError } from "../../../../src/core/errors.ts";
import { inflateGzipSync } from "../../../../src/http/request/gzip-body.ts";
import { inflateSubmission } from "../../../../src/telemetry/worker/reading/inflate-submission.ts";

const mebibyte = 1024 * 1024;

function gzip(content: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(content));
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
}

/** The content as text, or the refusal. */
function outcome(work: () => Uint8Array): string {
  try {
    return Buffer.from(work()).toString("latin1");
  } catch (error) {
    return error instanceof GatehouseError ? `refused as ${error.refusal}` : `${error}`;
  }
}

function expectAsLimitedInflater(bytes: Uint8Array<ArrayBuffer>): void {
  expect(outcome(() => inflateSubmission(bytes))).toBe(
    outcome(() => inflateGzipSync(bytes, mebibyte)),
  );
}

const text = '{"request_id":"1"}'.repeat(5);
const good = gzip(text);

describe("small bodies are inflated or refused as by inflateGzipSync", () => {
  const rows: Record<string, Uint8Array<ArrayBuffer>> = {
    "a gzip": good,
    "a gzip of nothing": gzip(""),
    nothing: new Uint8Array(),
    "a gzip of exactly 1 MiB": gzip(new Uint8Array(mebibyte)),
    "a gzip of more than 1 MiB": gzip(new Uint8Array(mebibyte + 1)),
    "a gzip of 3 MiB": gzip(new Uint8Array(3 * mebibyte)),
    "a gzip of 3 MiB with a short length in its trailer": withLength(
      gzip(new Uint8Array(3 * mebibyte)),
      9,
    ),
    "a gzip with a longer length in its trailer": withLength(good, text.length + 1),
    "a gzip and zeros": joined(good, new Uint8Array(3)),
    "a gzip and bytes": joined(good, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9)),
    "two gzips": joined(good, gzip("more")),
    "two gzips of equal length": joined(gzip("aaaa"), gzip("bbbb")),
    "a gzip of nothing and another": joined(gzip(""), good),
    zlib: new Uint8Array(deflateSync(text)),
    deflate: new Uint8Array(deflateRawSync(text)),
  };
  test.each(Object.entries(rows))("%s", (_, bytes) => expectAsLimitedInflater(bytes));

  test("a gzip cut short anywhere", () => {
    for (let length = 0; length < good.length; length++) {
      expectAsLimitedInflater(good.slice(0, length));
    }
  });

  test("a gzip with any bit inverted", () => {
    for (let bit = 0; bit < good.length * 8; bit++) {
      expectAsLimitedInflater(
        good.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte)),
      );
    }
  });

  test("any content, within a larger buffer", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (content) => {
        const bytes = gzip(content);
        const held = joined(Uint8Array.of(1, 2, 3), bytes, Uint8Array.of(4, 5)).subarray(3, -2);
        expect(inflateSubmission(bytes)).toEqual(content);
        expect(inflateSubmission(held)).toEqual(content);
      }),
    );
  });
});

function withLength(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  const changed = bytes.slice();
  new DataView(changed.buffer).setUint32(changed.length - 4, length, true);
  return changed;
}
