import { constants, deflateRawSync } from "node:zlib";

/** A part of a gzip stream, which can be joined with other parts in any order. */
export interface DeflatedPiece {
  /** Bytes of the content. */
  readonly length: number;
  /** The checksum of the content. */
  readonly crc32: number;
  readonly deflated: Uint8Array<ArrayBuffer>;
}

/** Compresses a part by itself, so that it ends at a byte and refers to nothing before it. */
export function deflatedPiece(content: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  // A copy, because the result may be a view of a much larger buffer.
  return new Uint8Array(deflateRawSync(content, { finishFlush: constants.Z_SYNC_FLUSH }));
}

/** Without name and time, of an unknown system (RFC 1952). */
const gzipHead = new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** A last and empty block of deflate. */
const deflateEnd = [0x03, 0x00];
const trailerLength = deflateEnd.length + 8;

/** Joins separately compressed pieces to one gzip member; the returned bytes follow each other. */
export class GzipJoin {
  #crc32 = 0;
  #length = 0;

  get head(): Uint8Array<ArrayBuffer> {
    return gzipHead;
  }

  /** The bytes of the next piece. */
  add({ crc32, length, deflated }: DeflatedPiece): Uint8Array<ArrayBuffer> {
    this.#crc32 = joinedCrc32(this.#crc32, crc32, length);
    this.#length += length;
    return deflated;
  }

  /** The bytes after the last piece. */
  get trailer(): Uint8Array<ArrayBuffer> {
    const trailer = new Uint8Array(trailerLength);
    trailer.set(deflateEnd);
    const numbers = new DataView(trailer.buffer, deflateEnd.length);
    numbers.setUint32(0, this.#crc32, true);
    numbers.setUint32(4, this.#length % 2 ** 32, true);
    return trailer;
  }
}

/** One gzip member of separately compressed pieces. */
export function gzipOfPieces(pieces: readonly DeflatedPiece[]): Blob {
  const join = new GzipJoin();
  return new Blob([join.head, ...pieces.map((piece) => join.add(piece)), join.trailer]);
}

/*
 * A CRC-32 is a polynomial over bits, the highest power in the lowest bit. Appending n bytes of
 * content multiplies the first CRC by x to the power of 8n.
 */
const polynomial = 0xedb88320;
const one = 0x80000000;

/** x to the powers of 1, 2, 4, 8 and so on. */
const powers = powersOfTwo();

/** The CRC-32 of two joined contents; the second has `length` bytes. */
function joinedCrc32(first: number, second: number, length: number): number {
  let factor = one;
  // The power of 8 is the first one that counts.
  let power = 3;
  for (let rest = length; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) {
      factor = product(powers[power % powers.length] ?? 0, factor);
    }
    power++;
  }
  return (product(factor, first) ^ second) >>> 0;
}

/** The product of two polynomials, modulo the one of CRC-32. */
function product(left: number, right: number): number {
  let sum = 0;
  let shifted = right;
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if ((left & bit) !== 0) {
      sum ^= shifted;
    }
    shifted = (shifted & 1) === 0 ? shifted >>> 1 : (shifted >>> 1) ^ polynomial;
  }
  return sum >>> 0;
}

function powersOfTwo(): readonly number[] {
  const made = [one >>> 1];
  for (let index = 1; index < 32; index++) {
    const last = made[index - 1] ?? 0;
    made.push(product(last, last));
  }
  return made;
}
