import { expect, test } from "bun:test";
import { shortWaitMs, startSharedWriters } from "./shared-writers.ts";
import { creating } from "./writer-fixture.ts";

const unknown = {
  refusal: "unavailable",
  message: "It is not known yet whether the change was kept",
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
  node.storage.beforeSending(() => Bun.sleep(2 * shortWaitMs));
  expect(await node.writer.submit(creating("large"))).toBe(2);
  const { promise, resolve } = Promise.withResolvers<void>();
  node.storage.beforeCommits(() => promise);
  await expect(node.writer.submit(creating("lost"))).rejects.toMatchObject(unknown);
  resolve();
});
