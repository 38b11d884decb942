/** The submissions and metrics that commits to telemetry.db counted and dropped. */
export interface CommitTally {
  /** Submissions counted for the first time. */
  readonly submissions: number;
  /** Submissions whose request id was counted before; they add nothing. */
  readonly duplicates: number;
  /** Metrics that were counted. */
  readonly metrics: number;
  /** Metrics of counted submissions that were dropped, by reason. */
  readonly droppedKeyTooLong: number;
  readonly droppedTimeOutOfRange: number;
  readonly droppedUnknownKey: number;
  /** Outcomes that were counted: pairs of name and feature, with one result each. */
  readonly outcomes: number;
  /** Outcomes that no guard watches, or that a replica sent too late. */
  readonly droppedOutcomes: number;
  /** How often a count was at its maximum of 2^53-1 after a write. */
  readonly clamped: number;
  readonly commits: number;
  /** Milliseconds from inflating the submissions until the commit returned. */
  readonly commitMs: number;
}

export const emptyCommitTally: CommitTally = {
  submissions: 0,
  duplicates: 0,
  metrics: 0,
  droppedKeyTooLong: 0,
  droppedTimeOutOfRange: 0,
  droppedUnknownKey: 0,
  outcomes: 0,
  droppedOutcomes: 0,
  clamped: 0,
  commits: 0,
  commitMs: 0,
};

/** Metrics that were counted before the limit of unknown keys was noticed. */
export function droppedAsUnknown(count: number): CommitTally {
  return { ...emptyCommitTally, metrics: -count, droppedUnknownKey: count };
}
