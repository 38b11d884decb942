import type { SubmissionId } from "../port/telemetry-store.ts";

/** An id is five 32-bit words: its environment's id, which is not 0, and its UUID. */
const wordsPerId = 5;
const slotsMin = 2_048;
/** A hash table that is at most half full has short searches. */
const slotsPerId = 2;
const environmentIdMax = 0xffff_ffff;

/** The words of an id, see `numbersOf`. */
export type IdNumbers = Uint32Array;

/** A set of request ids in one flat array: a million takes 40 MiB. A `Set` of texts takes 200. */
export class RequestIdSet {
  readonly #seed: number;
  /** Linear probing; a free slot has 0 as its first word. */
  #words = new Uint32Array(slotsMin * wordsPerId);
  #size = 0;

  /** `seed` must be random, so that no client can choose ids that collide. */
  constructor(seed: number) {
    this.#seed = seed;
  }

  get size(): number {
    return this.#size;
  }

  has(words: IdNumbers): boolean {
    return this.#words[this.#find(words)] !== 0;
  }

  /** Returns whether the id was missing. */
  add(words: IdNumbers): boolean {
    if (this.#size * slotsPerId * wordsPerId >= this.#words.length) {
      this.#grow();
    }
    const at = this.#find(words);
    if (this.#words[at] !== 0) {
      return false;
    }
    this.#words.set(words, at);
    this.#size++;
    return true;
  }

  /** Returns whether the id was there. */
  remove(words: IdNumbers): boolean {
    const at = this.#find(words);
    if (this.#words[at] === 0) {
      return false;
    }
    this.#clear(at);
    this.#size--;
    return true;
  }

  /** The position of the id, or of the free slot for it. */
  #find(words: IdNumbers): number {
    let at = this.#home(words);
    while (this.#words[at] !== 0 && !this.#holds(at, words)) {
      at = this.#after(at);
    }
    return at;
  }

  #holds(at: number, words: IdNumbers): boolean {
    for (let index = 0; index < wordsPerId; index++) {
      if (this.#words[at + index] !== words[index]) {
        return false;
      }
    }
    return true;
  }

  #home(words: IdNumbers): number {
    let hash = this.#seed;
    for (let index = 0; index < wordsPerId; index++) {
      hash = Math.imul(hash ^ (words[index] ?? 0), 0x9e37_79b1);
      hash ^= hash >>> 15;
    }
    return ((hash >>> 0) % (this.#words.length / wordsPerId)) * wordsPerId;
  }

  #after(at: number): number {
    return (at + wordsPerId) % this.#words.length;
  }

  /** Adds the ids after it again, so that no search ends early at the free slot. */
  #clear(at: number): void {
    this.#words[at] = 0;
    for (let next = this.#after(at); this.#words[next] !== 0; next = this.#after(next)) {
      const words = this.#words.slice(next, next + wordsPerId);
      this.#words[next] = 0;
      this.#words.set(words, this.#find(words));
    }
  }

  #grow(): void {
    const words = this.#words;
    this.#words = new Uint32Array(words.length * 2);
    for (let at = 0; at < words.length; at += wordsPerId) {
      if (words[at] !== 0) {
        const id = words.subarray(at, at + wordsPerId);
        this.#words.set(id, this.#find(id));
      }
    }
  }
}

export function numbersOf({ environmentId, requestId }: SubmissionId): IdNumbers {
  if (environmentId > environmentIdMax) {
    throw new Error(`environment ${environmentId} does not fit into 32 bits`);
  }
  const hex = requestId.replaceAll("-", "");
  return Uint32Array.of(
    environmentId,
    Number.parseInt(hex.slice(0, 8), 16),
    Number.parseInt(hex.slice(8, 16), 16),
    Number.parseInt(hex.slice(16, 24), 16),
    Number.parseInt(hex.slice(24), 16),
  );
}
