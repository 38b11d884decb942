/**
 * Upper bounds of the buckets, in seconds: reads from memory take microseconds, commits
 * milliseconds.
 */
export const bucketBoundsSeconds = [
  0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5,
  5, 10, 30,
] as const;

const boundsNs: readonly number[] = bucketBoundsSeconds.map((seconds) => seconds * 1e9);

/** Counts durations by bucket, in plain numbers because this runs on every request. */
export class Durations {
  /** The count of each bucket, not cumulative; the last one is above every bound. */
  readonly counts: number[] = Array.from({ length: boundsNs.length + 1 }, () => 0);
  sumNs = 0;

  add(durationNs: number): void {
    let bucket = 0;
    // Linear from the lowest bucket, which most durations fall into.
    while (durationNs > (boundsNs[bucket] ?? Number.POSITIVE_INFINITY)) {
      bucket++;
    }
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.sumNs += durationNs;
  }
}
