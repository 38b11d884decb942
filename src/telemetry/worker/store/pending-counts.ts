import { cappedSum, type EvaluationCounts } from "../../messages/counts.ts";

/** The id of a key, the minute, and the counts of enabled and disabled. */
export type CountRow = readonly [number, number, number, number];

/** The sums of counts that are in the journal but not in the count tables yet. */
export class PendingCounts {
  readonly #minutesByKey = new Map<number, Map<number, EvaluationCounts>>();
  #bucketCount = 0;

  /** The number of sums; the memory grows with it. */
  get bucketCount(): number {
    return this.#bucketCount;
  }

  add(rows: Iterable<CountRow>): void {
    for (const [keyId, minute, enabled, disabled] of rows) {
      const counts = this.#at(keyId, minute);
      counts.enabled = cappedSum(counts.enabled, enabled);
      counts.disabled = cappedSum(counts.disabled, disabled);
    }
  }

  /** The pending counts of a key by minute; undefined if it has none. */
  countsOf(keyId: number): ReadonlyMap<number, EvaluationCounts> | undefined {
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

  #at(keyId: number, minute: number): EvaluationCounts {
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
