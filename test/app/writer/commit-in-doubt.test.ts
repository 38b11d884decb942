import { expect, test } from "bun:test";
import { CommitInDoubtError } from "../../../src/storage/storage.ts";
import { creating, eventLoopIdle, startWriter } from "./writer-fixture.ts";

const unavailable = { refusal: "unavailable" };

test("a commit in doubt that was kept is answered, published and told to listeners", async () => {
  const { writer, storage, failures, applied } = await startWriter();
  const told: number[] = [];
  writer.onCommit((changes) => told.push(changes.length));
  storage.doubtNext({ isKept: true, lookUpFailures: 3 });
  const before = writer.position;
  expect(await Promise.all([writer.submit(creating("a")), writer.submit(creating("b"))])).toEqual([
    2, 3,
  ]);
  expect(writer.state.features.get(1)?.has("b")).toBe(true);
  expect(writer.position).toBe(before + 1);
  expect(told).toEqual([2]);
  expect(failures).toEqual([expect.any(CommitInDoubtError)]);
  expect(await writer.submit(creating("c"))).toBe(4);
  expect(writer.position).toBe(before + 2);
  expect(applied).toEqual([before + 1, before + 2]);
});

test("a commit in doubt that was not kept is refused, and changes nothing", async () => {
  const { writer, storage, applied, medium } = await startWriter();
  const { state, position } = writer;
  storage.doubtNext({ isKept: false, lookUpFailures: 3 });
  const outcomes = await Promise.allSettled([
    writer.submit(creating("a")),
    writer.submit((draft) => draft.now),
  ]);
  expect(outcomes).toMatchObject([
    { status: "rejected", reason: unavailable },
    { status: "rejected", reason: unavailable },
  ]);
  expect(writer.state).toBe(state);
  expect(writer.position).toBe(position);
  expect(applied).toEqual([]);
  expect(await writer.submit(creating("a"))).toBe(2);
  expect((await medium.open()).state.features.get(1)?.size).toBe(2);
});

test("until the doubt is resolved nothing else is committed, and other commands are refused", async () => {
  const { writer, storage } = await startWriter();
  const release = storage.hold();
  storage.doubtNext({ isKept: true, lookUpFailures: Number.POSITIVE_INFINITY });
  const doubtful = writer.submit(creating("a"));
  await eventLoopIdle();
  const waiting = writer.submit(creating("waiting")).catch((error: unknown) => error);
  await eventLoopIdle();
  release();
  expect(await waiting).toMatchObject(unavailable);
  const late = await writer.submit(creating("late")).catch((error: unknown) => error);
  expect(late).toMatchObject(unavailable);
  expect(storage.batches).toHaveLength(1);
  expect(writer.state.features.get(1)?.has("a")).toBe(false);
  storage.answerLookUps();
  expect(await doubtful).toBe(2);
  expect(await writer.submit(creating("b"))).toBe(3);
});

test("a writer that is closed in doubt tells that the outcome is not known", async () => {
  const { writer, storage } = await startWriter();
  storage.doubtNext({ isKept: true, lookUpFailures: Number.POSITIVE_INFINITY });
  const doubtful = writer.submit(creating("a")).catch((error: unknown) => error);
  await eventLoopIdle();
  await writer.close();
  expect(await doubtful).toMatchObject({
    ...unavailable,
    message: "It is not known yet whether the change was kept",
  });
  expect(writer.state.features.get(1)?.has("a")).toBe(false);
});
