import { isPrintable, partAt, partBytes } from "./eight-byte-parts.ts";

const partsMax = 3;

/**
 * A text of 8 to 24 printable ASCII characters to compare with bytes: by its first, middle and last
 * eight characters, which may overlap.
 */
export class AsciiLiteral {
  readonly length: number;
  readonly #middleAt: number;
  readonly #lastAt: number;
  readonly #first: number;
  readonly #middle: number;
  readonly #last: number;

  constructor(text: string) {
    const bytes = new TextEncoder().encode(text);
    const [min, max] = [partBytes, partsMax * partBytes];
    if (!bytes.every(isPrintable) || bytes.length < min || bytes.length > max) {
      throw new Error(`${text} is not a printable ASCII text of ${min} to ${max} characters`);
    }
    const view = new DataView(bytes.buffer);
    this.length = bytes.length;
    this.#lastAt = bytes.length - partBytes;
    this.#middleAt = Math.min(partBytes, this.#lastAt);
    this.#first = partAt(view, 0);
    this.#middle = partAt(view, this.#middleAt);
    this.#last = partAt(view, this.#lastAt);
  }

  isAt(view: DataView, at: number): boolean {
    return (
      at + this.length <= view.byteLength &&
      partAt(view, at) === this.#first &&
      partAt(view, at + this.#middleAt) === this.#middle &&
      partAt(view, at + this.#lastAt) === this.#last
    );
  }
}
