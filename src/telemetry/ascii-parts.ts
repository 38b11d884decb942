/**
 * Bytes are compared and copied eight at a time, as doubles: nothing in JavaScript does more at
 * once. A double whose last byte is a printable ASCII character is no zero and no NaN, so two of
 * them are equal only if their bytes are.
 */
export const partBytes = 8;

/** As the processors are that this runs on, so that the last byte is the one that tells. */
const littleEndian = true;

/** The double that the eight bytes from `at` on make. Throws a RangeError if there are fewer. */
export function partAt(view: DataView, at: number): number {
  return view.getFloat64(at, littleEndian);
}

export function setPart(view: DataView, at: number, part: number): void {
  view.setFloat64(at, part, littleEndian);
}

export function isPrintable(byte: number): boolean {
  return byte >= 0x20 && byte <= 0x7e;
}
