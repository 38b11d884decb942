import { MetricKey } from "../counting/metrics.ts";
import { partAt, partBytes, setPart } from "./eight-byte-parts.ts";

const wordBytes = 4;
/** 2^32 divided by the golden ratio, which spreads the upper bits (Knuth, volume 3, section 6.4). */
const hashMultiplier = 0x9e3779b1;

/**
 * Caches feature keys in printable ASCII by their bytes, as every submission has the same keys.
 * Each slot contains one key. Keys with the same slot replace each other, which costs only time. At
 * least 8 bytes must precede a key: the comparison of a short key includes some of them.
 */
export class KeyCache {
  readonly #keys: (MetricKey | undefined)[];
  readonly #shift: number;
  /** For each slot the bytes of its key, and the 8 bytes before them. */
  readonly #slots: DataView;
  readonly #slotBytes: number;

  /** Holds up to 2 to the power of `bits` keys, none longer than `lengthMax`. */
  constructor(bits: number, lengthMax: number) {
    const slotCount = 2 ** bits;
    this.#keys = Array.from({ length: slotCount });
    this.#shift = 32 - bits;
    this.#slotBytes = partBytes + lengthMax;
    this.#slots = new DataView(new ArrayBuffer(slotCount * this.#slotBytes));
  }

  /** The key from `start` to `end` if it is cached. */
  find(view: DataView, start: number, end: number): MetricKey | undefined {
    const slot = this.#slotOf(view, start, end);
    const key = this.#keys[slot];
    if (key?.text.length !== end - start) {
      return undefined;
    }
    const distance = slot * this.#slotBytes + partBytes - start;
    for (let at = end - partBytes; at > start - partBytes; at -= partBytes) {
      if (partAt(view, at) !== partAt(this.#slots, at + distance)) {
        return undefined;
      }
    }
    return key;
  }

  /** Caches the key from `start` to `end`, which must not be too long, and returns it. */
  add(text: string, view: DataView, start: number, end: number): MetricKey {
    const key = new MetricKey(text);
    const slot = this.#slotOf(view, start, end);
    const distance = slot * this.#slotBytes + partBytes - start;
    this.#keys[slot] = key;
    for (let at = end - partBytes; at > start - partBytes; at -= partBytes) {
      setPart(this.#slots, at + distance, partAt(view, at));
    }
    return key;
  }

  /** A hash of the first, the middle and the last four characters: most keys differ there. */
  #slotOf(view: DataView, start: number, end: number): number {
    const last = end - wordBytes;
    const first = Math.min(start, last);
    let hash = Math.imul(view.getInt32(first, true) ^ (end - start), hashMultiplier);
    hash = Math.imul(view.getInt32((first + last) >> 1, true) ^ (hash >>> 16), hashMultiplier);
    return Math.imul(view.getInt32(last, true) ^ hash, hashMultiplier) >>> this.#shift;
  }
}
