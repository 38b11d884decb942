/** What commits amounted to. */
export interface Tally {
  /** Submissions counted now; repeated ones are `duplicates`. */
  readonly submissions: number;
  readonly duplicates: number;
  /** Metrics that count. */
  readonly metrics: number;
  /** Metrics of counted submissions that do not count, by reason (DESIGN.md section 4). */
  readonly droppedKeyTooLong: number;
  readonly droppedTimeOutOfRange: number;
  readonly droppedUnknownKey: number;
  /** How often a count stood at 2^53-1 after it was written. */
  readonly clamped: number;
  readonly commits: number;
  /** Time spent on submissions, from inflating them to having them on disk. */
  readonly commitMs: number;
}

export const noTally: Tally = {
  submissions: 0,
  duplicates: 0,
  metrics: 0,
  droppedKeyTooLong: 0,
  droppedTimeOutOfRange: 0,
  droppedUnknownKey: 0,
  clamped: 0,
  commits: 0,
  commitMs: 0,
};
