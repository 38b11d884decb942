import type { ExpectedShare } from "../../../core/evaluation/expected-share.ts";
import { expectedDelays } from "../../../core/guards/expected-delays.ts";
import type { RolloutGuard } from "../../../core/model/rollout.ts";
import { dayMs, hourMs, minuteMs } from "../../../core/time-units.ts";
import type { OutcomeTotal } from "../../../telemetry/messages/guard-call.ts";

const days = 7;
const hours = (days * dayMs) / hourMs;

/** The first minute of the outcomes that a preview counts. */
export function previewFrom(now: number): number {
  return Math.floor((now - days * dayMs) / minuteMs);
}

/** What to expect of each guard, from the outcomes of the last days and the shares after each step. */
export function guardPreviews(
  guards: readonly RolloutGuard[],
  key: string,
  totals: readonly OutcomeTotal[],
  shares: readonly ExpectedShare[],
) {
  return guards.map((guard) => {
    const traffic = trafficOf(guard, key, totals);
    return {
      name: guard.name,
      rate: traffic?.rate ?? null,
      outcomesPerHour: traffic?.hourly ?? null,
      delays:
        traffic === null
          ? []
          : shares.flatMap(({ share }, step) =>
              share === null
                ? []
                : expectedDelays({ ...traffic, share }, guard, guards.length).map((delay) => ({
                    step,
                    ...delay,
                  })),
            ),
    };
  });
}

/** Of the feature itself, or else of the feature with most outcomes: the same requests count for all. */
function trafficOf(guard: RolloutGuard, key: string, totals: readonly OutcomeTotal[]) {
  const byKey = Map.groupBy(
    totals.filter(({ name, total }) => name === guard.name && total > 0),
    (total) => total.key,
  );
  const most = [...byKey.values()].sort((left, right) => sumOf(right) - sumOf(left))[0];
  const all = byKey.get(key) ?? most;
  if (all === undefined) {
    return null;
  }
  const disabled = all.filter(({ result }) => !result);
  const usual = disabled.length === 0 ? all : disabled;
  const errors = usual.reduce((sum, total) => sum + total.errors, 0);
  const rate = errors / sumOf(usual);
  return { hourly: sumOf(all) / hours, rate: guard.bad === "errors" ? rate : 1 - rate };
}

function sumOf(totals: readonly OutcomeTotal[]): number {
  return totals.reduce((sum, { total }) => sum + total, 0);
}
