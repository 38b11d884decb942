/** Random choices that a seed repeats exactly (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns an integer from 0 to `bound` - 1. */
  below(bound: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  }

  /** Returns true with the probability 1 / `count`. */
  oneIn(count: number): boolean {
    return this.below(count) === 0;
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)];
    if (value === undefined) {
      throw new Error("There is nothing to pick from");
    }
    return value;
  }

  bytes(lengthMax: number): Uint8Array<ArrayBuffer> {
    return Uint8Array.from({ length: this.below(lengthMax + 1) }, () => this.below(256));
  }

  /** Latin-1 text, a character for each byte. */
  binaryText(lengthMax: number): string {
    return Buffer.from(this.bytes(lengthMax)).toString("latin1");
  }
}
