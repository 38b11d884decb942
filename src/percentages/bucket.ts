import { compareUtf8 } from "../text/utf8.ts";

const buckets = 100_000;
const bucketsPerPercent = buckets / 100;
const encoder = new TextEncoder();

/** The checksum a feature's buckets start from, so that a check hashes the feature's key once. */
export function bucketSeed(featureKey: string): number {
  return Bun.hash.crc32(encoder.encode(featureKey));
}

/** Several actors share one bucket: ids sorted by UTF-8 bytes and joined (DESIGN.md section 2). */
export function bucketBytes(ids: readonly string[]): Uint8Array {
  return encoder.encode(ids.length === 1 ? ids[0] : [...ids].sort(compareUtf8).join(""));
}

/** The bucket, 0 to 99,999, that `crc32(utf8(feature + id))` puts an actor into. */
export function bucketOf(seed: number, id: Uint8Array): number {
  return Bun.hash.crc32(id, seed) % buckets;
}

/**
 * Whether a percentage reaches a bucket. The formula, its slight modulo bias and its product of
 * doubles included, may never change: every user would move to another bucket.
 */
export function isReached(bucket: number, percentage: number): boolean {
  return bucket < percentage * bucketsPerPercent;
}
