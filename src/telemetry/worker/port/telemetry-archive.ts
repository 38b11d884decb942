import type { SubmissionId } from "./telemetry-store.ts";

/** The counts of a key in one bucket. Each evaluation is in one bucket of one level. */
export interface CountedBucket {
  readonly environmentId: number;
  readonly key: string;
  /** The id of the feature with this key; null if there was none. */
  readonly featureId: number | null;
  /** 0 for a minute, 1 for an hour, 2 for a day. */
  readonly level: number;
  /** The first minute of the bucket. */
  readonly start: number;
  readonly enabled: number;
  readonly disabled: number;
}

/** The times of telemetry, see `DataClock`. */
export interface ArchivedClock {
  readonly newestMinute: number | null;
  readonly seenAt: number | null;
}

/** All of an engine's telemetry, to copy to another engine while no node counts there. */
export interface TelemetryArchive {
  clock(): Promise<ArchivedClock>;
  /** All counts, each bucket once, in any order. */
  buckets(): AsyncIterable<readonly CountedBucket[]>;
  /** The ids of submissions that must be remembered. */
  ids(): AsyncIterable<readonly SubmissionId[]>;

  /** `used` if it has counts that no copy wrote; `begun` if a copy was interrupted. */
  copyState(): Promise<"empty" | "used" | "begun" | "done">;
  /** Stores counts, and replaces existing ones. */
  writeBuckets(buckets: readonly CountedBucket[]): Promise<void>;
  writeIds(ids: readonly SubmissionId[]): Promise<void>;
  /** Must be the last write of a copy. */
  writeClock(clock: ArchivedClock): Promise<void>;

  close(): Promise<void>;
}
