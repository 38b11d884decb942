import { expect, test } from "bun:test";
import type { Writer } from "../../../src/app/writer/writer.ts";
import { GatehouseError } from "../../../src/core/errors.ts";
import { StorageError } from "../../../src/storage/storage.ts";
import { creating, eventLoopIdle, featureSaved, startWriter } from "./writer-fixture.ts";

const unavailable = { refusal: "unavailable" };

function keysOf(writer: Writer): readonly string[] {
  return [...(writer.state.features.get(1)?.keys() ?? [])].sort();
}

test("commands run in order, each on the state after the one before", async () => {
  const { writer, storage } = await startWriter();
  const ids = await Promise.all(["a", "b", "c", "d"].map((key) => writer.submit(creating(key))));
  expect(ids).toEqual([2, 3, 4, 5]);
  expect(storage.commits.flat().slice(0, 4)).toEqual([
    featureSaved(2, "a"),
    featureSaved(3, "b"),
    featureSaved(4, "c"),
    featureSaved(5, "d"),
  ]);
});

test("16 waiting commands share one commit, and listeners are called once", async () => {
  const { writer, storage } = await startWriter();
  const changeCounts: number[] = [];
  writer.onCommit((changes, state) => {
    expect(state).toBe(writer.state);
    changeCounts.push(changes.length);
  });
  await Promise.all(Array.from({ length: 16 }, (_, index) => writer.submit(creating(`k${index}`))));
  expect(storage.commits).toHaveLength(1);
  expect(changeCounts).toEqual([16]);
});

test("commands submitted during a commit wait for the next one", async () => {
  const { writer, storage } = await startWriter();
  const release = storage.hold();
  const first = writer.submit(creating("a"));
  await eventLoopIdle();
  const others = ["b", "c"].map((key) => writer.submit(creating(key)));
  await eventLoopIdle();
  expect(storage.commits).toHaveLength(1);
  expect(writer.waitingCount).toBe(2);
  release();
  expect(await Promise.all([first, ...others])).toEqual([2, 3, 4]);
  expect(storage.commits).toHaveLength(2);
});

test("no command is answered and no change is visible before the commit", async () => {
  const { writer, storage } = await startWriter();
  const release = storage.hold();
  const before = writer.state;
  const answered: string[] = [];
  const answers = [
    writer.submit(creating("a")).then(() => answered.push("made")),
    writer.submit(() => "nothing changed").then(() => answered.push("read")),
    writer.submit(refusing("feature_not_found")).catch(() => answered.push("refused")),
  ];
  await eventLoopIdle();
  expect(storage.commits).toHaveLength(1);
  expect(answered).toEqual([]);
  expect(writer.state).toBe(before);
  release();
  const seenByFirst = answers[0]?.then(() => keysOf(writer));
  await Promise.all(answers);
  expect(answered.sort()).toEqual(["made", "read", "refused"]);
  expect(await seenByFirst).toContain("a");
});

function refusing(refusal: "feature_not_found" | "group_not_registered"): () => never {
  return () => {
    throw new GatehouseError(refusal);
  };
}

const errors: Readonly<Record<string, Error>> = {
  "a refusal": new GatehouseError("group_not_registered"),
  "a fault": new TypeError("undefined is not a function"),
};

test.each(Object.entries(errors))(
  "%s drops the changes of its own command, not of its batch",
  async (_, thrown) => {
    const { writer, storage, failures } = await startWriter();
    const outcomes = await Promise.allSettled([
      writer.submit(creating("a")),
      writer.submit((draft) => {
        creating("half")(draft);
        throw thrown;
      }),
      writer.submit(creating("b")),
    ]);
    expect(outcomes).toEqual([
      { status: "fulfilled", value: 2 },
      { status: "rejected", reason: thrown },
      { status: "fulfilled", value: 3 },
    ]);
    expect(keysOf(writer)).toEqual(["a", "b", "feature-1"]);
    expect(storage.commits).toHaveLength(1);
    expect(JSON.stringify(storage.commits)).not.toContain("half");
    expect(failures).toEqual([]);
  },
);

