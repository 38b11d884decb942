import { expect, test } from "bun:test";
import type { SteppedCommand } from "../../../src/app/writer/writer.ts";
import { GatehouseError } from "../../../src/core/errors.ts";
import type { Draft } from "../../../src/core/model/draft.ts";
import { creating, eventLoopIdle, featureSaved, startWriter } from "./writer-fixture.ts";

/** A command that creates features, each in a step that keeps the thread busy for a while. */
function creatingInSteps(keys: readonly string[], stepMs: number): SteppedCommand<number> {
  return function* (draft) {
    for (const key of keys) {
      creating(key)(draft);
      const endsMs = performance.now() + stepMs;
      while (performance.now() < endsMs) {
        // Busy.
      }
      yield;
    }
    return keys.length;
  };
}

const keys = Array.from({ length: 30 }, (_, index) => `step-${index}`);

test("other work of the thread runs between the steps of a command", async () => {
  const { writer } = await startWriter();
  let isOver = false;
  let turns = 0;
  const answer = writer.submitInSteps(creatingInSteps(keys, 5)).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise((resume) => setImmediate(resume));
    turns++;
  }
  expect(await answer).toBe(30);
  expect(turns).toBeGreaterThanOrEqual(25);
  expect(writer.state.features.get(1)?.size).toBe(31);
});

test("a command in steps is alone in its commit, and keeps its place in the queue", async () => {
  const { writer, storage } = await startWriter();
  const order: string[] = [];
  await Promise.all([
    writer.submit(creating("a")).then(() => order.push("a")),
    writer.submit(creating("b")).then(() => order.push("b")),
    writer.submitInSteps(creatingInSteps(keys, 0)).then(() => order.push("steps")),
    writer.submit(creating("c")).then(() => order.push("c")),
    writer.submit(creating("d")).then(() => order.push("d")),
  ]);
  expect(order).toEqual(["a", "b", "steps", "c", "d"]);
  const saved = storage.commits.map((changes) =>
    changes.flatMap((change) => (change.kind === "feature.saved" ? [change.feature.key] : [])),
  );
  expect(saved).toEqual([["a", "b"], keys, ["c", "d"]]);
});

test("nothing of a command in steps is visible before its commit, and nothing else changes meanwhile", async () => {
  const { writer, storage } = await startWriter();
  const { state } = writer;
  const seen = new Set<unknown>();
  const resumed = Promise.withResolvers<Draft>();
  let isResumed = false;
  const waitingSteps: SteppedCommand<string> = function* (draft) {
    draft.record(featureSaved(70, "first"));
    resumed.resolve(draft);
    while (!isResumed) {
      seen.add(draft.state);
      // Long enough for a turn of the event loop.
      const endsMs = performance.now() + 6;
      while (performance.now() < endsMs) {
        // Busy.
      }
      yield;
    }
    return "done";
  };
  const answer = writer.submitInSteps(waitingSteps);
  const other = writer.submit(creating("other"));
  await resumed.promise;
  await eventLoopIdle();
  expect(writer.state).toBe(state);
  expect(storage.batches).toEqual([]);
  isResumed = true;
  expect(await answer).toBe("done");
  expect(await other).toBe(71);
  expect(seen.size).toBe(1);
});

test("a command in steps that throws changes nothing", async () => {
  const { writer, storage } = await startWriter();
  const refusal = new GatehouseError("import_invalid");
  const refused = await writer
    .submitInSteps(function* (draft) {
      draft.record(featureSaved(70, "half"));
      yield;
      throw refusal;
    })
    .catch((error: unknown) => error);
  expect(refused).toBe(refusal);
  expect(storage.batches).toEqual([]);
  expect(await writer.submit(creating("a"))).toBe(2);
});

test("closing waits for a command in steps", async () => {
  const { writer } = await startWriter();
  const answer = writer.submitInSteps(creatingInSteps(keys, 1));
  await eventLoopIdle();
  await writer.close();
  expect(writer.state.features.get(1)?.size).toBe(31);
  expect(await answer).toBe(30);
});
