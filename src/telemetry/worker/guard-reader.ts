import {
  type ArmMinute,
  checkLagMinutes,
  emptyArmMinute,
  type OutcomeMinute,
} from "../../core/guards/guard-minute.ts";
import type { GuardCall, OutcomesOfName } from "../messages/guard-call.ts";
import type { OutcomeSum } from "./counting/outcome-sums.ts";
import type { TelemetryStore } from "./port/telemetry-store.ts";

/** The checks of one minute with each result. */
type Checks = readonly [enabled: number, disabled: number];

/** Answers the calls of guards. */
export class GuardReader {
  readonly #store: TelemetryStore;

  constructor(store: TelemetryStore) {
    this.#store = store;
  }

  /** JSON. */
  async answer(call: GuardCall): Promise<string> {
    return JSON.stringify((await this.#answer(call)) ?? null);
  }

  #answer(call: GuardCall): Promise<unknown> {
    const { outcomes } = this.#store;
    switch (call.kind) {
      case "outcomes":
        return this.#outcomes(call);
      case "outcome_totals":
        return outcomes.totals(call.environmentId, call.names, call.fromMinute);
      case "guard_minutes":
        return outcomes.guardMinutes(call.rolloutId, call.guard, call.fromMinute, call.toMinute);
      case "save_guard_minutes":
        return outcomes.saveGuardMinutes(call.rolloutId, call.guard, call.minutes);
    }
  }

  async #outcomes({
    environmentId,
    key,
    names,
    fromMinute,
    toMinute,
  }: Extract<GuardCall, { kind: "outcomes" }>): Promise<readonly OutcomesOfName[]> {
    const sums = await this.#store.outcomes.read(environmentId, key, fromMinute, toMinute);
    const checks = await this.#checks(environmentId, key, fromMinute, toMinute);
    const byName = Map.groupBy(sums, ({ name }) => name);
    return names.map((name) => ({ name, minutes: minutesOf(byName.get(name) ?? [], checks) }));
  }

  /** The checks of a feature `checkLagMinutes` before each minute. */
  async #checks(
    environmentId: number,
    key: string,
    fromMinute: number,
    toMinute: number,
  ): Promise<ReadonlyMap<number, Checks>> {
    const [counts] = await this.#store.readCounts(environmentId, [key], {
      days: 1,
      resolution: "hour",
      start: fromMinute - checkLagMinutes,
      sizeMinutes: 1,
      bucketCount: toMinute - fromMinute,
    });
    const checks = new Map<number, Checks>();
    for (const [index, enabled] of counts?.enabled.entries() ?? []) {
      const disabled = counts?.disabled[index] ?? 0;
      if (enabled + disabled > 0) {
        checks.set(fromMinute + index, [enabled, disabled]);
      }
    }
    return checks;
  }
}

/** The minutes with outcomes or checks, ascending. */
function minutesOf(
  sums: readonly OutcomeSum[],
  checks: ReadonlyMap<number, Checks>,
): readonly OutcomeMinute[] {
  const byMinute = Map.groupBy(sums, ({ minute }) => minute);
  const minutes = [...new Set([...byMinute.keys(), ...checks.keys()])].sort((a, b) => a - b);
  return minutes.map((minute) => {
    const [enabled = 0, disabled = 0] = checks.get(minute) ?? [];
    const ofMinute = byMinute.get(minute) ?? [];
    const armOf = (isEnabled: boolean, count: number) =>
      armMinute(ofMinute.find(({ result }) => result === isEnabled)?.counts, count);
    return { minute, enabled: armOf(true, enabled), disabled: armOf(false, disabled) };
  });
}

function armMinute(counts: readonly number[] | undefined, checks: number): ArmMinute {
  return counts === undefined
    ? { ...emptyArmMinute, checks }
    : {
        checks,
        totals: counts.filter((_, index) => index % 2 === 0),
        errors: counts.filter((_, index) => index % 2 === 1),
      };
}
