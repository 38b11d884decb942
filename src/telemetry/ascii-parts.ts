/**
 * Bytes are compared eight at a time, as doubles: nothing in JavaScript compares more at once. No
 * eight ASCII characters make a zero or a NaN, so their doubles are equal only if they are.
 */
export const partBytes = 8;

/** The double that the eight bytes from `at` on make. Throws a RangeError if there are fewer. */
export function partAt(view: DataView, at: number): number {
  return view.getFloat64(at, true);
}

export function isPlainAscii(byte: number): boolean {
  return byte >= 0x20 && byte <= 0x7e;
}
