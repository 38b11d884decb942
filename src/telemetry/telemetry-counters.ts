import type { Tally } from "./messages/commit-tally.ts";

/** What telemetry has done since the process started, for /metrics. */
export interface TelemetryCounters extends Tally {
  /** Submissions refused for what they say: 4xx. */
  readonly refused: number;
  /** Submissions turned away as there was no room, no worker or no disk: 503. */
  readonly unavailable: number;
  readonly workerRestarts: number;
  /** Submissions that are being read, or wait to be committed. */
  readonly waiting: number;
  readonly waitingBytes: number;
}

/** The sums of two tallies. */
export function addTally(sum: Tally, more: Tally): Tally {
  return {
    submissions: sum.submissions + more.submissions,
    duplicates: sum.duplicates + more.duplicates,
    metrics: sum.metrics + more.metrics,
    droppedKeyTooLong: sum.droppedKeyTooLong + more.droppedKeyTooLong,
    droppedTimeOutOfRange: sum.droppedTimeOutOfRange + more.droppedTimeOutOfRange,
    droppedUnknownKey: sum.droppedUnknownKey + more.droppedUnknownKey,
    clamped: sum.clamped + more.clamped,
    commits: sum.commits + more.commits,
    commitMs: sum.commitMs + more.commitMs,
  };
}
