import { expect, test } from "bun:test";
import { dayMs, hourMs, minuteMs } from "../../../src/core/time-units.ts";
import { stagingId } from "../requests/request-world.ts";
import { percent, plan, RolloutWorld, refusal } from "./rollout-world.ts";

test("a rollout makes each step at its time, and is done after the last one", async () => {
  const world = await RolloutWorld.start();
  const author = await world.member();
  const { id } = await world.service.start(author, { ...plan, reason: "Faster search" });
  const lines = [await world.line(id)];
  for (let hours = 0; hours < 3; hours++) {
    await world.pass(hourMs - minuteMs);
    lines.push(await world.line(id));
    await world.pass(minuteMs);
    lines.push(await world.line(id));
  }
  expect(lines).toEqual([
    ...["running 0 10%", "running 0 10%", "running 1 50%", "running 1 50%", "running 2 100%"],
    ...["running 2 100%", "done 2 100%"],
  ]);
  expect(world.requests.state.rollouts.size).toBe(0);
  const { endedBy, epoch, enteredAt, beforeGates } = await world.rollout(id);
  expect({ endedBy, epoch }).toEqual({ endedBy: null, epoch: 5 });
  expect(enteredAt.map((at) => (at ?? 0) - (enteredAt[0] ?? 0))).toEqual([0, hourMs, 2 * hourMs]);
  expect(beforeGates).toMatchObject({ isOwn: true, gates: { percentageOfActors: 0 } });
  const acts = await world.requests.reads.acts({ after: 0, before: 1_000, limit: 100 });
  const kinds = acts.map(({ body }) => JSON.parse(body).kind).filter((kind) => /roll/.test(kind));
  expect(kinds.toReversed()).toEqual([
    ...["rollout.started", "rollout.stepped", "rollout.stepped", "rollout.stepped", "rollout.done"],
  ]);
  const { audits } = await world.requests.reads.history({
    ...{ environmentId: 1, actor: null, actions: null, keys: ["a"], from: null, to: null },
    ...{ before: 1_000, after: 0, limit: 10, withLarge: false, withExpressions: false },
  });
  expect(audits.map(({ actor, reason, value }) => [actor.id, reason ?? "", value])).toEqual([
    ["102", "Rollout 1, step 3 of 3: Faster search", "100"],
    ["102", "Rollout 1, step 2 of 3: Faster search", "50"],
    ["102", "Rollout 1, step 1 of 3: Faster search", "10"],
    ["60", "", null],
  ]);
});

test("a schedule is a rollout of one step that ends with it", async () => {
  const world = await RolloutWorld.start();
  const author = await world.member(stagingId);
  const at = world.requests.now + 2 * hourMs;
  const steps = [percent(100, { forMs: null })];
  const start = { kind: "at", at, local: null, zone: null } as const;
  const { id } = await world.service.start(author, { ...plan, steps, start });
  expect(await world.line(id)).toBe("waiting -1 0% mirrored");
  await world.pass(2 * hourMs - minuteMs);
  expect(await world.line(id)).toBe("waiting -1 0% mirrored");
  await world.pass(minuteMs);
  expect(await world.line(id)).toBe("done 0 100%");
});

test("a schedule may write the gates that a feature has, as they may change until then", async () => {
  const world = await RolloutWorld.start();
  const author = await world.member(stagingId);
  const at = world.requests.now + 2 * hourMs;
  const steps = [{ ...percent(0, { forMs: null }), change: { kind: "disable" } as const }];
  const start = { kind: "at", at, local: null, zone: null } as const;
  const { id } = await world.service.start(author, { ...plan, steps, start });
  const again = { ...plan, key: "b", steps, start };
  const unchanged = await world.service.start(author, again);
  // Staging follows Production, where the feature is enabled before the time comes.
  await world.requests.writePercentage(await world.member(), "a", 100);
  expect(await world.line(id)).toBe("waiting -1 100% mirrored");
  await world.pass(2 * hourMs);
  expect(await world.line(id)).toBe("done 0 0%");
  expect(await world.line(unchanged.id)).toMatch(/^done 0 0%/);
});

