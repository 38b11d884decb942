import type { GuardMinute, OutcomeMinute } from "../../core/guards/guard-minute.ts";

/** Which outcomes a guard reads, in minutes since the epoch; `toMinute` is not included. */
export interface OutcomeRange {
  readonly environmentId: number;
  readonly key: string;
  readonly fromMinute: number;
  readonly toMinute: number;
}

export interface NamedOutcomes {
  readonly name: string;
  /** Ascending. A minute without outcomes and without checks may be left out. */
  readonly minutes: readonly OutcomeMinute[];
}

/** What guards read and store in telemetry. All methods reject while telemetry is unreachable. */
export interface GuardMinutes {
  /**
   * The outcomes of each name, with the checks of the feature `checkLagMinutes` before each minute.
   * All names are answered, in their order. Minutes that began over an hour ago may be missing.
   */
  outcomes(range: OutcomeRange, names: readonly string[]): Promise<readonly NamedOutcomes[]>;

  /** Stored minutes of a guard, ascending, from `fromMinute` until before `toMinute`. */
  minutes(
    rolloutId: number,
    guard: string,
    fromMinute: number,
    toMinute: number,
  ): Promise<readonly GuardMinute[]>;

  /**
   * Stores minutes of a guard. A minute that is already stored stays as it is, so that two leaders
   * leave one minute. The minutes of a rollout are deleted 30 days after its latest one.
   */
  save(rolloutId: number, guard: string, minutes: readonly GuardMinute[]): Promise<void>;
}
