import { compareUtf8 } from "../text/compare-utf8.ts";

/**
 * CRC-32 (IEEE 802.3) of bytes, continued from `seed`, which is 0 by default. A parameter, because
 * this folder uses no API of a runtime.
 */
export type Crc32 = (bytes: Uint8Array, seed?: number) => number;

const bucketCount = 100_000;
const bucketsPerPercent = bucketCount / 100;
/** In bytes. Longer ids are rare, so nothing is cached for them. */
const cachedLengthMax = 64;
const encoder = new TextEncoder();
const zeros = new Uint8Array(cachedLengthMax);

/** The joined ids of the actors of one check, hashed once for all features. */
export interface HashedIds {
  readonly bytes: Uint8Array;
  readonly checksum: number;
}

/**
 * Several actors share one bucket: their ids are sorted by UTF-8 bytes and joined
 * (docs/decisions.md#percentage-of-actors).
 */
export function hashIds(ids: readonly string[], crc32: Crc32): HashedIds {
  const bytes = encoder.encode(ids.length === 1 ? ids[0] : [...ids].sort(compareUtf8).join(""));
  return { bytes, checksum: crc32(bytes) };
}

/** Computes buckets of one feature, 0 to 99,999: `crc32(utf8(feature + id)) % 100000`. */
export class Buckets {
  readonly #crc32: Crc32;
  readonly #keyChecksum: number;
  /** By length of the ids in bytes. */
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
   * `crc32(key + id) ^ crc32(id)`, which depends only on the length of the id, as a CRC is linear.
   * So a check of many features hashes the id once.
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
 * Whether a percentage of actors, 0 to 100, includes a bucket. This formula may never change, not
 * even its small modulo bias or its product of doubles: users would move to other buckets.
 */
export function isBucketIncluded(bucket: number, percentage: number): boolean {
  return bucket < percentage * bucketsPerPercent;
}
