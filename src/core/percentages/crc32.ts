/** By byte: the remainder of its polynomial, of CRC-32 (IEEE 802.3) with its bits reversed. */
const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) {
    remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
  }
  return remainder;
});

/** CRC-32 of bytes, continued from `seed`, for runtimes without their own. */
export function crc32(bytes: Uint8Array, seed = 0): number {
  let checksum = ~seed;
  for (const byte of bytes) {
    checksum = (checksum >>> 8) ^ (remainders[(checksum ^ byte) & 255] ?? 0);
  }
  return ~checksum >>> 0;
}
