const offsetBasis = 0x81_1c_9d_c5;
const prime = 0x01_00_01_93;
const shift = 28;
const encoder = new TextEncoder();

/**
 * The bucket of an actor's outcomes, 0 to 15: the top 4 bits of FNV-1a of its id in UTF-8. CRC-32
 * would not do: it is affine, and percentages of actors use it, so the buckets of the enabled actors
 * would differ from those of the disabled ones.
 */
export function outcomeBucketOf(flipperId: string): number {
  let hash = offsetBasis;
  for (const byte of encoder.encode(flipperId)) {
    hash = Math.imul(hash ^ byte, prime);
  }
  return hash >>> shift;
}
