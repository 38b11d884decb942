import { compareUtf8 } from "../text/compare-utf8.ts";

/** CRC-32 (IEEE 802.3) of bytes, continued from `seed`, 0 unless given. Handed in by each runtime. */
export type Crc32 = (bytes: Uint8Array, seed?: number) => number;

const bucketCount = 100_000;
const bucketsPerPercent = bucketCount / 100;
/** In bytes. Nothing is cached for longer ids, which are rare. */
const cachedLengthMax = 64;
const encoder = new TextEncoder();
const zeros = new Uint8Array(cachedLengthMax);

/** The actors of one check, hashed once for all features. */
export interface HashedIds {
  readonly bytes: Uint8Array;
  readonly checksum: number;
}

/** Several actors share one bucket: ids sorted by UTF-8 bytes and joined (docs/decisions.md#percentage-of-actors). */
export function hashIds(ids: readonly string[], crc32: Crc32): HashedIds {
  const bytes = encoder.encode(ids.length === 1 ? ids[0] : [...ids].sort(compareUtf8).join(""));
  return { bytes, checksum: crc32(bytes) };
}

/** The buckets of one feature, 0 to 99,999: `crc32(utf8(feature + id)) % 100000`. */
export class Buckets {
  readonly #crc32: Crc32;
  readonly #keyChecksum: number;
  /** By id length in bytes. */
  readonly #keyContributions: number[] = [];

  constructor(featureKey: string, crc32: Crc32) {
    this.#crc32 = crc32;
    this.#keyChecksum = crc32(encoder.encode(featureKey));
  }

  of({ bytes, checksum }: HashedIds): number {
    const hash =
      bytes.length > cachedLengthMax
        ? this.#crc32(bytes, this.#keyChecksum)
        : this.#keyContribution(bytes.length) ^ checksum;
    return (hash >>> 0) % bucketCount;
  }

  /**
   * What the key adds to the checksum of an id. A CRC is linear, so this depends on the id's length
   * alone, and a check of many features hashes the id once.
   */
  #keyContribution(idLength: number): number {
    let contribution = this.#keyContributions[idLength];
    if (contribution === undefined) {
      const blank = zeros.subarray(0, idLength);
      contribution = this.#crc32(blank, this.#keyChecksum) ^ this.#crc32(blank);
      this.#keyContributions[idLength] = contribution;
    }
    return contribution;
  }
}

/**
 * Whether a percentage includes a bucket. This formula may never change, with its slight modulo
 * bias and its product of doubles: every user would move to another bucket.
 */
export function isBucketIncluded(bucket: number, percentage: number): boolean {
  return bucket < percentage * bucketsPerPercent;
}
