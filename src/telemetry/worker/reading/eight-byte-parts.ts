/**
 * Bytes are compared and copied in parts of eight, read as doubles, the largest numbers that
 * JavaScript reads at once. A double whose last byte is a printable ASCII character is neither zero
 * nor NaN, so another double equals it only if all eight bytes are equal.
 */
export const partBytes = 8;

/** The byte order with a double's sign and exponent in the last byte, as on x86 and ARM. */
const littleEndian = true;

/** The eight bytes from `at` on as a double. Throws a RangeError if there are fewer. */
export function partAt(view: DataView, at: number): number {
  return view.getFloat64(at, littleEndian);
}

export function setPart(view: DataView, at: number, part: number): void {
  view.setFloat64(at, part, littleEndian);
}

/**
 * Whether the `length` bytes from `at` on equal the bytes from `known` on, which must be at least
 * eight printable ASCII characters.
 */
export function equalsKnown(view: DataView, at: number, known: number, length: number): boolean {
  const last = length - partBytes;
  if (at + length > view.byteLength) {
    return false;
  }
  for (let offset = 0; offset < last; offset += partBytes) {
    if (partAt(view, at + offset) !== partAt(view, known + offset)) {
      return false;
    }
  }
  return partAt(view, at + last) === partAt(view, known + last);
}

export function isPrintable(byte: number): boolean {
  return byte >= 0x20 && byte <= 0x7e;
}
