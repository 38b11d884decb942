import { describe, expect, test } from "bun:test";
import { renameSync } from "node:fs";
import { join } from "node:path";
import type { Change } from "../../../src/core/model/change.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { type Storage, StorageError } from "../../../src/storage/storage.ts";
import { batchOf } from "../../contract/batch-of.ts";
import { failureOf } from "../../contract/failure-of.ts";
import { audit, foundation } from "../../contract/sample-entities.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";
import { commitWorkerUrl } from "../../helpers/worker-entries.ts";

/** So many changes that writing them takes several turns of the event loop. */
const long: readonly Change[] = Array.from({ length: 10_000 }, (_, index) => ({
  kind: "audit.recorded",
  audit: audit({ featureKey: `feature-${index}` }),
}));
const short: readonly Change[] = [
  { kind: "audit.recorded", audit: audit({ featureKey: "short" }) },
];
const impossible: Change = { kind: "audit.recorded", audit: audit({ environmentId: 999 }) };
const newest = { environmentId: 1, keys: null, latestMax: null, offset: 0, limit: 1 } as const;

/** Resolves when the commit has yielded to other work and is not complete. */
async function begun(commit: Promise<unknown>): Promise<void> {
  const over = commit.then(
    () => "over",
    () => "over",
  );
  const turn = new Promise((resume) => setImmediate(() => resume("turn")));
  expect(await Promise.race([over, turn])).toBe("turn");
}

/** How many audits the storage has. */
async function auditCount(storage: Storage): Promise<number> {
  return (await storage.reads.audits(newest))[0]?.sequence ?? 0;
}

/** Operations that are started in one turn, in this order. */
const operationLists: Record<string, readonly ("long" | "short" | "empty" | "read")[]> = {
  "a read": ["long", "read"],
  "an empty commit": ["long", "empty"],
  "a short commit before": ["short", "long", "read", "empty"],
  "several long ones": ["long", "empty", "long", "read", "empty", "long", "short"],
};
const changesOf = { long, short, empty: [] };

const forms = { "on the calling thread": {}, "in a worker": { workerUrl: commitWorkerUrl } };

describe.each(Object.entries(forms))("%s", (_, form) => {
  const reopen = async (directory: TemporaryDirectory) =>
    (await openSqliteStorage(directory.path, form)).storage;
  const opened = async (directory: TemporaryDirectory) => {
    const storage = await reopen(directory);
    await storage.commit(batchOf(foundation));
    return storage;
  };

  test.each(Object.entries(operationLists))(
    "%s in the same turn as a long commit",
    async (_name, operations) => {
      using directory = new TemporaryDirectory();
      const storage = await opened(directory);
      const counts = [0];
      const outcomes = operations.map(async (what) => {
        if (what === "read") {
          // What was committed when the read ran: a commit as a whole or not at all.
          expect([...counts]).toContain(await auditCount(storage));
          return;
        }
        counts.push((counts.at(-1) ?? 0) + changesOf[what].length);
        await storage.commit(batchOf(changesOf[what]));
      });
      await Bun.sleep(1);
      const late = storage.commit(batchOf([]));
      await Promise.all([...outcomes, late]);
      expect(await auditCount(storage)).toBe(counts.at(-1) ?? 0);
      await storage.close();
    },
  );

  test("closing in the same turn as a long commit waits for it", async () => {
    using directory = new TemporaryDirectory();
    const storage = await opened(directory);
    await Promise.all([storage.commit(batchOf(long)), storage.close()]);
    const reopened = await reopen(directory);
    expect(await auditCount(reopened)).toBe(long.length);
    await reopened.close();
  });

  test("a quick probe during a long commit does not wait for it, but detects missing files", async () => {
    using directory = new TemporaryDirectory();
    const storage = await opened(directory);
    let isOver = false;
    const commit = storage.commit(batchOf(long)).finally(() => {
      isOver = true;
    });
    await begun(commit);
    await storage.probe("quick");
    expect(isOver).toBe(false);
    const file = join(directory.path, "gatehouse.db");
    renameSync(file, `${file}.gone`);
    expect(await failureOf(storage.probe("quick"))).toBeInstanceOf(StorageError);
    expect(await failureOf(commit)).toBeInstanceOf(StorageError);
    renameSync(`${file}.gone`, file);
    expect(await storage.reads.audits(newest)).toEqual([]);
    await storage.commit(batchOf(short));
    expect(await auditCount(storage)).toBe(1);
    await storage.close();
  });

  test("reads during a long commit do not wait for it, and commits do", async () => {
    using directory = new TemporaryDirectory();
    const storage = await opened(directory);
    const order: string[] = [];
    const commit = storage.commit(batchOf(long)).then(() => order.push("long"));
    await begun(commit);
    const read = storage.reads.audits(newest).then((found) => {
      expect(found).toEqual([]);
      order.push("read");
    });
    await Promise.all([
      commit,
      read,
      storage.commit(batchOf([])).then(() => order.push("empty")),
      storage.commit(batchOf(short)).then(() => order.push("short")),
    ]);
    expect(order).toEqual(["read", "long", "empty", "short"]);
    const [last] = await storage.reads.audits(newest);
    expect(last).toMatchObject({ featureKey: "short", sequence: long.length + 1 });
    await storage.close();
  });

  test("operations during a long commit that fails see nothing of it", async () => {
    using directory = new TemporaryDirectory();
    const storage = await opened(directory);
    const commit = storage.commit(batchOf([...long, impossible]));
    await begun(commit);
    expect(await storage.reads.audits(newest)).toEqual([]);
    expect(await failureOf(commit)).toBeInstanceOf(StorageError);
    await storage.commit(batchOf(long.slice(0, 1)));
    expect(await auditCount(storage)).toBe(1);
    await storage.close();
  });

  test("closing waits for a long commit", async () => {
    using directory = new TemporaryDirectory();
    const storage = await opened(directory);
    const commit = storage.commit(batchOf(long));
    await begun(commit);
    await storage.close();
    await commit;
    const reopened = await reopen(directory);
    expect(await auditCount(reopened)).toBe(long.length);
    await reopened.close();
  });
});
