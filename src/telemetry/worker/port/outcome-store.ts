import type { GuardMinute } from "../../../core/guards/guard-minute.ts";
import type { OutcomeTotal } from "../../messages/guard-call.ts";
import type { OutcomeSum } from "../counting/outcome-sums.ts";

/** A part of a `TelemetryStore`. Commits add outcomes. Ranges end before their last minute. */
export interface OutcomeStore {
  /** The outcomes of a feature by minute, for the minutes that are not in hours yet. */
  read(
    environmentId: number,
    key: string,
    fromMinute: number,
    toMinute: number,
  ): Promise<readonly OutcomeSum[]>;

  /** The sums of all outcomes with one of the names since a minute. */
  totals(
    environmentId: number,
    names: readonly string[],
    fromMinute: number,
  ): Promise<readonly OutcomeTotal[]>;

  /** Stored minutes of a guard, in their order. */
  guardMinutes(
    rolloutId: number,
    guard: string,
    fromMinute: number,
    toMinute: number,
  ): Promise<readonly GuardMinute[]>;

  /** Minutes that are already stored stay as they are. */
  saveGuardMinutes(
    rolloutId: number,
    guard: string,
    minutes: readonly GuardMinute[],
  ): Promise<void>;
}
