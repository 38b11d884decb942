import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseCheck, diskCheck } from "../../../src/http/health/readiness-checks.ts";
import { MeasuredStorage } from "../../../src/storage/measured-storage.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { type ProbeKind, type Storage, StorageError } from "../../../src/storage/storage.ts";
import { batchOf } from "../../contract/batch-of.ts";

const pageBytes = 4_096;
const change = { kind: "group.added", projectId: 1, name: "admins" } as const;

function failable() {
  const probes: ProbeKind[] = [];
  const failure: { isFailing: boolean } = { isFailing: false };
  const failIfTold = () => {
    if (failure.isFailing) {
      throw new StorageError("no");
    }
  };
  const inner: Storage = {
    async commit() {
      failIfTold();
      return 1;
    },
    findCommit: async () => null,
    async probe(kind) {
      probes.push(kind);
      failIfTold();
    },
    reads: {
      audits: async () => [],
      history: async () => ({ audits: [], next: null }),
      latestAuditTimes: async () => new Map(),
      webhookEvents: async () => [],
      latestWebhookEventBefore: async () => 0,
      webhookDeliveries: async () => [],
      acts: async () => [],
      signingKeys: async () => [],
      chainEnds: () => expect.unreachable(),
      chainedAudits: async () => [],
      requests: async () => [],
      request: async () => null,
      rollouts: async () => [],
      rollout: async () => null,
      comments: async () => [],
      commentCount: async () => 0,
    },
    close: async () => undefined,
  };
  const storage = new MeasuredStorage({ storage: inner, nanoseconds: () => 0 });
  return { probes, failure, storage, check: databaseCheck(storage) };
}

test("the database is well as long as a transaction can be had", async () => {
  const { failure, check } = failable();
  await check();
  failure.isFailing = true;
  await expect(check()).rejects.toThrow("no");
  failure.isFailing = false;
  await check();
});

test("after a commit that failed the check writes, until a write is kept", async () => {
  const { probes, failure, storage, check } = failable();
  await check();
  failure.isFailing = true;
  await expect(storage.commit(batchOf([change]))).rejects.toThrow("no");
  await expect(check()).rejects.toThrow("no");
  await expect(check()).rejects.toThrow("no");
  failure.isFailing = false;
  await check();
  await check();
  expect(probes).toEqual(["quick", "durable", "durable", "durable", "quick"]);
  failure.isFailing = true;
  await expect(storage.commit(batchOf([change]))).rejects.toThrow("no");
  failure.isFailing = false;
  await storage.commit(batchOf([change]));
  await check();
  expect(probes.at(-1)).toBe("quick");
});

test("a quick probe of SQLite writes nothing, a durable one writes a page, and both notice that the files are gone", async () => {
  const directory = await mkdtemp(join(tmpdir(), "gatehouse-"));
  const opened = await openSqliteStorage(directory);
  const storage = new MeasuredStorage({ storage: opened.storage, nanoseconds: () => 0 });
  const check = databaseCheck(storage);
  const journal = Bun.file(join(directory, "gatehouse.db-wal"));
  const size = (await journal.stat()).size;
  for (let probe = 0; probe < 100; probe++) {
    await check();
  }
  expect((await journal.stat()).size).toBe(size);
  for (let probe = 1; probe < 4; probe++) {
    await storage.probe("durable");
    expect((await journal.stat()).size).toBeGreaterThanOrEqual(size + probe * pageBytes);
  }
  await rm(directory, { recursive: true });
  await expect(check()).rejects.toThrow(StorageError);
  await opened.storage.close();
});

test("the disk is well as long as so much of it is free", async () => {
  await diskCheck(tmpdir(), 0)();
  await diskCheck(tmpdir(), 1)();
  await expect(diskCheck(tmpdir(), Number.MAX_SAFE_INTEGER)()).rejects.toThrow("bytes are free");
  await expect(diskCheck("/nowhere-to-be-found", 0)()).rejects.toThrow("ENOENT");
});
