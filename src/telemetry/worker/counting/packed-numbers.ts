const digitBits = 7;
const base = 1 << digitBits;
/** Numbers below it fit into the 32 bits of the bitwise operators. */
const smallMax = 2 ** 31;
/** 2^53-1 has 53 bits. */
export const bytesPerNumberMax = 8;

/** Numbers from 0 to 2^53-1 as bytes, each in base 128 with its lowest digits first. */
export function packNumbers(numbers: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(numbers.length * bytesPerNumberMax);
  let at = 0;
  for (const number of numbers) {
    at = writeNumber(bytes, at, number);
  }
  return bytes.slice(0, at);
}

export function unpackNumbers(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    let byte = bytes[at++] ?? 0;
    let number = byte % base;
    for (let unit = base; byte >= base; unit *= base) {
      byte = bytes[at++] ?? 0;
      number += (byte % base) * unit;
    }
    numbers.push(number);
  }
  return numbers;
}

/** Returns the position after the number. */
export function writeNumber(bytes: Uint8Array, start: number, number: number): number {
  let at = start;
  let rest = number;
  for (; rest >= smallMax; rest = Math.floor(rest / base)) {
    bytes[at++] = (rest % base) + base;
  }
  for (; rest >= base; rest >>>= digitBits) {
    bytes[at++] = (rest & (base - 1)) | base;
  }
  bytes[at++] = rest;
  return at;
}
