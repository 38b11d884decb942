import { actorBucketCount } from "../../core/guards/guard-minute.ts";

/** In UTF-16 units of at most three bytes, so that every submission passes the server's limits. */
const batchLengthMax = 80_000;

/** The outcome of work after a check. */
export interface CheckedOutcome {
  readonly name: string;
  readonly key: string;
  readonly result: boolean;
  /** The bucket of the actor. */
  readonly bucket: number;
  readonly isError: boolean;
}

/** Counts outcomes (docs/api.md#outcome-submission); at most those of the watched pairs. */
export interface OutcomeCounts {
  add(outcome: CheckedOutcome): void;
  /** Removes counts, and returns them as items of a JSON array; empty without counts. */
  take(): string;
}

interface Counted {
  readonly name: string;
  readonly key: string;
  readonly result: boolean;
  total: number;
  errors: number;
  readonly buckets: [total: number, errors: number][];
}

export function createOutcomeCounts(): OutcomeCounts {
  const counts = new Map<string, Counted>();
  return {
    add({ name, key, result, bucket, isError }) {
      const id = JSON.stringify([name, key, result]);
      let counted = counts.get(id);
      if (counted === undefined) {
        const buckets = Array.from({ length: actorBucketCount }, (): [number, number] => [0, 0]);
        counted = { name, key, result, total: 0, errors: 0, buckets };
        counts.set(id, counted);
      }
      const pair = counted.buckets[bucket] ?? [0, 0];
      counted.total += 1;
      pair[0] += 1;
      if (isError) {
        counted.errors += 1;
        pair[1] += 1;
      }
    },
    take() {
      let items = "";
      for (const [id, counted] of counts) {
        if (items.length > batchLengthMax) {
          break;
        }
        items += `${items && ","}${JSON.stringify(counted)}`;
        counts.delete(id);
      }
      return items;
    },
  };
}
