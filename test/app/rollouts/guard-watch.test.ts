import { describe, expect, test } from "bun:test";
import { type GuardDecision, holdingDecision } from "../../../src/app/rollouts/guard-decision.ts";
import { followMinutes } from "../../../src/core/guards/follow-minutes.ts";
import { noEvidence } from "../../../src/core/guards/guard-evidence.ts";
import type { GuardMinute } from "../../../src/core/guards/guard-minute.ts";
import { type GuardState, verdict } from "../../../src/core/guards/guard-verdict.ts";
import { hourMs } from "../../../src/core/time-units.ts";
import { testedGuard } from "../../core/guards/simulate.ts";
import { GuardWorld, mismatched, raised, silent, usual } from "./guard-world.ts";

describe("a guard", () => {
  test("lets a rollout without a rise make all its steps", async () => {
    const world = await GuardWorld.start();
    const { id } = await world.rollout([{}, { name: "search" }]);
    await world.pass(200);
    expect(await world.line(id)).toBe("done 2 100%");
    expect(world.requests.failures).toEqual([]);
  });

  test.each([
    ["hold", "held alarm 1 50%"],
    ["back", "held alarm 0 10%"],
    ["return", "stopped 1 0%"],
  ] as const)("stops a rollout at an alarm: %s", async (action, line) => {
    const world = await GuardWorld.start();
    const { id } = await world.rollout([{ action }]);
    await world.pass(70);
    expect(await world.line(id)).toBe("running 1 50%");
    world.minutes.arms = () => raised;
    await world.pass(20);
    expect(await world.line(id)).toBe(line);
    const alarms = await world.acts("guard.alarm");
    expect(alarms).toHaveLength(1);
    expect(alarms[0]).toMatchObject({ rollout: id, guard: "checkout", limit: 20 });
  });

  test.each([
    ["silent", silent],
    ["mismatch", mismatched],
  ] as const)("holds a rollout: %s", async (kind, arms) => {
    const world = await GuardWorld.start();
    const { id } = await world.rollout([{}]);
    await world.pass(30);
    world.minutes.arms = () => arms;
    await world.pass(60);
    expect(await world.line(id)).toBe(`held ${kind} 0 10%`);
    expect(await world.acts(`guard.${kind}`)).toHaveLength(1);
    expect(await world.acts("guard.alarm")).toEqual([]);
  });

  test("watches its own outcomes only", async () => {
    const world = await GuardWorld.start();
    const { id } = await world.rollout([{}, { name: "search", action: "hold" }]);
    world.minutes.arms = (name) => (name === "search" ? raised : usual);
    await world.pass(30);
    const alarms = await world.acts("guard.alarm");
    expect(alarms.map(({ guard, limit }) => [guard, limit])).toEqual([["search", 40]]);
    expect(await world.line(id)).toBe("held alarm 0 10%");
  });
});

describe("a rollout that a person lets go on", () => {
  test("begins to collect evidence again, without the minutes in which it was held", async () => {
    const world = await GuardWorld.start();
    const { id } = await world.rollout([{ action: "hold" }]);
    world.minutes.arms = () => raised;
    await world.pass(30);
    expect(await world.line(id)).toBe("held alarm 0 10%");
    await world.pass(30);
    const read = world.minutes.read.length;
    world.minutes.arms = () => usual;
    await world.service.resume(await world.author(), id, null);
    await world.pass(10);
    expect(await world.line(id)).toBe("running 0 10%");
    expect(world.minutes.read.length - read).toBe(10);
    world.minutes.arms = () => raised;
    await world.pass(20);
    expect(await world.line(id)).toBe("held alarm 0 10%");
    expect(await world.acts("guard.alarm")).toHaveLength(2);
  });
});

test.each([
  ["at the same server", false],
  ["at another server", true],
])("a rollout that goes on at once is not stopped for the same alarm, %s", async (_, isOther) => {
  const world = await GuardWorld.start();
  const { id } = await world.rollout([{ action: "hold" }]);
  world.minutes.arms = () => raised;
  while ((await world.line(id)) === "running 0 10%") {
    await world.pass(1);
  }
  world.minutes.arms = () => usual;
  await world.service.resume(await world.author(), id, null);
  if (isOther) {
    world.restart();
  }
  await world.look();
  await world.pass(2);
  expect(await world.line(id)).toBe("running 0 10%");
  expect(await world.acts("guard.alarm")).toHaveLength(1);
});

describe("while telemetry is unreachable", () => {
  test("no step is made, and the missed minutes are read later", async () => {
    const world = await GuardWorld.start();
    const { id } = await world.rollout([{}]);
    await world.pass(50);
    world.minutes.isReachable = false;
    await world.pass(30);
    expect(await world.line(id)).toBe("running 0 10%");
    world.minutes.isReachable = true;
    await world.pass(1);
    expect(await world.line(id)).toBe("running 1 50%");
    expectEachOnce(world);
  });

  test("an alarm of the missed minutes comes before the step", async () => {
    const world = await GuardWorld.start();
    const { id } = await world.rollout([{ action: "hold" }]);
    await world.pass(50);
    world.minutes.isReachable = false;
    world.minutes.arms = () => raised;
    await world.pass(30);
    world.minutes.isReachable = true;
    await world.pass(1);
    expect(await world.line(id)).toBe("held alarm 0 10%");
    // The minutes after the alarm are not stored.
    const stored = world.minutes.stored.get(`${id}/checkout`) ?? [];
    expect(stored.length).toBeLessThan(world.minutes.read.length);
    expect(statesOf(stored, 1).indexOf("alarm")).toBe(stored.length - 1);
  });
});

