import { expect, test } from "bun:test";
import { isUnchanged } from "../../../src/app/rollouts/rollout-checks.ts";
import {
  goesOn,
  type Rollout,
  type RolloutState,
  rolloutStates,
} from "../../../src/core/model/rollout.ts";
import { hourMs, minuteMs } from "../../../src/core/time-units.ts";
import { Random } from "../../fuzz/random.ts";
import { fuzzSeed } from "../../fuzz/seed.ts";
import { runsOf } from "../../helpers/runs.ts";
import { guardThat, percent, plan, RolloutWorld, refusal } from "./rollout-world.ts";

const historyLength = 60;

type Operation = (world: RolloutWorld, id: number, random: Random) => Promise<unknown>;

const operations: readonly Operation[] = [
  async (world, _, random) => {
    const steps = Array.from({ length: random.below(4) + 1 }, (_each, index) =>
      percent(10 * (index + 1) + random.below(9), {
        forMs: random.below(3) === 0 ? null : random.below(3) * hourMs,
        approval: random.below(4) === 0,
      }),
    );
    return refusal(world.service.start(await world.member(), { ...plan, steps }));
  },
  (world, _, random) => world.pass((random.below(90) + 1) * minuteMs),
  (world, _, random) => world.pass((random.below(90) + 1) * minuteMs),
  (world, _, random) => world.sleep(random.below(30) * hourMs),
  async (world, id) => refusal(world.service.pause(await world.member(), id, null)),
  async (world, id) => refusal(world.service.resume(await world.member(), id, null)),
  async (world, id) => refusal(world.service.resume(await world.member(), id, null)),
  async (world, id) => refusal(world.service.skip(await world.member(), id, "skip")),
  async (world, id) => refusal(world.service.stop(await world.member(), id, "stop")),
  async (world, id, random) => {
    const { epoch } = await world.rollout(id);
    const action = (["hold", "back", "return"] as const)[random.below(3)] ?? "hold";
    const alarm = { guard: guardThat(action), text: "seen", data: {} };
    return world.alarm(id, epoch - random.below(2), alarm);
  },
  (world, _, random) => world.requests.changeDirectly("a", 1, random.below(100)),
  async (world, _, random) => {
    const author = await world.member(1, { pausesRollout: random.below(2) === 0 });
    return refusal(world.requests.writePercentage(author, "a", random.below(3) * 30));
  },
];

/** What holds for a rollout after each operation. */
function expectSound(world: RolloutWorld, before: Rollout | null, after: Rollout): void {
  const { state } = world.requests;
  if (goesOn(after)) {
    expect(after.nextAt).not.toBe(null);
    expect(isUnchanged(state, after)).toBe(true);
  } else {
    expect(after.nextAt).toBe(null);
  }
  expect(after.state === "held").toBe(after.hold !== null && after.endedAt === null);
  expect(state.rollouts.has(after.id)).toBe(after.endedAt === null);
  const entered = after.enteredAt.filter((at) => at !== null);
  expect(entered).toEqual(entered.toSorted((left, right) => left - right));
  expect(after.step).toBeLessThan(after.steps.length);
  if (before !== null && before.id === after.id) {
    expect(after.epoch).toBeGreaterThanOrEqual(before.epoch);
    expect(before.endedAt === null || before.epoch === after.epoch).toBe(true);
  }
}

test("rollouts stay sound in random histories", async () => {
  const random = new Random(fuzzSeed);
  // Only an alarm or an undo of the first step leads back to it.
  const seen = new Set<RolloutState>(["waiting"]);
  for (let history = 0; history < runsOf(25); history++) {
    const world = await RolloutWorld.start();
    await operations[0]?.(world, 0, random);
    let before: Rollout | null = null;
    for (let index = 0; index < historyLength; index++) {
      const id = world.requests.state.lastIds.rollout;
      await operations[random.below(operations.length)]?.(world, id, random);
      const { rollout: latest } = world.requests.state.lastIds;
      const after: Rollout = await world.rollout(latest);
      expectSound(world, before, after);
      before = after;
      seen.add(after.state);
    }
    expect(world.requests.failures).toEqual([]);
    expect(world.requests.state.rollouts.size).toBeLessThanOrEqual(1);
  }
  expect([...seen].toSorted()).toEqual(rolloutStates.toSorted());
});
