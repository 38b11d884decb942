import type { SubmissionId } from "./telemetry-store.ts";

/** The first minute of a bucket, and its enabled and disabled evaluations. */
export type BucketRecord = readonly [start: number, enabled: number, disabled: number];

/** A key of an environment. */
export interface ArchivedKey {
  readonly environmentId: number;
  readonly key: string;
}

/** A key with all its counts, the oldest first; each evaluation is in one bucket. */
export interface KeyRecord extends ArchivedKey {
  /** The id of the feature with this key; null if there was none. */
  readonly featureId: number | null;
  readonly minutes: readonly BucketRecord[];
  readonly hours: readonly BucketRecord[];
  readonly days: readonly BucketRecord[];
}

/** How far time has come for telemetry, see `DataClock`. */
export interface ArchivedClock {
  readonly newestMinute: number | null;
  readonly seenAt: number | null;
}

/** Some records, and the position after them; null at the end. */
export interface Page<Record> {
  readonly records: readonly Record[];
  readonly next: string | null;
}

/** All of an engine's telemetry, to be copied to another engine while no node counts there. */
export interface TelemetryArchive {
  clock(): Promise<ArchivedClock>;
  /** Records after a position; from the first one if it is null. */
  keys(after: string | null): Promise<Page<KeyRecord>>;
  /** The ids of submissions that have to be remembered. */
  ids(after: string | null): Promise<Page<SubmissionId>>;
  countKeys(): Promise<number>;
  /** The records of some keys, in any order; keys that are not there are missing. */
  find(keys: readonly ArchivedKey[]): Promise<readonly KeyRecord[]>;
  /** How many of some ids are remembered. */
  countIds(ids: readonly SubmissionId[]): Promise<number>;

  /** What the last write has stored; null before the first. */
  progress(): Promise<string | null>;
  /** Stores records, in the place of those that are there, and the progress with them. */
  writeKeys(records: readonly KeyRecord[], progress: string): Promise<void>;
  writeIds(ids: readonly SubmissionId[], progress: string): Promise<void>;
  writeClock(clock: ArchivedClock, progress: string): Promise<void>;

  close(): Promise<void>;
}
