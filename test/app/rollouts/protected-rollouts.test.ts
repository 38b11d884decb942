import { expect, test } from "bun:test";
import { runAs } from "../../../src/app/commands/permit-changes.ts";
import { setPolicy } from "../../../src/app/commands/policy-commands.ts";
import type { NewRollout } from "../../../src/app/rollouts/start-rollout.ts";
import type { RequestCommand } from "../../../src/core/model/change-request.ts";
import { ChangeRequestRequired } from "../../../src/core/model/change-request-required.ts";
import { hourMs } from "../../../src/core/time-units.ts";
import { rulesOf } from "../requests/request-world.ts";
import { guardThat, percent, plan, RolloutWorld, refusal } from "./rollout-world.ts";

/** The commands of the request that a refusal asks for. */
async function requested(work: Promise<unknown>): Promise<readonly RequestCommand[]> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ChangeRequestRequired) {
      return error.commands ?? [];
    }
    throw error;
  }
  return expect.unreachable();
}

async function opened(world: RolloutWorld, commands: readonly RequestCommand[]) {
  return world.requests.service.open(await world.member(), {
    ...{ title: "Roll out", reason: null, commands, apply: { kind: "approved" } },
  });
}

/** Opens a request with the commands, and approves it, so that it is applied. */
async function approved(world: RolloutWorld, commands: readonly RequestCommand[]): Promise<number> {
  const { id, hash } = await opened(world, commands);
  const approver = await world.requests.person(104, 1);
  await world.requests.service.vote(approver, id, { kind: "approve", hash, text: null });
  const { state, failure } = await world.requests.stored(id);
  expect({ state, failure }).toEqual({ state: "applied", failure: null });
  return id;
}

async function started(more: Partial<NewRollout> = {}): Promise<RolloutWorld> {
  const world = await RolloutWorld.start(true);
  const author = await world.member();
  const commands = await requested(world.service.start(author, { ...plan, ...more }));
  expect(commands).toMatchObject([{ kind: "rollout", key: "a", late: "hold" }]);
  const requestId = await approved(world, commands);
  expect(await world.rollout(1)).toMatchObject({ requestId, author: { id: "102" } });
  return world;
}

test("one approval covers all steps", async () => {
  const world = await started();
  expect(await world.line(1)).toBe("running 0 10%");
  await world.pass(3 * hourMs);
  expect(await world.line(1)).toBe("done 2 100%");
});

test("only an approver who is not the author lets it go on after a step, or skips one", async () => {
  const world = await started({
    steps: [percent(10, { approval: true }), percent(50), percent(60)],
  });
  await world.pass(hourMs);
  expect(await world.line(1)).toBe("held approval 0 10%");
  const [author, approver] = [await world.member(), await world.requests.person(104, 1)];
  expect(await refusal(world.service.resume(author, 1, null))).toBe("approver_required");
  await world.requests.writer.submit((draft) => world.requests.setRole(draft, 102, "admin"));
  expect(await refusal(world.service.resume(author, 1, null))).toBe("own_request");
  await world.service.resume(approver, 1, null);
  expect(await world.line(1)).toBe("running 1 50%");
  expect(await refusal(world.service.skip(author, 1, "quick"))).toBe("own_request");
  await world.service.skip(approver, 1, "quick");
  expect(await world.line(1)).toBe("running 2 60%");
  await world.service.stop(author, 1, "enough");
  expect(await world.line(1)).toBe("stopped 2 0%");
});

test("after a change by hand, it goes on only with another approval", async () => {
  const world = await started();
  await world.requests.changeDirectly("a", 1, 30);
  expect(await world.line(1)).toBe("held changed 0 30%");
  const author = await world.member();
  const commands = await requested(world.service.resume(author, 1, null));
  expect(commands).toEqual([{ kind: "resume", key: "a", rolloutId: 1, step: 0 }]);
  const requestId = await approved(world, commands);
  expect(await world.line(1)).toBe("running 0 30%");
  expect((await world.rollout(1)).requestId).toBe(requestId);
  await world.pass(hourMs);
  expect(await world.line(1)).toBe("running 1 50%");
  await world.requests.changeDirectly("a", 1, 31);
  const late = await requested(world.service.resume(await world.member(), 1, null));
  await world.service.stop(await world.member(), 1, "no");
  expect(await refusal(opened(world, late))).toBe("rollout_ended");
});

test("a person turns it off without approval, and a direct token writes", async () => {
  const world = await started();
  const person = await world.member(1, { reason: "It burns" });
  expect(await refusal(world.requests.writePercentage(person, "a", 70))).toBe(
    "change_request_required",
  );
  await world.requests.writePercentage(person, "a", 0);
  expect(await world.line(1)).toBe("held changed 0 0%");
});

test("a policy that comes later stops the steps, and not the way back", async () => {
  const world = await RolloutWorld.start();
  const author = await world.member();
  await world.service.start(author, plan);
  const owner = await world.requests.person(1, 1);
  await world.requests.writer.submit((draft) =>
    runAs(draft, owner, () => setPolicy(draft, owner, rulesOf(1))),
  );
  expect(await refusal(world.service.skip(author, 1, "quick"))).toBe("change_request_required");
  await world.pass(hourMs);
  expect(await world.line(1)).toBe("held refused 0 10%");
  const commands = await requested(world.service.resume(await world.member(), 1, null));
  await approved(world, commands);
  await world.look();
  expect(await world.line(1)).toBe("running 1 50%");
  await world.service.stop(await world.member(), 1, "no");
  expect(await world.line(1)).toBe("stopped 1 0%");
});

test("a guard returns to the gates of before with the approval of the rollout", async () => {
  const world = await started();
  const guard = guardThat("return");
  const { epoch } = await world.rollout(1);
  await world.alarm(1, epoch, { guard, text: "more errors", data: {} });
  expect(await world.line(1)).toBe("stopped 0 0%");
});

test("a request for a rollout drifts, and is refused while there is another one", async () => {
  const world = await RolloutWorld.start(true);
  const author = await world.member();
  const commands = await requested(world.service.start(author, plan));
  const { id, hash } = await opened(world, commands);
  const changed = commands.map((each) => ({ ...each, late: "run" as const }));
  const other = await opened(
    world,
    changed.filter(({ kind }) => kind === "rollout"),
  );
  expect(other.hash).not.toBe(hash);
  await world.requests.changeDirectly("a", 1, 5);
  expect((await world.requests.stored(id)).state).toBe("drifted");
  await world.requests.service.rebase(author, id);
  const { hash: rebased } = await world.requests.stored(id);
  const approver = await world.requests.person(104, 1);
  await world.requests.service.vote(approver, id, { kind: "approve", hash: rebased, text: null });
  expect(await world.line(1)).toBe("running 0 10%");
  expect(await refusal(opened(world, commands))).toBe("rollout_running");
});
