import { partAt, partBytes, setPart } from "./ascii-parts.ts";

const wordBytes = 4;
/** 2^32 by the golden ratio: its products spread over the upper bits (Knuth, volume 3, 6.4). */
const spread = 0x9e3779b1;

/**
 * Remembers texts of printable ASCII by their bytes: the same feature keys come in every
 * submission. Two that fall on one slot take turns in it, which costs time only. Wherever they
 * stand, 8 bytes or more are before them: short texts are compared with some of those.
 */
export class KnownTexts {
  readonly #texts: string[];
  readonly #shift: number;
  readonly #lengthMax: number;
  /** For each slot the bytes of its text, and the part before them. */
  readonly #kept: DataView;
  readonly #slotBytes: number;

  /** Remembers up to 2 to the power of `bits` texts, none longer than `lengthMax`. */
  constructor(bits: number, lengthMax: number) {
    const slotCount = 2 ** bits;
    this.#texts = Array.from({ length: slotCount }, () => "");
    this.#shift = 32 - bits;
    this.#lengthMax = lengthMax;
    this.#slotBytes = partBytes + lengthMax;
    this.#kept = new DataView(new ArrayBuffer(slotCount * this.#slotBytes));
  }

  /** The text from `start` to `end`, if it is remembered; else an empty one. */
  find(view: DataView, start: number, end: number): string {
    const slot = this.#slotOf(view, start, end);
    const text = this.#texts[slot] ?? "";
    if (text.length !== end - start) {
      return "";
    }
    const away = slot * this.#slotBytes + partBytes - start;
    for (let at = end - partBytes; at > start - partBytes; at -= partBytes) {
      if (partAt(view, at) !== partAt(this.#kept, at + away)) {
        return "";
      }
    }
    return text;
  }

  /** Remembers the text that stands from `start` to `end`, unless it is too long. */
  keep(text: string, view: DataView, start: number, end: number): void {
    if (text.length > this.#lengthMax) {
      return;
    }
    const slot = this.#slotOf(view, start, end);
    const away = slot * this.#slotBytes + partBytes - start;
    this.#texts[slot] = text;
    for (let at = end - partBytes; at > start - partBytes; at -= partBytes) {
      setPart(this.#kept, at + away, partAt(view, at));
    }
  }

  /** Of the first, the middle and the last characters: most keys differ there. */
  #slotOf(view: DataView, start: number, end: number): number {
    const last = end - wordBytes;
    const first = Math.min(start, last);
    let hash = Math.imul(view.getInt32(first, true) ^ (end - start), spread);
    hash = Math.imul(view.getInt32((first + last) >> 1, true) ^ (hash >>> 16), spread);
    return Math.imul(view.getInt32(last, true) ^ hash, spread) >>> this.#shift;
  }
}
