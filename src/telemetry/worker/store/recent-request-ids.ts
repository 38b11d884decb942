/** A submission is identified by five 32-bit words: its environment's id and its UUID. */
export const wordsPerId = 5;

/** Environment ids are assigned one by one, so that they never exceed 32 bits. */
const environmentIdMax = 0xffff_ffff;

/** The words that identify a submission. Throws if the environment's id exceeds 32 bits. */
export function requestIdWords(environmentId: number, requestId: string): Uint32Array {
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
 * The ids of recently counted submissions, in memory: an index on disk would read and write a
 * random page for each id. Ids are kept in two generations. The older is dropped when the newer is
 * full or has lasted for `generationMs`, so an id is remembered for at least `generationMs`, unless
 * more than `generationIdsMax` ids follow it sooner. The time is that of the ids, not of a clock.
 */
export class RecentRequestIds {
  readonly #options: RecentRequestIdsOptions;
  #newer: RequestIdSet;
  #older: RequestIdSet;
  #startedAt = Number.NEGATIVE_INFINITY;

  constructor(options: RecentRequestIdsOptions) {
    this.#options = options;
    this.#newer = new RequestIdSet(options.seed);
    this.#older = new RequestIdSet(options.seed);
  }

  has(words: Uint32Array): boolean {
    return this.#newer.has(words) || this.#older.has(words);
  }

  /**
   * Adds the ids of a commit, `wordsPerId` words each. Returns whether that began a generation:
   * then the ids from before the previous generation's beginning are dropped.
   */
  add(ids: Uint32Array, countedAt: number): boolean {
    const { generationMs, generationIdsMax } = this.#options;
    const isFull = this.#newer.size + ids.length / wordsPerId > generationIdsMax;
    const begins = isFull || countedAt - this.#startedAt >= generationMs;
    if (begins) {
      this.#older = this.#newer;
      this.#newer = new RequestIdSet(this.#options.seed);
      this.#startedAt = countedAt;
    }
    for (let at = 0; at < ids.length; at += wordsPerId) {
      this.#newer.add(ids.subarray(at, at + wordsPerId));
    }
    return begins;
  }
}

export interface RecentRequestIdsOptions {
  readonly generationMs: number;
  readonly generationIdsMax: number;
  /** A random number, so that no client can choose ids that collide. */
  readonly seed: number;
}

const slotsMin = 1_024;

/** A hash set of ids with linear probing, without an object for each id. */
class RequestIdSet {
  readonly #seed: number;
  #words = new Uint32Array(slotsMin * wordsPerId);
  #used = new Uint8Array(slotsMin);
  #size = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  get size(): number {
    return this.#size;
  }

  has(words: Uint32Array): boolean {
    return this.#used[this.#slotOf(words)] === 1;
  }

  add(words: Uint32Array): void {
    const slot = this.#slotOf(words);
    if (this.#used[slot] === 1) {
      return;
    }
    this.#used[slot] = 1;
    this.#words.set(words, slot * wordsPerId);
    this.#size++;
    if (this.#size * 2 > this.#used.length) {
      this.#grow();
    }
  }

  /** The slot that holds the id, or the free slot for it. */
  #slotOf(words: Uint32Array): number {
    const mask = this.#used.length - 1;
    let slot = this.#hash(words) & mask;
    while (this.#used[slot] === 1 && !this.#holds(slot, words)) {
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
    const used = this.#used;
    this.#words = new Uint32Array(words.length * 2);
    this.#used = new Uint8Array(used.length * 2);
    this.#size = 0;
    for (let slot = 0; slot < used.length; slot++) {
      if (used[slot] === 1) {
        this.add(words.subarray(slot * wordsPerId, (slot + 1) * wordsPerId));
      }
    }
  }
}
