import { wordsPerId } from "./request-id-words.ts";

const capacityMin = 1_024;
/** Slots for each entry; half of them stay free, which keeps searches short. */
const slotsPerEntry = 2;

/** The number of no entry. */
export const noEntry = -1;

/**
 * A set of request ids in flat arrays, without an object for each id: 32 bytes for each. An id has a
 * number, its entry, until it is removed. Each entry has a link to another one, for the lists that
 * the caller makes of them.
 */
export class RequestIdTable {
  readonly #seed: number;
  #words = new Uint32Array(capacityMin * wordsPerId);
  /** By entry; of a free entry, the next free one. */
  #links = new Int32Array(capacityMin);
  /** A hash table with linear probing: the entry plus one, or 0. */
  #slots = new Int32Array(capacityMin * slotsPerEntry);
  #capacity = capacityMin;
  #firstFree = noEntry;
  /** Entries from here on were never used. */
  #unusedFrom = 0;
  #size = 0;

  /** `seed` must be random, so that no client can choose ids that collide. */
  constructor(seed: number) {
    this.#seed = seed;
  }

  get size(): number {
    return this.#size;
  }

  /** Makes room for so many ids at once. */
  reserve(ids: number): void {
    let capacity = this.#capacity;
    while (capacity < ids) {
      capacity *= 2;
    }
    if (capacity > this.#capacity) {
      this.#grow(capacity);
    }
  }

  /** Whether the id whose words start at `at` is in the set. */
  has(words: Uint32Array, at = 0): boolean {
    return this.#slots[this.#slotOf(words, at)] !== 0;
  }

  /** Adds the id whose words start at `at` and returns its entry; `noEntry` if it is there. */
  add(words: Uint32Array, at: number): number {
    if (this.#size === this.#capacity) {
      this.#grow(this.#capacity * 2);
    }
    const slot = this.#slotOf(words, at);
    if (this.#slots[slot] !== 0) {
      return noEntry;
    }
    const entry = this.#takeFree();
    const start = entry * wordsPerId;
    for (let index = 0; index < wordsPerId; index++) {
      this.#words[start + index] = words[at + index] ?? 0;
    }
    this.#links[entry] = noEntry;
    this.#slots[slot] = entry + 1;
    this.#size++;
    return entry;
  }

  remove(entry: number): void {
    this.#clearSlot(this.#slotOf(this.#words, entry * wordsPerId));
    this.#links[entry] = this.#firstFree;
    this.#firstFree = entry;
    this.#size--;
  }

  /** The entry linked to by this one; `noEntry` after `add`. */
  linkOf(entry: number): number {
    return this.#links[entry] ?? noEntry;
  }

  setLink(entry: number, to: number): void {
    this.#links[entry] = to;
  }

  /** Copies the words of `entry` to `target`. */
  copyWords(entry: number, target: Uint32Array, at: number): void {
    const start = entry * wordsPerId;
    target.set(this.#words.subarray(start, start + wordsPerId), at);
  }

  #takeFree(): number {
    if (this.#firstFree === noEntry) {
      this.#unusedFrom++;
      return this.#unusedFrom - 1;
    }
    const entry = this.#firstFree;
    this.#firstFree = this.linkOf(entry);
    return entry;
  }

  /** The slot that holds the id, or the free slot for it. */
  #slotOf(words: Uint32Array, at: number): number {
    const mask = this.#slots.length - 1;
    let slot = this.#hash(words, at) & mask;
    for (;;) {
      const held = this.#slots[slot] ?? 0;
      if (held === 0 || this.#holds(held - 1, words, at)) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
  }

  #holds(entry: number, words: Uint32Array, at: number): boolean {
    const start = entry * wordsPerId;
    for (let index = 0; index < wordsPerId; index++) {
      if (this.#words[start + index] !== words[at + index]) {
        return false;
      }
    }
    return true;
  }

  #hash(words: Uint32Array, at: number): number {
    let hash = this.#seed;
    for (let index = at; index < at + wordsPerId; index++) {
      hash = Math.imul(hash ^ (words[index] ?? 0), 0x9e37_79b1);
      hash ^= hash >>> 15;
    }
    return hash;
  }

  /** Moves later entries of the same search back, so that no search ends early at the free slot. */
  #clearSlot(slot: number): void {
    const mask = this.#slots.length - 1;
    let free = slot;
    for (let next = (slot + 1) & mask; ; next = (next + 1) & mask) {
      const held = this.#slots[next] ?? 0;
      if (held === 0) {
        break;
      }
      const home = this.#hash(this.#words, (held - 1) * wordsPerId) & mask;
      if (((next - home) & mask) >= ((next - free) & mask)) {
        this.#slots[free] = held;
        free = next;
      }
    }
    this.#slots[free] = 0;
  }

  #grow(capacity: number): void {
    const words = new Uint32Array(capacity * wordsPerId);
    words.set(this.#words);
    const links = new Int32Array(capacity);
    links.set(this.#links);
    const held = this.#slots.filter((slot) => slot !== 0);
    this.#words = words;
    this.#links = links;
    this.#slots = new Int32Array(capacity * slotsPerEntry);
    this.#capacity = capacity;
    for (const entry of held) {
      this.#slots[this.#slotOf(words, (entry - 1) * wordsPerId)] = entry;
    }
  }
}
