import { expect, test } from "bun:test";
import type { Writer } from "../../../src/app/writer/writer.ts";
import { LogLostError } from "../../../src/storage/shared-storage.ts";
import { CommitInDoubtError, StorageError } from "../../../src/storage/storage.ts";
import { plainState } from "../../contract/plain-state.ts";
import { type SharedNode, shortWaitMs, startSharedWriters } from "./shared-writers.ts";
import { creating, eventLoopIdle, until } from "./writer-fixture.ts";

const unavailable = { refusal: "unavailable" };
const unknown = { ...unavailable, message: "It is not known yet whether the change was kept" };
const nothingChanged = {
  ...unavailable,
  message: "The database cannot be used at the moment; nothing was changed",
};

const keysOf = ({ state }: Pick<Writer, "state">) =>
  [...(state.features.get(1)?.keys() ?? [])].toSorted();

/** Records what listeners are told. */
function listening({ writer }: SharedNode) {
  const told: unknown[] = [];
  writer.onCommit((changes, state, { isOwn }) => {
    expect(state).toBe(writer.state);
    told.push([isOwn, ...changes.map(({ kind }) => kind)]);
  });
  writer.onReload(() => told.push("reload"));
  return told;
}

test("the commits of one writer are seen by the other, and each knows whose they are", async () => {
  await using cluster = await startSharedWriters(2);
  const { node, other } = cluster;
  const [toldHere, toldThere] = [listening(node), listening(other)];
  expect(await node.writer.submit(creating("a"))).toBe(2);
  await until(() => other.writer.position === 2);
  expect(keysOf(other.writer)).toEqual(["a", "feature-1"]);
  expect(toldHere).toEqual([[true, "feature.saved"]]);
  expect(toldThere).toEqual([[false, "feature.saved"]]);
  expect(plainState(other.writer.state)).toEqual(plainState(node.writer.state));
  expect(other.writer.facts).toMatchObject({ position: 2, followed: 1, conflicts: 0 });
});

test("commands of writers that were not told run again on the newest state", async () => {
  await using cluster = await startSharedWriters(2);
  const { node, other } = cluster;
  other.storage.isDeaf = true;
  for (const key of ["a", "b", "c", "d", "e", "f", "g"]) {
    await node.writer.submit(creating(key));
  }
  // More commits than one part of the log has.
  expect(await other.writer.submit(creating("z"))).toBe(9);
  expect(plainState(other.writer.state)).toEqual(plainState(cluster.shared.state));
  expect(other.writer.facts.conflicts).toBeGreaterThan(0);
  expect(other.failures).toEqual([]);
});

test("after five conflicts a batch is committed while others wait", async () => {
  await using cluster = await startSharedWriters(2);
  const { node, other } = cluster;
  let count = 0;
  other.storage.beforeCommits(async () => {
    count++;
    if (count <= 5) {
      await node.writer.submit(creating(`n${count}`));
    }
  });
  expect(await other.writer.submit(creating("z"))).toBe(7);
  expect(other.storage.sent.map(({ isQueued }) => isQueued)).toEqual([
    ...Array.from({ length: 5 }, () => false),
    true,
  ]);
});

test("an answer that changes nothing comes from the newest state", async () => {
  await using cluster = await startSharedWriters(2);
  const { node, other } = cluster;
  other.storage.isDeaf = true;
  await node.writer.submit(creating("a"));
  expect(await other.writer.submit(({ state }) => state.features.get(1)?.has("a"))).toBe(true);
  // Also a refusal.
  await node.writer.submit(creating("b"));
  const refusal = other.writer.submit(({ state }) => {
    throw new Error(String(state.features.get(1)?.has("b")));
  });
  await expect(refusal).rejects.toThrow("true");
  expect(other.storage.sent).toEqual([]);
});

test.each(["kept in doubt", "lost in doubt"] as const)(
  "a commit that is %s is there once, and answered",
  async (fault) => {
    await using cluster = await startSharedWriters(2);
    const { node, other } = cluster;
    const told = listening(node);
    node.storage.failNext(fault, "lost in doubt", "unreachable");
    expect(await node.writer.submit(creating("a"))).toBe(2);
    expect(new Set(node.storage.sent.map(({ batch }) => batch.id)).size).toBe(1);
    expect(told).toEqual([[true, "feature.saved"]]);
    expect(node.failures).toContainEqual(expect.any(CommitInDoubtError));
    expect(node.writer.facts.doubts).toBe(2);
    await until(() => other.writer.position === 2);
    expect(plainState(node.writer.state)).toEqual(plainState(cluster.shared.state));
  },
);

