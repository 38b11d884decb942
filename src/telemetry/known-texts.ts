import { partAt, partBytes } from "./ascii-parts.ts";

const decoder = new TextDecoder("latin1");

/**
 * Makes texts of ASCII bytes, and remembers them: the same feature keys come in every submission.
 * Two that fall on one slot take turns in it, which costs time only.
 */
export class KnownTexts {
  readonly #texts: string[];
  readonly #mask: number;
  readonly #lengthMax: number;
  /** For each slot the bytes of its text, and the part before them: short ones are compared with it. */
  readonly #kept: Uint8Array;
  readonly #keptView: DataView;
  readonly #slotBytes: number;

  /** Remembers up to 2 to the power of `bits` texts, none longer than `lengthMax`. */
  constructor(bits: number, lengthMax: number) {
    const slotCount = 2 ** bits;
    this.#texts = Array.from({ length: slotCount }, () => "");
    this.#mask = slotCount - 1;
    this.#lengthMax = lengthMax;
    this.#slotBytes = partBytes + lengthMax;
    this.#kept = new Uint8Array(slotCount * this.#slotBytes);
    this.#keptView = new DataView(this.#kept.buffer);
  }

  /**
   * The text from `start`, at 8 or more, to `end`. `hash` is a number that these bytes make, and
   * few others do.
   */
  of(view: DataView, start: number, end: number, hash: number): string {
    const slot = (hash ^ (hash >>> 16)) & this.#mask;
    const known = this.#texts[slot] ?? "";
    return known.length === end - start && this.#isKept(slot, view, start, end)
      ? known
      : this.#made(slot, view, start, end);
  }

  #isKept(slot: number, view: DataView, start: number, end: number): boolean {
    const away = slot * this.#slotBytes + partBytes - start;
    for (let at = end - partBytes; at > start - partBytes; at -= partBytes) {
      if (partAt(view, at) !== partAt(this.#keptView, at + away)) {
        return false;
      }
    }
    return true;
  }

  #made(slot: number, { buffer, byteOffset }: DataView, start: number, end: number): string {
    const before = start - partBytes;
    const bytes = new Uint8Array(buffer, byteOffset + before, end - before);
    const text = decoder.decode(bytes.subarray(partBytes));
    if (text.length <= this.#lengthMax) {
      this.#texts[slot] = text;
      this.#kept.set(bytes, slot * this.#slotBytes);
    }
    return text;
  }
}
