/** Words of 32 bits that name a submission: its environment, then the 128 bits of its UUID. */
export const wordsPerId = 5;

/** Environment ids are handed out one by one, so 32 bits outlast every installation. */
const environmentIdMax = 0xffff_ffff;

/** `requestId` is a UUID. */
export function wordsOf(environmentId: number, requestId: string): Uint32Array {
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

/**
 * The ids of submissions that were counted lately, in memory: a commit would otherwise pay for a
 * random page of an index with every id. Ids are kept in two generations, of which the older is
 * dropped when the newer is full or has lasted for `generationMs`, so an id is remembered for at
 * least that long unless more than `generationIdsMax` came meanwhile. Pure: times come with the ids.
 */
export class RecentIds {
  readonly #options: RecentIdsOptions;
  #newer: IdSet;
  #older: IdSet;
  #startedAt = Number.NEGATIVE_INFINITY;

  constructor(options: RecentIdsOptions) {
    this.#options = options;
    this.#newer = new IdSet(options.seed);
    this.#older = new IdSet(options.seed);
  }

  has(words: Uint32Array): boolean {
    return this.#newer.has(words) || this.#older.has(words);
  }

  /**
   * Adds the ids, `wordsPerId` words each, of a commit. Returns whether that began a generation:
   * then no commit before the last beginning is needed any more.
   */
  add(ids: Uint32Array, countedAt: number): boolean {
    const { generationMs, generationIdsMax } = this.#options;
    const isFull = this.#newer.size + ids.length / wordsPerId > generationIdsMax;
    const begins = isFull || countedAt - this.#startedAt >= generationMs;
    if (begins) {
      this.#older = this.#newer;
      this.#newer = new IdSet(this.#options.seed);
      this.#startedAt = countedAt;
    }
    for (let at = 0; at < ids.length; at += wordsPerId) {
      this.#newer.add(ids.subarray(at, at + wordsPerId));
    }
    return begins;
  }
}

export interface RecentIdsOptions {
  readonly generationMs: number;
  readonly generationIdsMax: number;
  /** Random, so that nobody can choose ids that collide. */
  readonly seed: number;
}

const slotsMin = 1_024;

/** A hash set of ids with linear probing, in one block of memory that holds nothing else. */
class IdSet {
  readonly #seed: number;
  #words = new Uint32Array(slotsMin * wordsPerId);
  #taken = new Uint8Array(slotsMin);
  #size = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  get size(): number {
    return this.#size;
  }

  has(words: Uint32Array): boolean {
    return this.#taken[this.#slotOf(words)] === 1;
  }

  add(words: Uint32Array): void {
    const slot = this.#slotOf(words);
    if (this.#taken[slot] === 1) {
      return;
    }
    this.#taken[slot] = 1;
    this.#words.set(words, slot * wordsPerId);
    this.#size++;
    if (this.#size * 2 > this.#taken.length) {
      this.#grow();
    }
  }

  /** The slot that holds the id, or the free one where it belongs. */
  #slotOf(words: Uint32Array): number {
    const mask = this.#taken.length - 1;
    let slot = this.#hash(words) & mask;
    while (this.#taken[slot] === 1 && !this.#holds(slot, words)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #holds(slot: number, words: Uint32Array): boolean {
    const at = slot * wordsPerId;
    for (let index = 0; index < wordsPerId; index++) {
      if (this.#words[at + index] !== words[index]) {
        return false;
      }
    }
    return true;
  }

  #hash(words: Uint32Array): number {
    let hash = this.#seed;
    for (const word of words) {
      hash = Math.imul(hash ^ word, 0x9e37_79b1);
      hash ^= hash >>> 15;
    }
    return hash;
  }

  #grow(): void {
    const words = this.#words;
    const taken = this.#taken;
    this.#words = new Uint32Array(words.length * 2);
    this.#taken = new Uint8Array(taken.length * 2);
    this.#size = 0;
    for (let slot = 0; slot < taken.length; slot++) {
      if (taken[slot] === 1) {
        this.add(words.subarray(slot * wordsPerId, (slot + 1) * wordsPerId));
      }
    }
  }
}
