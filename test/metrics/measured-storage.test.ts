import { expect, test } from "bun:test";
import { MeasuredStorage } from "../../src/metrics/measured-storage.ts";
import type { Change } from "../../src/model/change.ts";
import { type Storage, StorageError } from "../../src/storage/storage.ts";

const change: Change = { kind: "group.added", projectId: 1, name: "admins" };

/** Returns a measured storage with the list of calls to the storage below it. */
function measured() {
  const calls: string[] = [];
  const clock = { ns: 0, commitNs: 5_000_000 };
  const failure: { error: Error | null } = { error: null };
  const storage: Storage = {
    async commit(changes) {
      calls.push(`commit ${changes.length}`);
      clock.ns += clock.commitNs;
      if (failure.error !== null) {
        throw failure.error;
      }
    },
    async probe() {
      calls.push("probe");
      if (failure.error !== null) {
        throw failure.error;
      }
    },
    async audits() {
      calls.push("audits");
      return [];
    },
    async close() {
      calls.push("close");
    },
  };
  return {
    calls,
    clock,
    failure,
    storage: new MeasuredStorage({ storage, nanoseconds: () => clock.ns }),
  };
}

test("commits are forwarded and timed", async () => {
  const { calls, storage } = measured();
  await storage.commit([change]);
  await storage.commit([change, change]);
  await storage.audits({ environmentId: 1, keys: null, newestMax: null, offset: 0, limit: 1 });
  await storage.close();
  expect(calls).toEqual(["commit 1", "commit 2", "audits", "close"]);
  expect(storage.durations.sumNs).toBe(10_000_000);
  expect(storage.failed).toBe(0);
  expect(storage.failingForNs).toBe(null);
});

test("a failed commit counts, and the storage counts as failing until a commit succeeds", async () => {
  const { clock, failure, storage } = measured();
  failure.error = new StorageError("no room");
  await expect(storage.commit([change])).rejects.toThrow(failure.error);
  clock.ns += 7;
  expect(storage.failed).toBe(1);
  expect(storage.failingForNs).toBe(7);
  expect(storage.durations.sumNs).toBe(0);
  failure.error = null;
  await storage.probe();
  expect(storage.failingForNs).toBe(7);
  await storage.commit([change]);
  expect(storage.failingForNs).toBe(null);
  expect(storage.failed).toBe(1);
});

test("a probe does not count as a commit, and fails with the error of the storage", async () => {
  const { calls, failure, storage } = measured();
  await storage.probe();
  expect(calls).toEqual(["probe"]);
  failure.error = new StorageError("read-only");
  await expect(storage.probe()).rejects.toThrow(failure.error);
  expect(storage.durations.sumNs).toBe(0);
  expect(storage.failed).toBe(0);
});
