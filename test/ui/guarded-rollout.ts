import type { Page } from "playwright-core";

const minuteMs = 60_000;
const hourSeconds = 3_600;
const daySeconds = 86_400;
const pointMs = 5 * minuteMs;
const pointsOfDay = 288;
const percent = (value: number) => ({ kind: "percentage_of_actors", value });

const guard = {
  ...{ name: "checkout", bad: "errors", confidence: 0.95, action: "return" },
  tolerate: { relative: 0, absolute: 0.005 },
};

const silent = { kind: "silent", text: "Outcomes stopped, although the feature is still checked" };
const alarm = {
  kind: "alarm",
  text: "With the feature, 2.32% of 1,465 outcomes are errors; without it, 0.41% of 4,385 outcomes",
};

/**
 * Answers the requests of a page with a rollout and a day of its guard: the guard of a server needs
 * a day for that.
 */
export async function showGuardedRollout(
  page: Page,
  state: "running" | "held" | "stopped",
): Promise<void> {
  const rollout = rolloutRow(state, Date.now());
  await page.route(/\/admin\/v1\/environments\/\d+\/rollouts\?/, (route) =>
    route.fulfill({ json: { rollouts: [rollout], next: null } }),
  );
  await page.route(/\/admin\/v1\/rollouts\/\d+\/guards/, (route) =>
    route.fulfill({ json: { guards: [standing(state, Date.now())] } }),
  );
  await page.route(/\/admin\/v1\/environments\/\d+\/webhooks$/, (route) =>
    route.fulfill({ json: { webhooks: [webhook(1, "ops", []), webhook(2, "chat", [event])] } }),
  );
  await page.route(/\/webhooks\/\d+\/deliveries/, (route) =>
    route.fulfill({ json: { deliveries: [delivery(rollout)], hasMore: false } }),
  );
}

const event = "rollout.stopped";

function webhook(id: number, name: string, events: readonly string[]) {
  return { id, name, environmentId: 1, kind: "events", events, keys: null, status: "active" };
}

function delivery({ state, steps, key, hold }: ReturnType<typeof rolloutRow>) {
  return {
    ...{ key, number: 1, outcome: "delivered", status: 200, problem: null, answer: "" },
    type: state === "running" ? "rollout.stepped" : `rollout.${state}`,
    startedAt: (hold?.at ?? steps[1]?.enteredAt ?? 0) + 2_000,
  };
}

function rolloutRow(state: "running" | "held" | "stopped", now: number) {
  const ago = (hours: number) => now - hours * hourSeconds * 1_000;
  const left = 3.2;
  const day = daySeconds / hourSeconds;
  const values = state === "stopped" ? [25, 50, 75, 100] : [5, 21, 50, 100];
  const steps = values.map((value, index) => ({
    change: percent(value),
    ...{ for: index === 3 ? null : daySeconds, sample: null, approval: false },
    enteredAt: [ago(2 * day - left), ago(day - left)][index] ?? null,
    plannedAt: index < 2 || state !== "running" ? null : ago(-left - (index - 2) * day),
  }));
  const isOver = state === "stopped";
  return {
    ...{ id: 12, project: "Default", environment: "production", environmentId: 1 },
    ...{ key: "checkout_redesign", author: { type: "User", id: "1", name: "Owner" } },
    ...{ requestId: null, reason: "The pilot is quiet for three days", links: [], state, step: 1 },
    ...{ epoch: 2, steps, guards: [guard], start: { kind: "now" }, late: "hold" },
    nextAt: state === "running" ? ago(-left) : null,
    hold:
      state === "running"
        ? null
        : { ...(isOver ? alarm : silent), guard: guard.name, at: ago(0.4) },
    ...{ startedAt: ago(2 * day - left), endedAt: isOver ? ago(0.4) : null, endedBy: null },
    can: {
      ...{ pause: state === "running", resume: state === "held", skip: state === "running" },
      ...{ stop: !isOver, adopt: false },
    },
  };
}

function standing(state: "running" | "held" | "stopped", now: number) {
  const isOver = state === "stopped";
  const side = (total: number, bad: number) => ({ total, bad, rate: bad / total });
  const latest = Math.floor(now / pointMs) * pointMs;
  const points = Array.from({ length: pointsOfDay }, (_, index) => {
    const at = latest - (pointsOfDay - index) * pointMs;
    const rises = isOver && index > pointsOfDay - 30 ? index - (pointsOfDay - 30) : 0;
    return {
      at,
      enabled: { total: 500, bad: 2 + wave(index, 0) + Math.round(rises / 2) },
      disabled: { total: 900, bad: 3 + wave(index, 4) },
      evidence: 1,
    };
  }).slice(0, isOver ? pointsOfDay - 5 : pointsOfDay);
  return {
    guard,
    state: { running: "within", held: "silent", stopped: "alarm" }[state],
    enabled: isOver ? side(1_465, 34) : side(25_570, 107),
    disabled: isOver ? side(4_385, 18) : side(49_636, 194),
    ...{ evidence: isOver ? 31 : 0.6, limit: 20, points },
  };
}

/** Small changes that are the same each time. */
function wave(index: number, shift: number): number {
  return Math.round(1 + Math.sin((index + shift) * 1.7) + Math.sin((index + shift) / 9));
}

/** Answers previews with a week of outcomes. */
export async function showExpectations(page: Page): Promise<void> {
  await page.route(/\/rollouts\/preview$/, async (route) => {
    const answer = await route.fetch();
    const preview: { readonly steps: readonly object[] } = await answer.json();
    const steps = preview.steps.map((step, index) => ({
      ...step,
      addedChecks: [3_000, 18_800, 37_600][index] ?? null,
    }));
    const delays = [
      [1.5, 360],
      [2, 84],
      [10, 7],
    ].map(([rise, median = 0]) => ({ step: 0, rise, median, ninety: 2 * median }));
    const expected = { name: "checkout", rate: 0.0039, outcomesPerHour: 3_100, delays };
    await route.fulfill({ json: { ...preview, steps, guards: [expected] } });
  });
}
