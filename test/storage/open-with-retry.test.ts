import { expect, test } from "bun:test";
import { openWithRetry } from "../../src/storage/open-with-retry.ts";
import { StorageError } from "../../src/storage/storage.ts";

const busy = Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" });
const inUse = new StorageError("the file is locked", { cause: busy });

/** How often a storage was asked to open that another program has locked, and is open at last. */
async function attempts(waitMsMax: number, attemptMs: number, opensAt: number): Promise<number> {
  let count = 0;
  const opened = openWithRetry(async () => {
    count++;
    Bun.sleepSync(attemptMs);
    // A StorageError may say more about another one.
    throw count < opensAt ? new StorageError("in use", { cause: inUse }) : new Error("open");
  }, waitMsMax);
  await opened.catch(() => undefined);
  return count;
}

test("an attempt that itself waited for the lock is not repeated", async () => {
  expect(await attempts(5, 10, 50)).toBe(1);
});

test("attempts that fail at once are repeated, until the storage can be opened", async () => {
  expect(await attempts(60_000, 0, 3)).toBe(3);
});
