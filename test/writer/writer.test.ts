import { expect, test } from "bun:test";
import { GatehouseError } from "../../src/errors.ts";
import { StorageError } from "../../src/storage/storage.ts";
import type { Writer } from "../../src/writer/writer.ts";
import { featureSaved, making, settled, startWriter } from "./writer-fixture.ts";

const unavailable = { refusal: "unavailable" };

function keysOf(writer: Writer): readonly string[] {
  return [...(writer.state.features.get(1)?.keys() ?? [])].sort();
}

test("commands run in the order they came, each on what the one before it left", async () => {
  const { writer, storage } = await startWriter();
  const ids = await Promise.all(["a", "b", "c", "d"].map((key) => writer.submit(making(key))));
  expect(ids).toEqual([2, 3, 4, 5]);
  expect(storage.commits.flat().slice(0, 4)).toEqual([
    featureSaved(2, "a"),
    featureSaved(3, "b"),
    featureSaved(4, "c"),
    featureSaved(5, "d"),
  ]);
});

test("16 commands that wait share one commit, and listeners are told once", async () => {
  const { writer, storage } = await startWriter();
  const told: number[] = [];
  writer.onCommit((changes, state) => {
    expect(state).toBe(writer.state);
    told.push(changes.length);
  });
  await Promise.all(Array.from({ length: 16 }, (_, index) => writer.submit(making(`k${index}`))));
  expect(storage.commits).toHaveLength(1);
  expect(told).toEqual([16]);
});

test("what comes during a commit waits for the next one", async () => {
  const { writer, storage } = await startWriter();
  const release = storage.hold();
  const first = writer.submit(making("a"));
  await settled();
  const others = ["b", "c"].map((key) => writer.submit(making(key)));
  await settled();
  expect(storage.commits).toHaveLength(1);
  expect(writer.waitingCount).toBe(2);
  release();
  expect(await Promise.all([first, ...others])).toEqual([2, 3, 4]);
  expect(storage.commits).toHaveLength(2);
});

test("nobody is answered before the commit, and no reader sees it before", async () => {
  const { writer, storage } = await startWriter();
  const release = storage.hold();
  const before = writer.state;
  const answered: string[] = [];
  const answers = [
    writer.submit(making("a")).then(() => answered.push("made")),
    writer.submit(() => "nothing changed").then(() => answered.push("read")),
    writer.submit(refusing("feature_not_found")).catch(() => answered.push("refused")),
  ];
  await settled();
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

const wrongs: Readonly<Record<string, Error>> = {
  "a refusal": new GatehouseError("group_not_registered"),
  "a fault": new TypeError("undefined is not a function"),
};

test.each(Object.entries(wrongs))("%s undoes its own command, not its batch", async (_, wrong) => {
  const { writer, storage, failures } = await startWriter();
  const outcomes = await Promise.allSettled([
    writer.submit(making("a")),
    writer.submit((draft) => {
      making("half")(draft);
      throw wrong;
    }),
    writer.submit(making("b")),
  ]);
  expect(outcomes).toEqual([
    { status: "fulfilled", value: 2 },
    { status: "rejected", reason: wrong },
    { status: "fulfilled", value: 3 },
  ]);
  expect(keysOf(writer)).toEqual(["a", "b", "feature-1"]);
  expect(storage.commits).toHaveLength(1);
  expect(JSON.stringify(storage.commits)).not.toContain("half");
  expect(failures).toEqual([]);
});

test("what changes nothing asks the storage for nothing, and no listener hears of it", async () => {
  const { writer, storage } = await startWriter();
  const before = writer.state;
  let told = 0;
  writer.onCommit(() => {
    told++;
  });
  await expect(writer.submit(refusing("feature_not_found"))).rejects.toBeInstanceOf(GatehouseError);
  expect(await writer.submit((draft) => draft.now)).toBe(1_000_000);
  expect(storage.commits).toEqual([]);
  expect(writer.state).toBe(before);
  expect(told).toBe(0);
});

test("a failed commit answers all its commands unavailable, changes nothing, and is told", async () => {
  const { writer, storage, failures, medium } = await startWriter();
  const before = writer.state;
  const full = new StorageError("The disk is full");
  let heard = 0;
  writer.onCommit(() => {
    heard++;
  });
  storage.failNext(full);
  const outcomes = await Promise.allSettled([
    writer.submit(making("a")),
    writer.submit(refusing("feature_not_found")),
    writer.submit(making("b")),
  ]);
  expect(outcomes).toMatchObject(
    Array.from({ length: 3 }, () => ({ status: "rejected", reason: unavailable })),
  );
  expect(writer.state).toBe(before);
  expect(heard).toBe(0);
  expect(failures).toEqual([full]);

  expect(await writer.submit(making("c"))).toBe(2);
  expect(keysOf(writer)).toEqual(["c", "feature-1"]);
  expect([...(medium.open().state.features.get(1)?.keys() ?? [])]).toEqual(["feature-1", "c"]);
});

test("a listener that throws is told of, and everyone is answered nevertheless", async () => {
  const { writer, failures } = await startWriter();
  const bug = new TypeError("A listener's own");
  const heard: string[] = [];
  writer.onCommit(() => {
    throw bug;
  });
  writer.onCommit(() => heard.push("the next listener"));
  expect(await writer.submit(making("a"))).toBe(2);
  expect(await writer.submit(making("b"))).toBe(3);
  expect(failures).toEqual([bug, bug]);
  expect(heard).toHaveLength(2);
});

test("the queue is bounded, and a refusal at its end harms none of those in it", async () => {
  const { writer, storage } = await startWriter();
  const release = storage.hold();
  const first = writer.submit(making("first"));
  await settled();
  const queued = Array.from({ length: 10_000 }, () => writer.submit((draft) => draft.now));
  await expect(writer.submit(making("too many"))).rejects.toMatchObject(unavailable);
  release();
  expect(await first).toBe(2);
  expect(new Set(await Promise.all(queued))).toEqual(new Set([1_000_000]));
  expect(await writer.submit(making("later"))).toBe(3);
});

test("a commit takes in no more than 256 commands, so that readers get their turn", async () => {
  const { writer, storage } = await startWriter();
  await Promise.all(Array.from({ length: 600 }, (_, index) => writer.submit(making(`k${index}`))));
  const features = storage.commits.map(
    (changes) => changes.filter(({ kind }) => kind === "feature.saved").length,
  );
  expect(features).toEqual([256, 256, 88]);
});

test("closing answers everything accepted, and accepts nothing more", async () => {
  const { writer, storage } = await startWriter();
  const release = storage.hold();
  const accepted = Array.from({ length: 300 }, (_, index) => writer.submit(making(`k${index}`)));
  await settled();
  let isClosed = false;
  const closed = writer.close().then(() => {
    isClosed = true;
  });
  await expect(writer.submit(making("late"))).rejects.toMatchObject(unavailable);
  await settled();
  expect(isClosed).toBe(false);
  release();
  await Promise.all([closed, writer.close()]);
  expect(await Promise.all(accepted)).toHaveLength(300);
  expect(keysOf(writer)).toHaveLength(301);
  await expect(writer.submit(making("late"))).rejects.toMatchObject(unavailable);
});

test("a writer that never worked closes at once", async () => {
  const { writer, storage } = await startWriter();
  await writer.close();
  expect(storage.commits).toEqual([]);
});
