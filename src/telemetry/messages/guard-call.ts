import type { GuardMinute, OutcomeMinute } from "../../core/guards/guard-minute.ts";

/**
 * Requests of guards; ranges are in minutes since the epoch and end before their last one. The answer
 * is JSON: a list of `OutcomesOfName`, of `OutcomeTotal`, of `GuardMinute`, or nothing.
 */
export type GuardCall =
  | {
      readonly kind: "outcomes";
      readonly environmentId: number;
      readonly key: string;
      readonly names: readonly string[];
      readonly fromMinute: number;
      readonly toMinute: number;
    }
  | {
      readonly kind: "outcome_totals";
      readonly environmentId: number;
      readonly names: readonly string[];
      readonly fromMinute: number;
    }
  | {
      readonly kind: "guard_minutes";
      readonly rolloutId: number;
      readonly guard: string;
      readonly fromMinute: number;
      readonly toMinute: number;
    }
  | {
      readonly kind: "save_guard_minutes";
      readonly rolloutId: number;
      readonly guard: string;
      readonly minutes: readonly GuardMinute[];
    };

export interface OutcomesOfName {
  readonly name: string;
  readonly minutes: readonly OutcomeMinute[];
}

/** All outcomes of one name, one feature and one result. */
export interface OutcomeTotal {
  readonly name: string;
  readonly key: string;
  readonly result: boolean;
  readonly total: number;
  readonly errors: number;
}
