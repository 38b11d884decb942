/**
 * Bytes are compared and copied eight at a time, as doubles: nothing in JavaScript does more at
 * once. A double whose last byte is a printable ASCII character is no zero and no NaN, so one is
 * equal to it only if all its bytes are.
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

/** Whether `at` has what `length` bytes from `known` on have: 8 or more, all printable ASCII. */
export function isRepeated(view: DataView, at: number, known: number, length: number): boolean {
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
