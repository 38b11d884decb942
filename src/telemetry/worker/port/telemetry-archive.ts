import type { GuardMinute } from "../../../core/guards/guard-minute.ts";
import type { OutcomeTotal } from "../../messages/guard-call.ts";
import type { OutcomeSum } from "../counting/outcome-sums.ts";
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

/** Outcomes of one minute, outcomes of one hour, or a minute of a guard. */
export type ArchivedOutcomes =
  | ({ readonly kind: "minute" } & OutcomeSum)
  | ({
      readonly kind: "hour";
      readonly environmentId: number;
      /** The first minute of the hour. */
      readonly start: number;
    } & OutcomeTotal)
  | {
      readonly kind: "guard";
      readonly rolloutId: number;
      readonly guard: string;
      readonly counted: GuardMinute;
    };

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
  /** All outcomes and minutes of guards, each row once, in any order. */
  outcomes(): AsyncIterable<readonly ArchivedOutcomes[]>;
  /** The ids of submissions that must be remembered. */
  ids(): AsyncIterable<readonly SubmissionId[]>;

  /** `used` if it has counts that no copy wrote; `begun` if a copy was interrupted. */
  copyState(): Promise<"empty" | "used" | "begun" | "done">;
  /** Stores counts, and replaces existing ones. */
  writeBuckets(buckets: readonly CountedBucket[]): Promise<void>;
  /** Stores rows, and replaces existing ones. */
  writeOutcomes(rows: readonly ArchivedOutcomes[]): Promise<void>;
  writeIds(ids: readonly SubmissionId[]): Promise<void>;
  /** Must be the last write of a copy. */
  writeClock(clock: ArchivedClock): Promise<void>;

  close(): Promise<void>;
}
