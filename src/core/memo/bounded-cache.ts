/**
 * A cache of at most `sizeMax` entries. A full cache is emptied before the next entry is added;
 * entries still in use are added again.
 */
export class BoundedCache<Key, Value> {
  readonly #sizeMax: number;
  readonly #entries = new Map<Key, Value>();

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: Key, value: Value): void {
    if (this.#entries.size >= this.#sizeMax) {
      this.#entries.clear();
    }
    this.#entries.set(key, value);
  }
}