test("a rollout whose outcomes cannot be read makes no step, and does not stop other guards", async () => {
  const world = await GuardWorld.start();
  const broken = await world.rollout([{}]);
  const other = await world.rollout([{}], "b");
  world.minutes.brokenKey = "a";
  world.minutes.arms = () => raised;
  await world.pass(70);
  expect(await world.line(broken.id)).toBe("running 0 10%");
  expect(await world.line(other.id)).toBe("stopped 0 0%");
});

test("a clock that was set back lets no step happen that guards cannot see", async () => {
  const world = await GuardWorld.start();
  const { id } = await world.rollout([{}]);
  world.requests.now += 20 * hourMs;
  await world.watch.look();
  world.requests.now -= 20 * hourMs;
  await world.pass(70);
  expect(await world.line(id)).toBe("running 0 10%");
  await world.pass(19 * 60);
  expect(await world.line(id)).toBe("running 1 50%");
});

describe("another leader", () => {
  test("decides the same at the same minute, and reads no minute again", async () => {
    const alone = await GuardWorld.start();
    const shared = await GuardWorld.start();
    for (const world of [alone, shared]) {
      const { id } = await world.rollout([{ action: "hold" }, { name: "search" }]);
      world.minutes.arms = (name, minute) =>
        name === "checkout" && minute % 7 > 4 ? raised : usual;
      let passed = 0;
      while ((await world.line(id)).startsWith("running") && passed < 50) {
        if (world === shared) {
          world.restart();
        }
        await world.pass(1);
        passed += 1;
      }
      expect(await world.line(id)).toBe("held alarm 0 10%");
    }
    expect([...shared.minutes.stored]).toEqual([...alone.minutes.stored]);
    expect(await shared.acts("guard.alarm")).toEqual(await alone.acts("guard.alarm"));
    expectEachOnce(shared);
  });

  test("makes the alarm that the last one stored but did not make, once", async () => {
    const world = await GuardWorld.start();
    const { id } = await world.rollout([{ action: "hold" }]);
    world.minutes.arms = () => raised;
    await world.pass(30);
    const stored = world.minutes.stored.get(`${id}/checkout`) ?? [];
    const other = await GuardWorld.start();
    await other.rollout([{ action: "hold" }]);
    other.minutes.stored.set(`${id}/checkout`, stored);
    other.requests.now = world.requests.now;
    await Promise.all([other.newWatch().look(), other.watch.look()]);
    expect(await other.line(id)).toBe("held alarm 0 10%");
    expect(await other.acts("guard.alarm")).toHaveLength(1);
    expect(other.minutes.read).toEqual([]);
  });

  test("stored minutes are enough to decide again", async () => {
    const world = await GuardWorld.start();
    const { id } = await world.rollout([{ action: "hold" }, { name: "search" }]);
    world.minutes.arms = (name) => (name === "checkout" ? { ...usual, enabled: [100, 5] } : usual);
    await world.pass(50);
    const stored = world.minutes.stored.get(`${id}/checkout`) ?? [];
    expect(stored.length).toBeLessThan(45);
    expect(statesOf(stored, 2).indexOf("alarm")).toBe(stored.length - 1);
  });
});

/** What a guard decides after each of the minutes. */
function statesOf(stored: readonly GuardMinute[], guards: number): readonly GuardState[] {
  return stored.map((_, index) => {
    const minutes = stored.slice(0, index + 1);
    const evidence = followMinutes(noEvidence, minutes, { guard: testedGuard, guards });
    return verdict(evidence, testedGuard, guards).state;
  });
}

test("an alarm comes before another hold of the same minute", () => {
  const of = (state: GuardState): GuardDecision => ({
    ...{ guard: testedGuard, minute: 1 },
    verdict: { ...verdict(noEvidence, testedGuard, 1), state },
  });
  const [silence, alarm, within] = [of("silent"), of("alarm"), of("within")];
  expect(holdingDecision([silence, alarm])).toBe(alarm);
  expect(holdingDecision([within, silence])).toBe(silence);
  expect(holdingDecision([within, of("no_data")])).toBeUndefined();
});

test("a report shows what was seen, and one without minutes that there is no data", async () => {
  const world = await GuardWorld.start();
  const rollout = await world.rollout([{}, { name: "search" }]);
  expect(await world.reports().of(rollout)).toMatchObject([
    { state: "no_data", through: null, evidence: 1, limit: 40, points: [] },
    { state: "no_data" },
  ]);
  await world.pass(65);
  world.minutes.arms = (name) => (name === "search" ? silent : usual);
  await world.pass(8);
  const [checkout, search] = await world.reports().of(rollout);
  expect(search).toMatchObject({ state: "silent" });
  expect(checkout).toMatchObject({ state: "within", guard: { name: "checkout" } });
  const { counts, points = [], through } = checkout ?? {};
  expect(counts?.enabled.rate).toBe(0.01);
  expect((through ?? 0) % 60_000).toBe(0);
  expect(points.length).toBeLessThanOrEqual(288);
  const sum = points.reduce((total, point) => total + point.enabled.total, 0);
  expect(sum).toBe(100 * (world.minutes.stored.get(`${rollout.id}/checkout`)?.length ?? 0));
});

function expectEachOnce({ minutes }: GuardWorld): void {
  expect(new Set(minutes.read).size).toBe(minutes.read.length);
}
