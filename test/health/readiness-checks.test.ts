import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { conditionCheck, databaseCheck, diskCheck } from "../../src/health/readiness-checks.ts";
import { MeasuredStorage } from "../../src/metrics/measured-storage.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { type Storage, StorageError } from "../../src/storage/storage.ts";

const change = { kind: "group.added", projectId: 1, name: "admins" } as const;

function failable() {
  const clock = { ns: 0 };
  const failure: { isFailing: boolean } = { isFailing: false };
  const failIfTold = async () => {
    if (failure.isFailing) {
      throw new StorageError("no");
    }
  };
  const inner: Storage = {
    commit: failIfTold,
    probe: failIfTold,
    audits: async () => [],
    close: async () => undefined,
  };
  const storage = new MeasuredStorage({ storage: inner, nanoseconds: () => clock.ns });
  return { clock, failure, storage, check: databaseCheck(storage) };
}

test("the database is well as long as a transaction can be had", async () => {
  const { failure, check } = failable();
  await check();
  failure.isFailing = true;
  await expect(check()).rejects.toThrow("no");
  failure.isFailing = false;
  await check();
});

test("a commit that failed counts for ten seconds, or until one is kept", async () => {
  const { clock, failure, storage, check } = failable();
  failure.isFailing = true;
  await expect(storage.commit([change])).rejects.toThrow("no");
  failure.isFailing = false;
  clock.ns += 9_999_999_999;
  await expect(check()).rejects.toThrow("the last commit failed");
  clock.ns += 1;
  await check();
  failure.isFailing = true;
  await expect(storage.commit([change])).rejects.toThrow("no");
  failure.isFailing = false;
  await storage.commit([change]);
  await check();
});

test("a probe of SQLite writes nothing, and notices that the files are gone", async () => {
  const directory = await mkdtemp(join(tmpdir(), "gatehouse-"));
  const opened = openSqliteStorage(directory);
  const storage = new MeasuredStorage({ storage: opened.storage, nanoseconds: () => 0 });
  const check = databaseCheck(storage);
  const journal = Bun.file(join(directory, "gatehouse.db-wal"));
  const size = (await journal.stat()).size;
  for (let probe = 0; probe < 100; probe++) {
    await check();
  }
  expect((await journal.stat()).size).toBe(size);
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

test("a simple check says what it was given", async () => {
  await conditionCheck(() => true, "the worker does not run")();
  await expect(conditionCheck(() => false, "the worker does not run")()).rejects.toThrow(
    "the worker does not run",
  );
});
