import { expect, test } from "bun:test";
import { removeFeature } from "../../../src/app/commands/feature-commands.ts";
import { hostedGroupPolicy } from "../../../src/app/commands/hosted-group-policy.ts";
import { runAs } from "../../../src/app/commands/permit-changes.ts";
import { HistoryReads } from "../../../src/app/services/history-reads.ts";
import { HistoryService } from "../../../src/app/services/history-service.ts";
import type { GuardAction } from "../../../src/core/model/rollout.ts";
import { hourMs, minuteMs } from "../../../src/core/time-units.ts";
import { stagingId } from "../requests/request-world.ts";
import { guardThat, percent, plan, RolloutWorld, refusal } from "./rollout-world.ts";

test("changes of the same gates while a rollout goes on", async () => {
  const table = [
    ["a person", false, 70, "rollout_running", "running 0 10%"],
    ["a person who pauses it", true, 70, "done", "paused 0 70%"],
    ["a person who turns it off", false, 0, "done", "held changed 0 0%"],
    ["an application", undefined, 70, "done", "held changed 0 70%"],
    ["the same value", false, 10, "done", "running 0 10%"],
  ] as const;
  for (const [name, pausesRollout, value, answer, line] of table) {
    const world = await RolloutWorld.start();
    const author = await world.member();
    const { id } = await world.service.start(author, plan);
    const caller = { ...author, pausesRollout };
    const write = world.requests.writePercentage(caller, "a", value);
    expect([name, await refusal(write), await world.line(id)]).toEqual([name, answer, line]);
    // Other features and environments are not of the rollout.
    expect(await refusal(world.requests.writePercentage(author, "b", 70))).toBe("done");
    const there = await world.member(stagingId);
    expect(await refusal(world.requests.writePercentage(there, "a", 71))).toBe("done");
    if (line.startsWith("held") || line.startsWith("paused")) {
      expect(await refusal(world.requests.writePercentage(author, "a", 20))).toBe("done");
      await world.service.resume(author, id, null);
      await world.pass(hourMs);
      expect(await world.line(id)).toBe("running 1 50%");
    }
  }
});

function historyOf({ requests }: RolloutWorld): HistoryService {
  return new HistoryService({
    reads: new HistoryReads(requests.reads, () => expect.unreachable()),
    ...{ writer: requests.writer, groupPolicy: hostedGroupPolicy, now: () => requests.now },
  });
}

test("undoing a step holds the rollout, and the step is made again after a resumption", async () => {
  const world = await RolloutWorld.start();
  const author = await world.member();
  const { id } = await world.service.start(author, plan);
  await world.pass(hourMs);
  const { requests } = world;
  const history = historyOf(world);
  const sequence = requests.state.auditSequences.get(1) ?? 0;
  await history.rollback(author, { kind: "before", sequence, scope: "step" });
  expect(await world.line(id)).toBe("held undone 0 10%");
  await world.service.resume(author, id, null);
  await world.pass(hourMs - minuteMs);
  expect(await world.line(id)).toBe("running 0 10%");
  await world.pass(minuteMs);
  expect(await world.line(id)).toBe("running 1 50%");
  const moment = { kind: "at", time: requests.now - minuteMs, key: "a" } as const;
  expect(await refusal(history.rollback(author, moment))).toBe("rollout_running");
});

test("undoing what was before the latest step leaves the rollout at this step", async () => {
  const world = await RolloutWorld.start();
  const author = await world.member();
  await world.requests.writePercentage(author, "a", 33);
  const { id } = await world.service.start(author, plan);
  const sequence = world.requests.state.auditSequences.get(1) ?? 0;
  await world.pass(hourMs);
  await historyOf(world).rollback(author, { kind: "before", sequence, scope: "step" });
  expect(await world.line(id)).toBe("held changed 1 33%");
});

test("mirroring and removing the feature", async () => {
  const world = await RolloutWorld.start();
  const author = await world.member(stagingId);
  const { id } = await world.service.start(author, plan);
  await world.requests.changeDirectly("a", stagingId, "mirror");
  expect(await world.line(id)).toBe("held changed 0 0% mirrored");
  const person = await world.member();
  await world.requests.writer.submit((draft) =>
    runAs(draft, { ...person, session: undefined }, () => removeFeature(draft, person, "a")),
  );
  const { state, endedBy } = await world.rollout(id);
  expect({ state, endedBy }).toEqual({ state: "stopped", endedBy: null });
});

test("guards hold, go a step back or return, once", async () => {
  const table: readonly (readonly [GuardAction, string, string])[] = [
    ["hold", "held alarm 1 50%", "running 2 100%"],
    ["back", "held alarm 0 10%", "running 1 50%"],
    ["return", "stopped 1 0%", "stopped 1 0%"],
  ];
  for (const [action, line, resumed] of table) {
    const world = await RolloutWorld.start();
    const guard = guardThat(action);
    const author = await world.member();
    const { id } = await world.service.start(author, { ...plan, guards: [guard] });
    await world.pass(hourMs);
    const { epoch } = await world.rollout(id);
    const alarm = { guard, text: "more errors", data: { evidence: 99 } };
    expect(await world.alarm(id, epoch - 1, alarm)).toBe(null);
    await world.alarm(id, epoch, alarm);
    expect(await world.line(id)).toBe(line);
    expect((await world.rollout(id)).hold).toMatchObject({ kind: "alarm", guard: "checkout" });
    expect(await world.alarm(id, epoch, alarm)).toBe(null);
    expect(await world.hold(id, epoch, "silent")).toBe(null);
    if (action !== "return") {
      await world.service.resume(author, id, null);
      await world.pass(hourMs);
    }
    expect(await world.line(id)).toBe(resumed);
  }
});

test("the author leaves: held until someone adopts it", async () => {
  const world = await RolloutWorld.start();
  const { id } = await world.service.start(await world.member(), plan);
  await world.requests.writer.submit((draft) => world.requests.setRole(draft, 102, null));
  await world.pass(10 * minuteMs);
  expect(await world.line(id)).toBe("held author 0 10%");
  const other = await world.requests.person(103, 1, { pausesRollout: false });
  expect(await refusal(world.service.resume(other, id, null))).toBe("rollout_without_author");
  await world.service.adopt(other, id, null);
  await world.pass(hourMs);
  expect(await world.line(id)).toBe("running 1 50%");
  expect((await world.rollout(id)).author).toEqual({ type: "User", id: "103" });
});

test("a step that is refused holds the rollout, with the reason", async () => {
  const world = await RolloutWorld.start();
  const author = await world.member();
  const groups = { kind: "groups", add: ["staff"], remove: [] } as const;
  const steps = [percent(10), percent(0, { change: groups })];
  const { id } = await world.service.start(author, { ...plan, steps });
  const { writer, state } = world.requests;
  await writer.submit((draft) => {
    for (const project of state.projects.values()) {
      draft.record({ kind: "project.saved", project: { ...project, isStrictAboutGroups: true } });
    }
  });
  await world.pass(hourMs);
  expect(await world.line(id)).toBe("held refused 0 10%");
  expect((await world.rollout(id)).hold?.text).toBe("Group not registered");
});

test("a rollout is gone with its environment", async () => {
  const world = await RolloutWorld.start();
  await world.service.start(await world.member(stagingId), plan);
  await world.requests.writer.submit((draft) =>
    draft.record({ kind: "environment.deleted", environmentId: stagingId }),
  );
  expect(world.requests.state.rollouts.size).toBe(0);
  expect(await world.requests.reads.rollout(1)).toBe(null);
});
