/** Actors are in 16 buckets: the top 4 bits of FNV-1a of the actor (docs/rollouts.md#guards). */
export const actorBucketCount = 16;

/** What one minute counted of the checks with one result. */
export interface ArmMinute {
  /** Checks with this result; see `checkLagMinutes`. */
  readonly checks: number;
  /** Outcomes in each of the 16 buckets. */
  readonly totals: readonly number[];
  /** How many of them were errors. */
  readonly errors: readonly number[];
}

/** What one minute counted of one name of outcomes and one feature. */
export interface OutcomeMinute {
  /** Full minutes since the epoch, by the server's clock when the outcomes arrived. */
  readonly minute: number;
  readonly enabled: ArmMinute;
  readonly disabled: ArmMinute;
}

/** What a guard has seen of one minute. The minutes of a guard are enough to decide again. */
export interface GuardMinute extends OutcomeMinute {
  /** The step of the rollout in which the guard read the minute. */
  readonly step: number;
}

/**
 * Clients report a check with the minute of the check, up to some minutes later. The checks of a
 * minute of outcomes are therefore those of an earlier minute, which has been reported.
 */
export const checkLagMinutes = 2;

export const emptyArmMinute: ArmMinute = {
  checks: 0,
  totals: new Array<number>(actorBucketCount).fill(0),
  errors: new Array<number>(actorBucketCount).fill(0),
};