test("a commit in doubt that others were faster than runs again", async () => {
  await using cluster = await startSharedWriters(2);
  const { node, other } = cluster;
  node.storage.isDeaf = true;
  node.storage.failNext("lost in doubt");
  const answer = node.writer.submit(creating("a"));
  await until(() => node.storage.sent.length === 1);
  expect(await other.writer.submit(creating("b"))).toBe(2);
  expect(await answer).toBe(3);
  expect(keysOf(node.writer)).toEqual(["a", "b", "feature-1"]);
});

test("a commit that was kept in doubt before those of others is answered, and told in order", async () => {
  await using cluster = await startSharedWriters(2);
  const { node, other } = cluster;
  const told = listening(node);
  node.storage.failNext("kept in doubt");
  const answer = node.writer.submit(creating("a"));
  await until(() => other.writer.position === 2);
  expect(await other.writer.submit(creating("b"))).toBe(3);
  expect(await answer).toBe(2);
  await until(() => node.writer.position === 3);
  expect(told).toEqual([
    [true, "feature.saved"],
    [false, "feature.saved"],
  ]);
});

test("while the storage is away, reads go on, commands are refused in time, and all recovers", async () => {
  await using cluster = await startSharedWriters(2, shortWaitMs);
  const { node, other } = cluster;
  node.storage.isUnreachable = true;
  const refused = await Promise.allSettled([
    node.writer.submit(creating("a")),
    node.writer.submit(({ state }) => state.projects.size),
  ]);
  expect(refused).toMatchObject([
    { status: "rejected", reason: nothingChanged },
    { status: "rejected", reason: nothingChanged },
  ]);
  await other.writer.submit(creating("b"));
  expect(keysOf(node.writer)).toEqual(["feature-1"]);
  expect(node.writer.facts.unansweredMs).toBeGreaterThan(0);
  // The same failure of each try is reported once.
  expect(node.failures).toEqual([expect.any(StorageError)]);
  node.storage.isUnreachable = false;
  node.storage.poll();
  await until(() => node.writer.position === 2);
  expect(node.writer.facts.unansweredMs).toBe(0);
  expect(await node.writer.submit(creating("c"))).toBe(3);
  expect(keysOf(other.writer)).not.toContain("a");
});

test("a storage that comes back in time is not noticed by those who wait", async () => {
  await using cluster = await startSharedWriters(1);
  const { node } = cluster;
  node.storage.failNext("unreachable");
  expect(
    await Promise.all([node.writer.submit(creating("a")), node.writer.submit(creating("b"))]),
  ).toEqual([2, 3]);
});

test("a commit without an answer is refused in time as unknown, and those behind it as unchanged", async () => {
  await using cluster = await startSharedWriters(1, shortWaitMs);
  const { node } = cluster;
  const { promise, resolve } = Promise.withResolvers<void>();
  node.storage.beforeCommits(() => promise);
  const sent = node.writer.submit(creating("a")).catch((error: unknown) => error);
  await eventLoopIdle();
  const waiting = node.writer.submit(creating("b")).catch((error: unknown) => error);
  expect(await sent).toMatchObject(unknown);
  expect(await waiting).toMatchObject(nothingChanged);
  resolve();
  expect(await node.writer.submit(creating("c"))).toBe(3);
  expect(keysOf(node.writer)).toEqual(["a", "c", "feature-1"]);
});

test("a command that was refused as unchanged is not run when the storage is back", async () => {
  await using cluster = await startSharedWriters(1, shortWaitMs);
  const { node } = cluster;
  node.storage.isUnreachable = true;
  await expect(node.writer.submit(creating("a"))).rejects.toMatchObject(nothingChanged);
  node.storage.isUnreachable = false;
  expect(await node.writer.submit(creating("b"))).toBe(2);
  expect(keysOf(node.writer)).toEqual(["b", "feature-1"]);
});

