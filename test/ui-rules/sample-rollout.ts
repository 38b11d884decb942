import type { RolloutRow } from "../../src/api/admin/contract/rollout-models.ts";

export const hour = 3_600;
export const day = 86_400;
export const now = Date.UTC(2026, 10, 27, 12, 48);
export const before = (seconds: number) => now - seconds * 1_000;
export const after = (seconds: number) => now + seconds * 1_000;
export const percent = (value: number) => ({ kind: "percentage_of_actors" as const, value });

/** 5, 25, 50 and 100% for a day each; the second step is current, with 3 h 12 min left. */
export const running: RolloutRow = {
  ...{ id: 3, project: "Default", environment: "production", environmentId: 1, key: "search" },
  author: { type: "User", id: "1", name: "Owner" },
  ...{ requestId: null, reason: "The index is complete", links: [], state: "running" },
  ...{ step: 1, epoch: 2, start: { kind: "now" }, late: "hold", hold: null },
  steps: [
    step(5, day, { enteredAt: before(45 * hour) }),
    step(25, day, { enteredAt: before(day - 3 * hour - 720) }),
    step(50, day, { plannedAt: after(3 * hour + 720) }),
    step(100, null, { plannedAt: after(day + 3 * hour + 720) }),
  ],
  guards: [],
  ...{ nextAt: after(3 * hour + 720), startedAt: before(46 * hour), endedAt: null, endedBy: null },
  can: { pause: true, resume: false, skip: true, stop: true, adopt: false },
};

export function step(
  value: number,
  seconds: number | null,
  times: { readonly enteredAt?: number; readonly plannedAt?: number },
): RolloutRow["steps"][number] {
  return {
    ...{ change: percent(value), for: seconds, sample: null, approval: false },
    ...{ enteredAt: null, plannedAt: null },
    ...times,
  };
}

export const guard: RolloutRow["guards"][number] = {
  ...{ name: "checkout", bad: "errors", confidence: 0.95, action: "back" },
  tolerate: { relative: 0, absolute: 0.005 },
};
