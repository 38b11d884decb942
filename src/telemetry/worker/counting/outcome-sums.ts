import { actorBucketCount } from "../../../core/guards/guard-minute.ts";
import { cappedSum } from "../../messages/counts.ts";

/** One item of a submission of outcomes (docs/api.md#outcome-submission). */
export interface Outcome {
  readonly name: string;
  readonly key: string;
  readonly result: boolean;
  readonly total: number;
  readonly errors: number;
  /** The total and the errors of each bucket of actors. */
  readonly buckets: readonly (readonly [total: number, errors: number])[];
}

/** The outcomes of one name, one feature and one result in one minute. */
export interface OutcomeSum {
  readonly environmentId: number;
  readonly name: string;
  readonly key: string;
  readonly result: boolean;
  readonly minute: number;
  /** The total and the errors of each bucket, one after the other. */
  readonly counts: number[];
}

/** The numbers in `counts`. */
export const outcomeNumbers = 2 * actorBucketCount;

/** The outcomes of many submissions, added up: a commit stores one row for each sum. */
export class OutcomeSums {
  readonly #sums = new Map<string, OutcomeSum>();

  get size(): number {
    return this.#sums.size;
  }

  values(): readonly OutcomeSum[] {
    return [...this.#sums.values()];
  }

  add(environmentId: number, minute: number, { name, key, result, buckets }: Outcome): void {
    // A name has no line breaks.
    const id = `${environmentId} ${minute} ${result} ${name}\n${key}`;
    let sum = this.#sums.get(id);
    if (sum === undefined) {
      const counts = new Array<number>(outcomeNumbers).fill(0);
      sum = { environmentId, name, key, result, minute, counts };
      this.#sums.set(id, sum);
    }
    const { counts } = sum;
    let at = 0;
    for (const [total, errors] of buckets) {
      counts[at] = cappedSum(counts[at] ?? 0, total);
      counts[at + 1] = cappedSum(counts[at + 1] ?? 0, errors);
      at += 2;
    }
  }
}

/** All totals, and all errors. */
export function sumsOfCounts(counts: readonly number[]): { total: number; errors: number } {
  let total = 0;
  let errors = 0;
  for (let at = 0; at < counts.length; at += 2) {
    total = cappedSum(total, counts[at] ?? 0);
    errors = cappedSum(errors, counts[at + 1] ?? 0);
  }
  return { total, errors };
}
