import type { Gates } from "../../core/evaluation/gates.ts";
import type { Caller } from "../../core/model/caller.ts";
import { type ComparedFeature, compareGates } from "./compare-environments.ts";
import type { PastReader } from "./past-reader.ts";

/** A feature that differs between two times; null gates where it did not exist. */
export interface FeatureDifference extends Pick<ComparedFeature, "key" | "gates"> {
  readonly from: Gates | null;
  readonly to: Gates | null;
}

export interface PastComparison {
  readonly from: number;
  readonly to: number;
  /** How many features existed at one of both times. */
  readonly featureCount: number;
  readonly differentCount: number;
  /** The first differences, by key. */
  readonly features: readonly FeatureDifference[];
}

export interface ComparedTimes {
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
  /** How many differences are returned at most. */
  readonly featuresMax: number;
  readonly signal: AbortSignal;
}

/** Compares the gates in force in an environment at two times. */
export class PastComparisons {
  readonly #past: PastReader;

  constructor(past: PastReader) {
    this.#past = past;
  }

  /** Rejects as `PastReader.compare`. */
  compare(caller: Caller, { signal, ...times }: ComparedTimes): Promise<PastComparison> {
    return this.#past.answers.run(caller, () => this.#compare(caller, times), signal);
  }

  async #compare(
    caller: Caller,
    { from, to, featuresMax }: Omit<ComparedTimes, "signal">,
  ): Promise<PastComparison> {
    const features: FeatureDifference[] = [];
    let featureCount = 0;
    let differentCount = 0;
    await this.#past.compare(caller, { from, to }, (feature) => {
      featureCount++;
      const changed = changeOf(feature.key, feature.from?.gates, feature.to?.gates);
      if (changed !== null) {
        differentCount++;
        if (features.length < featuresMax) {
          features.push(changed);
        }
      }
    });
    return { from, to, featureCount, differentCount, features };
  }
}

/** Null if the gates in force were the same. */
function changeOf(
  key: string,
  from: Gates | undefined,
  to: Gates | undefined,
): FeatureDifference | null {
  if (from === undefined || to === undefined) {
    return { key, from: from ?? null, to: to ?? null, gates: [] };
  }
  const gates = from === to ? [] : compareGates(from, to);
  return gates.length === 0 ? null : { key, from, to, gates };
}