test("commands without changes do not use the storage and call no listener", async () => {
  const { writer, storage } = await startWriter();
  const before = writer.state;
  let callCount = 0;
  writer.onCommit(() => {
    callCount++;
  });
  await expect(writer.submit(refusing("feature_not_found"))).rejects.toBeInstanceOf(GatehouseError);
  expect(await writer.submit((draft) => draft.now)).toBe(1_000_000);
  expect(storage.commits).toEqual([]);
  expect(writer.state).toBe(before);
  expect(callCount).toBe(0);
});

test("a failed commit rejects its commands as unavailable, changes nothing, and is reported", async () => {
  const { writer, storage, failures, medium } = await startWriter();
  const before = writer.state;
  const full = new StorageError("The disk is full");
  let callCount = 0;
  writer.onCommit(() => {
    callCount++;
  });
  storage.failNext(full);
  const outcomes = await Promise.allSettled([
    writer.submit(creating("a")),
    writer.submit(refusing("feature_not_found")),
    writer.submit(creating("b")),
  ]);
  expect(outcomes).toMatchObject(
    Array.from({ length: 3 }, () => ({ status: "rejected", reason: unavailable })),
  );
  expect(writer.state).toBe(before);
  expect(callCount).toBe(0);
  expect(failures).toEqual([full]);

  expect(await writer.submit(creating("c"))).toBe(2);
  expect(keysOf(writer)).toEqual(["c", "feature-1"]);
  expect([...((await medium.open()).state.features.get(1)?.keys() ?? [])]).toEqual([
    "feature-1",
    "c",
  ]);
});

test("an error in a listener is reported, and all commands are answered", async () => {
  const { writer, failures } = await startWriter();
  const bug = new TypeError("thrown by a listener");
  const called: string[] = [];
  writer.onCommit(() => {
    throw bug;
  });
  writer.onCommit(() => called.push("the next listener"));
  expect(await writer.submit(creating("a"))).toBe(2);
  expect(await writer.submit(creating("b"))).toBe(3);
  expect(failures).toEqual([bug, bug]);
  expect(called).toHaveLength(2);
});

test("the queue has a limit; the commands in it are answered after one was refused", async () => {
  const { writer, storage } = await startWriter();
  const release = storage.hold();
  const first = writer.submit(creating("first"));
  await eventLoopIdle();
  const queued = Array.from({ length: 10_000 }, () => writer.submit((draft) => draft.now));
  await expect(writer.submit(creating("too many"))).rejects.toMatchObject(unavailable);
  release();
  expect(await first).toBe(2);
  expect(new Set(await Promise.all(queued))).toEqual(new Set([1_000_000]));
  expect(await writer.submit(creating("later"))).toBe(3);
});

test("a commit has at most 256 commands, so that reads are served in between", async () => {
  const { writer, storage } = await startWriter();
  await Promise.all(
    Array.from({ length: 600 }, (_, index) => writer.submit(creating(`k${index}`))),
  );
  const features = storage.commits.map(
    (changes) => changes.filter(({ kind }) => kind === "feature.saved").length,
  );
  expect(features).toEqual([256, 256, 88]);
});

test("close answers all accepted commands and accepts no more", async () => {
  const { writer, storage } = await startWriter();
  const release = storage.hold();
  const accepted = Array.from({ length: 300 }, (_, index) => writer.submit(creating(`k${index}`)));
  await eventLoopIdle();
  let isClosed = false;
  const closed = writer.close().then(() => {
    isClosed = true;
  });
  await expect(writer.submit(creating("late"))).rejects.toMatchObject(unavailable);
  await eventLoopIdle();
  expect(isClosed).toBe(false);
  release();
  await Promise.all([closed, writer.close()]);
  expect(await Promise.all(accepted)).toHaveLength(300);
  expect(keysOf(writer)).toHaveLength(301);
  await expect(writer.submit(creating("late"))).rejects.toMatchObject(unavailable);
});

test("a writer without commands closes at once", async () => {
  const { writer, storage } = await startWriter();
  await writer.close();
  expect(storage.commits).toEqual([]);
});