test("what a rollout refuses", async () => {
  const world = await RolloutWorld.start();
  const author = await world.member();
  const start = (more: object) => refusal(world.service.start(author, { ...plan, ...more }));
  const past = { kind: "at", at: world.requests.now, local: null, zone: null };
  const guard = { bad: "errors", confidence: 0.95, action: "hold", tolerate: { relative: 0 } };
  expect(await start({ key: "none" })).toBe("feature_not_found");
  expect(await start({ start: past })).toBe("parameter_invalid");
  expect(await start({ steps: [] })).toBe("rollout_empty");
  expect(await start({ steps: [percent(0)] })).toBe("rollout_empty");
  expect(await start({ steps: [percent(1, { forMs: 367 * dayMs })] })).toBe("parameter_invalid");
  expect(await start({ steps: Array.from({ length: 51 }, () => percent(1)) })).toBe(
    "rollout_too_large",
  );
  expect(
    await start({ guards: Array.from({ length: 6 }, (_, n) => ({ ...guard, name: n })) }),
  ).toBe("rollout_too_large");
  expect(await start({ guards: [guard, guard] })).toBe("parameter_invalid");
  expect(await start({})).toBe("done");
  expect(await start({})).toBe("rollout_running");
  expect(await start({ key: "b" })).toBe("done");
  const { service } = world;
  const viewer = await world.member(1, {
    session: { hash: "gone", userId: 102, roleMin: "viewer" },
  });
  expect(await refusal(service.pause(viewer, 1, null))).not.toBe("done");
  expect(await refusal(service.pause(author, 9, null))).toBe("rollout_not_found");
  expect(await refusal(service.pause(await world.member(stagingId), 1, null))).toBe(
    "rollout_not_found",
  );
  expect(await refusal(service.resume(author, 1, null))).toBe("rollout_not_held");
  expect(await refusal(service.adopt(author, 1, null))).toBe("rollout_has_author");
  expect(await refusal(service.skip(author, 1, null))).toBe("reason_required");
  expect(await refusal(service.stop(author, 1, " "))).toBe("reason_required");
  await service.pause(author, 1, null);
  expect(await refusal(service.pause(author, 1, null))).toBe("rollout_not_running");
  expect(await refusal(service.skip(author, 1, "why"))).toBe("rollout_not_running");
  await service.stop(author, 1, "why");
  expect(await refusal(service.resume(author, 1, null))).toBe("rollout_ended");
  expect(await world.line(1)).toBe("stopped 0 0%");
});

test("the wait that is left goes on after a pause, and a skip makes the next step at once", async () => {
  const world = await RolloutWorld.start();
  const author = await world.member();
  const { id } = await world.service.start(author, plan);
  await world.pass(40 * minuteMs);
  await world.service.pause(author, id, "lunch");
  await world.pass(10 * hourMs);
  expect(await world.line(id)).toBe("paused 0 10%");
  const later = await world.member();
  await world.service.resume(later, id, null);
  await world.pass(19 * minuteMs);
  expect(await world.line(id)).toBe("running 0 10%");
  await world.pass(minuteMs);
  expect(await world.line(id)).toBe("running 1 50%");
  await world.service.skip(later, id, "looks good");
  expect(await world.line(id)).toBe("running 2 100%");
  await world.service.skip(later, id, "looks good");
  expect(await world.line(id)).toBe("done 2 100%");
});

test("stopping returns to the gates of before, or to mirroring, unless someone changed them", async () => {
  const world = await RolloutWorld.start();
  const author = await world.member(stagingId);
  const { id } = await world.service.start(author, plan);
  await world.pass(hourMs);
  expect(await world.line(id)).toBe("running 1 50%");
  await world.service.stop(author, id, "no");
  expect(await world.line(id)).toBe("stopped 1 0% mirrored");
  const second = await world.service.start(author, plan);
  await world.requests.changeDirectly("a", stagingId, 77);
  expect(await world.line(second.id)).toBe("held changed 0 77%");
  await world.service.stop(author, second.id, "no");
  expect(await world.line(second.id)).toBe("stopped 0 77%");
});