test("a writer that lost the log loads the state, says so to its listeners, and goes on", async () => {
  await using cluster = await startSharedWriters(2);
  const { node, other, shared } = cluster;
  const told = listening(other);
  other.storage.isDeaf = true;
  await node.writer.submit(creating("a"));
  await node.writer.submit(creating("b"));
  shared.trim(2);
  other.storage.poll();
  await until(() => told.length > 0);
  expect(told).toEqual(["reload"]);
  expect(other.writer.position).toBe(3);
  expect(plainState(other.writer.state)).toEqual(plainState(shared.state));
  await node.writer.submit(creating("c"));
  shared.trim(4);
  expect(await other.writer.submit(creating("d"))).toBe(5);
  expect(told).toEqual(["reload", "reload", [true, "feature.saved"]]);
  expect(other.writer.facts.reloads).toBe(2);
});

test("a doubt that the log cannot resolve is told as unknown, and nothing is repeated", async () => {
  await using cluster = await startSharedWriters(2);
  const { node, other, shared } = cluster;
  node.storage.failNext("kept in doubt");
  const answer = node.writer.submit(creating("a")).catch((error: unknown) => error);
  await until(() => other.writer.position === 2);
  await other.writer.submit(creating("b"));
  shared.trim(3);
  expect(await answer).toMatchObject(unknown);
  expect(keysOf(node.writer)).toEqual(["a", "b", "feature-1"]);
});

test("a log of a newer format is refused with its number", async () => {
  await using cluster = await startSharedWriters(2, shortWaitMs);
  const { node, other } = cluster;
  other.storage.isDeaf = true;
  await node.writer.submit(creating("a"));
  const { commitsAfter } = other.storage;
  other.storage.commitsAfter = async (position) =>
    (await commitsAfter.call(other.storage, position)).map((commit) => ({ ...commit, format: 99 }));
  other.storage.poll();
  await until(() => other.failures.length > 0);
  expect(String(other.failures[0])).toContain("format 99");
  expect(keysOf(other.writer)).toEqual(["feature-1"]);
  await expect(other.writer.submit(({ state }) => state)).rejects.toMatchObject(unavailable);
});

test("a log that does not fit the state makes the writer load it anew", async () => {
  await using cluster = await startSharedWriters(2);
  const { node, other, shared } = cluster;
  const told = listening(other);
  const { commitsAfter } = other.storage;
  const change = { kind: "gates.patched", environmentId: 1, projectId: 1, key: "no", patch: {} };
  other.storage.commitsAfter = async (position) =>
    (await commitsAfter.call(other.storage, position)).map((commit) => ({
      ...commit,
      changes: JSON.stringify([change]),
    }));
  await node.writer.submit(creating("a"));
  await until(() => told.length > 0);
  expect(told).toEqual(["reload"]);
  expect(other.failures).toMatchObject([{ cause: expect.any(LogLostError) }]);
  expect(plainState(other.writer.state)).toEqual(plainState(shared.state));
});

test("revisions rise although the clock of one writer is a day off", async () => {
  await using cluster = await startSharedWriters(3);
  const dayMs = 86_400_000;
  const offsets = [0, dayMs, -dayMs];
  let before = 0;
  for (let round = 0; round < 9; round++) {
    const node = cluster.nodes[round % 3] ?? cluster.node;
    node.clock.nowMs = 10 * dayMs + round + (offsets[round % 3] ?? 0);
    await node.writer.submit(creating(`k${round}`));
    const revision = cluster.shared.state.revisions.get(1) ?? 0;
    expect(revision).toBeGreaterThan(before);
    before = revision;
  }
});

test("close refuses what waits for a storage that is away, and follows no more", async () => {
  await using cluster = await startSharedWriters(2);
  const { node, other } = cluster;
  node.storage.failNext(...Array.from({ length: 100 }, () => "lost in doubt" as const));
  const doubtful = node.writer.submit(creating("a")).catch((error: unknown) => error);
  await until(() => node.storage.sent.length > 0);
  await node.writer.close();
  expect(await doubtful).toMatchObject(unknown);
  await expect(node.writer.submit(creating("b"))).rejects.toMatchObject(unavailable);
  await other.writer.submit(creating("c"));
  await eventLoopIdle();
  expect(keysOf(node.writer)).toEqual(["feature-1"]);
});
