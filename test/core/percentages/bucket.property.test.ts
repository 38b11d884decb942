import { expect, test } from "bun:test";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { Buckets, hashIds } from "../../../src/core/percentages/bucket.ts";

const text = fc.string({ unit: "binary", maxLength: 100 });

test("the bucket is the CRC-32 of the feature key followed by the id, modulo 100,000", () => {
  fc.assert(
    fc.property(text, fc.array(text, { minLength: 1, maxLength: 5 }), (key, ids) => {
      const buckets = new Buckets(key, Bun.hash.crc32);
      for (const id of [...ids, ...ids]) {
        expect(buckets.of(hashIds([id], Bun.hash.crc32))).toBe(
          crc32(Buffer.from(key + id)) % 100_000,
        );
      }
    }),
  );
});

test.each([0, 1, 63, 64, 65, 10_000])(
  "an id of %i bytes has the bucket of its CRC-32, cached or not",
  (length) => {
    const buckets = new Buckets("search", Bun.hash.crc32);
    for (const id of ["a".repeat(length), "b".repeat(length)]) {
      expect(buckets.of(hashIds([id], Bun.hash.crc32))).toBe(
        crc32(Buffer.from(`search${id}`)) % 100_000,
      );
    }
  },
);
