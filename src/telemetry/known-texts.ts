import { partAt, partBytes, setPart } from "./ascii-parts.ts";

/**
 * Makes texts of printable ASCII, and remembers them: the same feature keys come in every
 * submission. Two that fall on one slot take turns in it, which costs time only.
 */
export class KnownTexts {
  readonly #texts: string[];
  readonly #mask: number;
  readonly #lengthMax: number;
  /** For each slot the bytes of its text, and the part before them: short ones are compared with it. */
  readonly #kept: DataView;
  readonly #slotBytes: number;

  /** Remembers up to 2 to the power of `bits` texts, none longer than `lengthMax`. */
  constructor(bits: number, lengthMax: number) {
    const slotCount = 2 ** bits;
    this.#texts = Array.from({ length: slotCount }, () => "");
    this.#mask = slotCount - 1;
    this.#lengthMax = lengthMax;
    this.#slotBytes = partBytes + lengthMax;
    this.#kept = new DataView(new ArrayBuffer(slotCount * this.#slotBytes));
  }

  /**
   * The text from `start`, at 8 or more, to `end`; `view` shows the same bytes. `hash` is a number
   * that the text makes, and few others do.
   */
  of(bytes: Buffer, view: DataView, start: number, end: number, hash: number): string {
    const slot = (hash ^ (hash >>> 16)) & this.#mask;
    const away = slot * this.#slotBytes + partBytes - start;
    const known = this.#texts[slot] ?? "";
    if (known.length === end - start && this.#isKept(view, start, end, away)) {
      return known;
    }
    const text = bytes.toString("latin1", start, end);
    if (text.length <= this.#lengthMax) {
      this.#texts[slot] = text;
      this.#keep(view, start, end, away);
    }
    return text;
  }

  #isKept(view: DataView, start: number, end: number, away: number): boolean {
    for (let at = end - partBytes; at > start - partBytes; at -= partBytes) {
      if (partAt(view, at) !== partAt(this.#kept, at + away)) {
        return false;
      }
    }
    return true;
  }

  #keep(view: DataView, start: number, end: number, away: number): void {
    for (let at = end - partBytes; at > start - partBytes; at -= partBytes) {
      setPart(this.#kept, at + away, partAt(view, at));
    }
  }
}