test("a step after which a person must agree, and one that needs a number of checks", async () => {
  const world = await RolloutWorld.start();
  const author = await world.member();
  const steps = [percent(10, { approval: true }), percent(50, { forMs: null, sample: 100 })];
  const { id } = await world.service.start(author, { ...plan, steps });
  await world.pass(2 * hourMs);
  expect(await world.line(id)).toBe("held approval 0 10%");
  await world.service.resume(author, id, null);
  await world.look();
  expect(await world.line(id)).toBe("running 1 50%");
  world.checks = 99;
  await world.pass(3 * hourMs);
  expect(await world.line(id)).toBe("running 1 50%");
  world.checks = 100;
  await world.look();
  expect(await world.line(id)).toBe("done 1 50%");
});

test("time without a server: one step runs, and a late one is held", async () => {
  const table = [
    { slept: hourMs, late: "hold", line: "running 1 50%" },
    { slept: 2 * hourMs, late: "hold", line: "running 1 50%" },
    { slept: 2 * hourMs + 1, late: "hold", line: "held late 0 10%" },
    { slept: 9 * hourMs, late: "run", line: "running 1 50%" },
    { slept: dayMs + 1, late: "run", line: "held clock 0 10%" },
  ] as const;
  for (const { slept, late, line } of table) {
    const world = await RolloutWorld.start();
    await world.requests.writer.submit((draft) =>
      draft.record({ kind: "clock.marked", mark: { seenAt: draft.now, jumpedHours: 0 } }),
    );
    const { id } = await world.service.start(await world.member(), { ...plan, late });
    await world.sleep(slept);
    await world.look();
    expect(await world.line(id)).toBe(line);
    const { state } = await world.rollout(id);
    if (state === "held") {
      await world.service.resume(await world.member(), id, null);
      await world.look();
    }
    expect(await world.line(id)).toBe("running 1 50%");
    await world.sleep(hourMs - 1);
    expect(await world.line(id)).toBe("running 1 50%");
    await world.sleep(1);
    expect(await world.line(id)).toBe("running 2 100%");
  }
});

test("a jump of the clock by a day holds all rollouts once, and a step back repeats nothing", async () => {
  const world = await RolloutWorld.start();
  const author = await world.member();
  await world.requests.writer.submit((draft) =>
    draft.record({ kind: "clock.marked", mark: { seenAt: draft.now, jumpedHours: 0 } }),
  );
  const { id } = await world.service.start(author, plan);
  const other = await world.service.start(author, {
    ...plan,
    key: "b",
    steps: [percent(10, { forMs: 9 * dayMs })],
  });
  await world.pass(hourMs);
  await world.sleep(-hourMs);
  expect(await world.line(id)).toBe("running 1 50%");
  await world.pass(2 * hourMs);
  expect(await world.line(id)).toBe("running 2 100%");
  await world.sleep(-2 * dayMs);
  expect([await world.line(id), await world.line(other.id)]).toEqual([
    ...["held clock 2 100%", "held clock 0 10%"],
  ]);
  const back = await world.member();
  await world.service.resume(back, other.id, null);
  await world.pass(5 * minuteMs);
  expect(await world.line(other.id)).toBe("running 0 10%");
  const started = await world.service.start(back, { ...plan, key: "c" });
  await world.pass(hourMs);
  expect(await world.line(started.id)).toBe("running 1 50%");
});

test("a start at a local time moves when the rules of its zone have changed", async () => {
  const world = await RolloutWorld.start();
  const { requests } = world;
  const local = new Date(requests.now + 2 * dayMs).toISOString().slice(0, 16);
  const at = Date.parse(`${local}Z`);
  const start = { kind: "at", at, local, zone: "UTC" } as const;
  const { id } = await world.service.start(await world.member(), { ...plan, start });
  const written = await world.rollout(id);
  // As a server with another database of time zones has stored it.
  const moved = { ...start, at: at + hourMs };
  await requests.writer.submit((draft) =>
    draft.record({
      kind: "rollout.saved",
      rollout: { ...written, start: moved, nextAt: moved.at },
    }),
  );
  world.schedule.start();
  await world.schedule.stop();
  const { start: found, nextAt } = await world.rollout(id);
  expect({ start: found, nextAt }).toEqual({ start, nextAt: at });
});
