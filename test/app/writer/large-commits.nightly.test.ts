import { expect, test } from "bun:test";
import { StorageError } from "../../../src/storage/storage.ts";
import { shortWaitMs, startSharedWriters } from "./shared-writers.ts";
import { creating, until } from "./writer-fixture.ts";

const unknown = {
  refusal: "unavailable",
  message: "It is not known yet whether the change was kept",
};

const nothingChanged = {
  refusal: "unavailable",
  message: "The database cannot be used at the moment; nothing was changed",
};

test("a batch is waited for as long as the storage says that its size may take", async () => {
  await using cluster = await startSharedWriters(1, shortWaitMs);
  const { node } = cluster;
  node.storage.beforeCommits(() => Bun.sleep(2 * shortWaitMs));
  node.storage.extraMs = 20 * shortWaitMs;
  expect(await node.writer.submit(creating("large"))).toBe(2);
  node.storage.extraMs = 0;
  await expect(node.writer.submit(creating("small"))).rejects.toMatchObject(unknown);
});

test("a storage is not late while the texts of a batch are made", async () => {
  await using cluster = await startSharedWriters(1, shortWaitMs);
  const { node } = cluster;
  node.storage.whileTextsAreMade(() => Bun.sleep(2 * shortWaitMs));
  expect(await node.writer.submit(creating("large"))).toBe(2);
  // Also after a try that failed at once, if the storage then takes a moment.
  node.storage.failNext("unreachable");
  node.storage.beforeCommits(() => Bun.sleep(shortWaitMs / 10));
  expect(await node.writer.submit(creating("again"))).toBe(3);
  const { promise, resolve } = Promise.withResolvers<void>();
  node.storage.beforeCommits(() => promise);
  await expect(node.writer.submit(creating("lost"))).rejects.toMatchObject(unknown);
  resolve();
});

test("while texts are made, the storage counts as asked only after a failure", async () => {
  await using cluster = await startSharedWriters(1, shortWaitMs);
  const { node } = cluster;
  const making: number[] = [];
  node.storage.whileTextsAreMade(async () => {
    await Bun.sleep(20);
    making.push(node.writer.facts.unansweredMs);
  });
  await node.writer.submit(creating("first"));
  expect(making).toEqual([0]);
  node.storage.failNext("unreachable");
  await node.writer.submit(creating("second"));
  expect(making.slice(1)).toEqual([0, expect.any(Number)]);
  expect(making.at(-1)).toBeGreaterThan(0);
});

test("commands are refused in time although texts cannot be made again for a batch in doubt", async () => {
  await using cluster = await startSharedWriters(1, shortWaitMs);
  const { node } = cluster;
  let tries = 0;
  node.storage.whileTextsAreMade(() => {
    tries++;
    if (tries > 1) {
      throw new Error("There is no memory left");
    }
  });
  node.storage.failNext("lost in doubt");
  await expect(node.writer.submit(creating("a"))).rejects.toMatchObject(unknown);
  node.storage.whileTextsAreMade(() => undefined);
  // The batch in doubt was sent again before.
  expect(await node.writer.submit(creating("b"))).toBe(3);
});

test("a long command is refused in time if its commits fail, although the log can be read", async () => {
  await using cluster = await startSharedWriters(1, shortWaitMs);
  const { node } = cluster;
  node.storage.beforeCommits(() => {
    throw new StorageError("The disk is full");
  });
  const polling = setInterval(() => node.storage.poll(), 5);
  const long = node.writer.submitInSteps(function* (draft) {
    const endsMs = performance.now() + 20;
    while (performance.now() < endsMs) {
      yield;
    }
    return creating("long")(draft);
  });
  const behind = node.writer.submit(creating("behind"));
  const refused = [long, behind].map((answer) => answer.catch((error: unknown) => error));
  expect(await Promise.all(refused)).toMatchObject([nothingChanged, nothingChanged]);
  clearInterval(polling);
  node.storage.beforeCommits(() => undefined);
  expect(await node.writer.submit(creating("later"))).toBe(2);
});

test("those who come while a batch stays in doubt do not wait longer for its texts", async () => {
  await using cluster = await startSharedWriters(1, shortWaitMs);
  const { node } = cluster;
  node.storage.whileTextsAreMade(() => Bun.sleep(shortWaitMs / 5));
  node.storage.failNext("lost in doubt");
  const first = node.writer.submit(creating("a")).catch((error: unknown) => error);
  await until(() => node.writer.facts.doubts > 0);
  node.storage.isUnreachable = true;
  expect(await first).toMatchObject(unknown);
  await Bun.sleep(4 * shortWaitMs);
  const late = node.writer.submit(creating("b")).catch((error: unknown) => error);
  const limit = Bun.sleep(3 * shortWaitMs).then(() => "not refused");
  expect(await Promise.race([late, limit])).toMatchObject(nothingChanged);
  node.storage.isUnreachable = false;
});
