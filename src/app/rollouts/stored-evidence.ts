import { followMinutes } from "../../core/guards/follow-minutes.ts";
import { type GuardEvidence, noEvidence } from "../../core/guards/guard-evidence.ts";
import { BoundedCache } from "../../core/memo/bounded-cache.ts";
import type { Rollout, RolloutGuard } from "../../core/model/rollout.ts";
import { hourMs, minuteMs } from "../../core/time-units.ts";
import type { GuardMinutes } from "./guard-port.ts";

export type GuardedRollout = Pick<Rollout, "id" | "startedAt" | "guards">;

const keptMax = 5_000;
/** What is read at once takes the thread some 20 ms. */
const pageMinutes = (6 * hourMs) / minuteMs;

/**
 * The evidence of guards, computed from their stored minutes and nothing else: so all servers have
 * the same, also after a restart. What was computed is kept, and goes on with the minutes after it.
 */
export class StoredEvidence {
  readonly #minutes: GuardMinutes;
  readonly #kept = new BoundedCache<string, GuardEvidence>(keptMax);

  constructor(minutes: GuardMinutes) {
    this.#minutes = minutes;
  }

  /** With the stored minutes before `toMinute`. Rejects while telemetry is unreachable. */
  async load(
    { id, startedAt, guards }: GuardedRollout,
    guard: RolloutGuard,
    toMinute: number,
  ): Promise<GuardEvidence> {
    const place = `${id}/${guard.name}`;
    let evidence = this.#kept.get(place) ?? noEvidence;
    const first = Math.floor(startedAt / minuteMs);
    const from = evidence.minute === null ? first : evidence.minute + 1;
    for (let minute = from; minute < toMinute; minute += pageMinutes) {
      const end = Math.min(minute + pageMinutes, toMinute);
      const stored = await this.#minutes.minutes(id, guard.name, minute, end);
      evidence = followMinutes(evidence, stored, { guard, guards: guards.length });
    }
    this.#kept.set(place, evidence);
    return evidence;
  }
}
