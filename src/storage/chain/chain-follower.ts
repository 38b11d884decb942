import { hexOf } from "./chain-hash.ts";
import type { BadRecord } from "./verify-report.ts";

/** A record of a chain, in the order in which a database has it. */
export interface FollowedRecord {
  readonly sequence: number;
  /** Null for a record that is not hashed. */
  readonly hash: Uint8Array | null;
  /** The hash that the record must have after another one. */
  readonly after: (previous: Uint8Array) => Uint8Array;
}

interface Waiting extends FollowedRecord {
  readonly hash: Uint8Array;
}

/**
 * Checks the records of one chain in any order, and keeps few of them: a record waits until the one
 * before it was read.
 */
export class ChainFollower {
  count = 0;
  last = 0;
  #bad: BadRecord | null = null;
  readonly #ends = new Map<number, Uint8Array>();
  readonly #waiting = new Map<number, Waiting>();
  readonly #expected: ReadonlyMap<number, ExpectedHash>;
  readonly #start: number;

  /** `start` is the sequence before the first record, with its hash. */
  constructor(
    start: { readonly sequence: number; readonly hash: Uint8Array },
    expected: ReadonlyMap<number, ExpectedHash> = new Map(),
  ) {
    this.#start = start.sequence;
    this.last = start.sequence;
    this.#ends.set(start.sequence, start.hash);
    this.#expected = expected;
    this.#compare(start.sequence, start.hash);
  }

  get bad(): BadRecord | null {
    return this.#bad;
  }

  add(record: FollowedRecord): void {
    const { sequence, hash } = record;
    this.count++;
    this.last = Math.max(this.last, sequence);
    if (!Number.isInteger(sequence) || sequence <= this.#start) {
      this.fail(sequence, "it comes before the start of the chain");
    } else if (hash === null) {
      this.fail(sequence, "it has no hash");
    } else {
      this.#compare(sequence, hash);
      this.#link({ ...record, hash });
    }
  }

  /** Notes a record that is not as it was stored; the first one counts. */
  fail(record: number, reason: string): void {
    if (this.#bad === null || record < this.#bad.record) {
      this.#bad = { record, reason };
    }
  }

  /** Must be called after the last record. */
  finish(): void {
    for (const sequence of this.#waiting.keys()) {
      this.fail(sequence + 1, "the record before it is missing");
    }
    if (this.count !== this.last - this.#start) {
      this.fail(this.last, "records are missing, or there twice");
    }
    for (const [sequence, { reason }] of this.#expected) {
      if (sequence > this.last) {
        this.fail(this.last + 1, `it is missing: ${reason}`);
      }
    }
  }

  #link(record: Waiting): void {
    const { sequence, hash } = record;
    const previous = this.#ends.get(sequence - 1);
    if (previous === undefined) {
      if (this.#waiting.has(sequence - 1)) {
        this.fail(sequence, "it is there twice");
      }
      this.#waiting.set(sequence - 1, record);
    } else {
      this.#ends.delete(sequence - 1);
      this.#check(previous, record);
    }
    const next = this.#waiting.get(sequence);
    if (next !== undefined && next.sequence === sequence + 1) {
      this.#waiting.delete(sequence);
      this.#check(hash, next);
      return;
    }
    this.#ends.set(sequence, hash);
  }

  #check(previous: Uint8Array, { sequence, hash, after }: Waiting): void {
    if (!Buffer.from(after(previous)).equals(hash)) {
      this.fail(sequence, "its hash does not follow from it and from the record before it");
    }
  }

  #compare(sequence: number, hash: Uint8Array): void {
    const expected = this.#expected.get(sequence);
    if (expected !== undefined && expected.hash !== hexOf(hash)) {
      this.fail(sequence, `its hash differs: ${expected.reason}`);
    }
  }
}

export interface ExpectedHash {
  readonly hash: string;
  /** Where the hash is from. */
  readonly reason: string;
}
