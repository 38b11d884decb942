import type { BothArms } from "../../core/guards/guard-evidence.ts";
import type { GuardMinute } from "../../core/guards/guard-minute.ts";
import { type GuardState, verdict } from "../../core/guards/guard-verdict.ts";
import {
  addBuckets,
  type Counts,
  countBad,
  noOutcomeBuckets,
  rateOf,
  sumBuckets,
} from "../../core/guards/outcome-buckets.ts";
import type { RolloutGuard } from "../../core/model/rollout.ts";
import { dayMs, minuteMs } from "../../core/time-units.ts";
import type { GuardMinutes } from "./guard-port.ts";
import { type GuardedRollout, StoredEvidence } from "./stored-evidence.ts";

export interface RatedCounts extends Counts {
  /** Bad outcomes in one outcome; 0 without outcomes. */
  readonly rate: number;
}

export interface GuardPoint extends BothArms<Counts> {
  /** When the 5 minutes begin, in milliseconds since the epoch. */
  readonly at: number;
}

/** What a guard has seen, and what it decides about it. */
export interface GuardReport {
  readonly guard: RolloutGuard;
  readonly state: GuardState;
  /** Outcomes of the current step. */
  readonly counts: BothArms<RatedCounts>;
  /** M, and the value that it must reach for an alarm. */
  readonly evidence: number;
  readonly limit: number;
  /** The end of the latest minute that was seen, in milliseconds since the epoch; null before it. */
  readonly through: number | null;
  /** Of the last 24 hours, in steps of 5 minutes; those without stored minutes are left out. */
  readonly points: readonly GuardPoint[];
}

const pointMinutes = 5;

/** Reads what guards have seen, on any server. */
export class GuardReports {
  readonly #minutes: GuardMinutes;
  readonly #now: () => number;
  readonly #evidence: StoredEvidence;

  constructor(minutes: GuardMinutes, now: () => number) {
    this.#minutes = minutes;
    this.#now = now;
    this.#evidence = new StoredEvidence(minutes);
  }

  /** Of each guard of a rollout, in their order. Rejects while telemetry is unreachable. */
  async of(rollout: GuardedRollout): Promise<readonly GuardReport[]> {
    const reports: GuardReport[] = [];
    for (const guard of rollout.guards) {
      reports.push(await this.#report(rollout, guard));
    }
    return reports;
  }

  async #report(rollout: GuardedRollout, guard: RolloutGuard): Promise<GuardReport> {
    const toMinute = Math.ceil(this.#now() / minuteMs);
    const stored = await this.#evidence.load(rollout, guard, toMinute);
    const { state, counts, evidence, limit } = verdict(stored, guard, rollout.guards.length);
    const { minute } = stored;
    const last = minute === null ? toMinute : minute + 1;
    const first = Math.floor((last - dayMs / minuteMs) / pointMinutes + 1) * pointMinutes;
    const minutes = await this.#minutes.minutes(rollout.id, guard.name, first, last);
    return {
      guard,
      state,
      counts: { enabled: rated(counts.enabled), disabled: rated(counts.disabled) },
      evidence,
      limit,
      through: minute === null ? null : (minute + 1) * minuteMs,
      points: pointsOf(minutes, guard),
    };
  }
}

function rated(counts: Counts): RatedCounts {
  return { ...counts, rate: rateOf(counts) };
}

function pointsOf(minutes: readonly GuardMinute[], { bad }: RolloutGuard): readonly GuardPoint[] {
  const slots = Map.groupBy(minutes, ({ minute }) => Math.floor(minute / pointMinutes));
  return [...slots].map(([slot, parts]) => ({
    at: slot * pointMinutes * minuteMs,
    enabled: sumBuckets(
      parts.reduce((sum, part) => addBuckets(sum, countBad(part.enabled, bad)), noOutcomeBuckets),
    ),
    disabled: sumBuckets(
      parts.reduce((sum, part) => addBuckets(sum, countBad(part.disabled, bad)), noOutcomeBuckets),
    ),
  }));
}
