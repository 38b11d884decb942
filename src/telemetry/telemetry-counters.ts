import type { CommitTally } from "./messages/commit-tally.ts";

/** Counters of telemetry since the process started, for /metrics. */
export interface TelemetryCounters extends CommitTally {
  /** Submissions answered with a 4xx status: because of their content, or as they took too long. */
  readonly refused: number;
  /** Submissions answered with 503: the queue was full, or the worker or the disk unavailable. */
  readonly unavailable: number;
  readonly workerRestarts: number;
  /** Submissions that are being received or wait to be committed. */
  readonly waiting: number;
  readonly waitingBytes: number;
}

/** Adds two tallies member by member. */
export function addCommitTallies(sum: CommitTally, more: CommitTally): CommitTally {
  return {
    submissions: sum.submissions + more.submissions,
    duplicates: sum.duplicates + more.duplicates,
    metrics: sum.metrics + more.metrics,
    droppedKeyTooLong: sum.droppedKeyTooLong + more.droppedKeyTooLong,
    droppedTimeOutOfRange: sum.droppedTimeOutOfRange + more.droppedTimeOutOfRange,
    droppedUnknownKey: sum.droppedUnknownKey + more.droppedUnknownKey,
    outcomes: sum.outcomes + more.outcomes,
    droppedOutcomes: sum.droppedOutcomes + more.droppedOutcomes,
    clamped: sum.clamped + more.clamped,
    commits: sum.commits + more.commits,
    commitMs: sum.commitMs + more.commitMs,
  };
}
