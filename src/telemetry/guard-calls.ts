import type { GuardMinute } from "../core/guards/guard-minute.ts";
import type { GuardCall, OutcomesOfName, OutcomeTotal } from "./messages/guard-call.ts";

/** Minutes since the epoch; `toMinute` is not included. */
export interface MinutesOfFeature {
  readonly environmentId: number;
  readonly key: string;
  readonly fromMinute: number;
  readonly toMinute: number;
}

/** What guards and previews of rollouts read and store. All methods throw `unavailable`. */
export class GuardCalls {
  readonly #call: (call: GuardCall) => Promise<string>;

  /** `call` resolves with the JSON of the worker's answer. */
  constructor(call: (call: GuardCall) => Promise<string>) {
    this.#call = call;
  }

  /**
   * The outcomes of each name with the checks of the feature, of at least the last hour: older
   * minutes are added up by hour.
   */
  async outcomes(
    range: MinutesOfFeature,
    names: readonly string[],
  ): Promise<readonly OutcomesOfName[]> {
    return JSON.parse(await this.#call({ kind: "outcomes", ...range, names }));
  }

  /** The sums by name, feature and result since a minute, of at most 8 days. */
  async totals(
    environmentId: number,
    names: readonly string[],
    fromMinute: number,
  ): Promise<readonly OutcomeTotal[]> {
    const call = { kind: "outcome_totals", environmentId, names, fromMinute } as const;
    return JSON.parse(await this.#call(call));
  }

  /** Stored minutes of a guard, ascending. */
  async minutes(
    rolloutId: number,
    guard: string,
    fromMinute: number,
    toMinute: number,
  ): Promise<readonly GuardMinute[]> {
    const call = { kind: "guard_minutes", rolloutId, guard, fromMinute, toMinute } as const;
    return JSON.parse(await this.#call(call));
  }

  /**
   * Stores minutes of a guard; one that is already stored stays as it is. The minutes of a rollout
   * are deleted 30 days after its latest one.
   */
  async save(rolloutId: number, guard: string, minutes: readonly GuardMinute[]): Promise<void> {
    await this.#call({ kind: "save_guard_minutes", rolloutId, guard, minutes });
  }
}
