import { added, type Counts } from "../../messages/counts.ts";

/** Key id, minute, enabled, disabled. */
export type CountRow = readonly [number, number, number, number];

/** Counts that are in the journal and not in the tables: the sums of the commits in it. Pure. */
export class PendingCounts {
  readonly #minutesByKey = new Map<number, Map<number, Counts>>();
  #bucketCount = 0;

  /** How many sums there are: the memory it takes. */
  get bucketCount(): number {
    return this.#bucketCount;
  }

  add(rows: Iterable<CountRow>): void {
    for (const [keyId, minute, enabled, disabled] of rows) {
      const counts = this.#at(keyId, minute);
      counts.enabled = added(counts.enabled, enabled);
      counts.disabled = added(counts.disabled, disabled);
    }
  }

  of(keyId: number): ReadonlyMap<number, Counts> | undefined {
    return this.#minutesByKey.get(keyId);
  }

  *rows(): Generator<CountRow, void, void> {
    for (const [keyId, minutes] of this.#minutesByKey) {
      for (const [minute, { enabled, disabled }] of minutes) {
        yield [keyId, minute, enabled, disabled];
      }
    }
  }

  clear(): void {
    this.#minutesByKey.clear();
    this.#bucketCount = 0;
  }

  #at(keyId: number, minute: number): Counts {
    let minutes = this.#minutesByKey.get(keyId);
    if (minutes === undefined) {
      minutes = new Map();
      this.#minutesByKey.set(keyId, minutes);
    }
    let counts = minutes.get(minute);
    if (counts === undefined) {
      counts = { enabled: 0, disabled: 0 };
      minutes.set(minute, counts);
      this.#bucketCount++;
    }
    return counts;
  }
}
