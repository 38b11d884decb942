import { compareUtf8 } from "../text/utf8.ts";

const bucketCount = 100_000;
const bucketsPerPercent = bucketCount / 100;
/** In bytes; of longer ids, which are rare, nothing is remembered. */
const rememberedLengthMax = 64;
const encoder = new TextEncoder();
const zeros = new Uint8Array(rememberedLengthMax);

/** Who is to be put into buckets, hashed once for all features. */
export interface HashedIds {
  readonly bytes: Uint8Array;
  readonly checksum: number;
}

/** Several actors share one bucket: ids sorted by UTF-8 bytes and joined (DESIGN.md section 2). */
export function hashIds(ids: readonly string[]): HashedIds {
  const bytes = encoder.encode(ids.length === 1 ? ids[0] : [...ids].sort(compareUtf8).join(""));
  return { bytes, checksum: Bun.hash.crc32(bytes) };
}

/** The buckets, 0 to 99,999, that `crc32(utf8(feature + id))` puts actors into. */
export class Buckets {
  readonly #keyChecksum: number;
  readonly #keyShares: number[] = [];

  constructor(featureKey: string) {
    this.#keyChecksum = Bun.hash.crc32(encoder.encode(featureKey));
  }

  of({ bytes, checksum }: HashedIds): number {
    const hash =
      bytes.length > rememberedLengthMax
        ? Bun.hash.crc32(bytes, this.#keyChecksum)
        : this.#keyShare(bytes.length) ^ checksum;
    return (hash >>> 0) % bucketCount;
  }

  /**
   * What the key adds to the checksum of an id. A CRC is linear, so that depends on the id's length
   * and on nothing else of it: a check of many features hashes the id once.
   */
  #keyShare(idLength: number): number {
    let share = this.#keyShares[idLength];
    if (share === undefined) {
      const blank = zeros.subarray(0, idLength);
      share = Bun.hash.crc32(blank, this.#keyChecksum) ^ Bun.hash.crc32(blank);
      this.#keyShares[idLength] = share;
    }
    return share;
  }
}

/**
 * Whether a percentage reaches a bucket. The formula, its slight modulo bias and its product of
 * doubles included, may never change: every user would move to another bucket.
 */
export function isReached(bucket: number, percentage: number): boolean {
  return bucket < percentage * bucketsPerPercent;
}
