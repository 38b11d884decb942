import { expect, test } from "bun:test";
import type { Change } from "../../src/core/model/change.ts";
import { MeasuredStorage } from "../../src/storage/measured-storage.ts";
import { type Storage, StorageError } from "../../src/storage/storage.ts";
import { batchOf } from "../contract/batch-of.ts";

const change: Change = { kind: "group.added", projectId: 1, name: "admins" };

/** Returns a measured storage with the list of calls to the storage below it. */
function measured() {
  const calls: string[] = [];
  const clock = { ns: 0, commitNs: 5_000_000 };
  const failure: { error: Error | null } = { error: null };
  const storage: Storage = {
    async commit({ changes }) {
      calls.push(`commit ${changes.length}`);
      clock.ns += clock.commitNs;
      if (failure.error !== null) {
        throw failure.error;
      }
      return 7;
    },
    async findCommit(batchId) {
      calls.push(`find ${batchId}`);
      return null;
    },
    async probe(kind) {
      calls.push(`probe ${kind}`);
      if (failure.error !== null) {
        throw failure.error;
      }
    },
    reads: {
      async audits() {
        calls.push("audits");
        return [];
      },
      async history() {
        calls.push("history");
        return { audits: [], next: null };
      },
      async latestAuditTimes() {
        calls.push("latestAuditTimes");
        return new Map();
      },
      async webhookEvents() {
        calls.push("webhookEvents");
        return [];
      },
      async latestWebhookEventBefore() {
        calls.push("latestWebhookEventBefore");
        return 0;
      },
      async webhookDeliveries() {
        calls.push("webhookDeliveries");
        return [];
      },
      async acts() {
        calls.push("acts");
        return [];
      },
      async signingKeys() {
        calls.push("signingKeys");
        return [];
      },
      chainEnds: () => expect.unreachable(),
      async chainedAudits() {
        calls.push("chainedAudits");
        return [];
      },
      async requests() {
        calls.push("requests");
        return [];
      },
      async request() {
        calls.push("request");
        return null;
      },
      rollouts: () => expect.unreachable(),
      rollout: () => expect.unreachable(),
      async comments() {
        calls.push("comments");
        return [];
      },
      commentCount: () => expect.unreachable(),
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
  expect(await storage.commit(batchOf([change]))).toBe(7);
  await storage.commit(batchOf([change, change]));
  await storage.findCommit("x");
  await storage.reads.audits({
    environmentId: 1,
    keys: null,
    latestMax: null,
    offset: 0,
    limit: 1,
  });
  await storage.close();
  expect(calls).toEqual(["commit 1", "commit 2", "find x", "audits", "close"]);
  expect(storage.durations.sumNs).toBe(10_000_000);
  expect(storage.failed).toBe(0);
});

test("a failed commit counts, and probes write until a commit succeeds", async () => {
  const { calls, failure, storage } = measured();
  failure.error = new StorageError("no room");
  await expect(storage.commit(batchOf([change]))).rejects.toThrow(failure.error);
  expect(storage.failed).toBe(1);
  expect(storage.durations.sumNs).toBe(0);
  await expect(storage.probe("quick")).rejects.toThrow(failure.error);
  failure.error = null;
  await storage.commit(batchOf([change]));
  await storage.probe("quick");
  expect(calls).toEqual(["commit 1", "probe durable", "commit 1", "probe quick"]);
  expect(storage.failed).toBe(1);
});

test("a probe does not count as a commit, and fails with the error of the storage", async () => {
  const { calls, failure, storage } = measured();
  await storage.probe("quick");
  await storage.probe("durable");
  expect(calls).toEqual(["probe quick", "probe durable"]);
  failure.error = new StorageError("read-only");
  await expect(storage.probe("quick")).rejects.toThrow(failure.error);
  expect(storage.durations.sumNs).toBe(0);
  expect(storage.failed).toBe(0);
});
