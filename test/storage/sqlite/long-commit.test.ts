import { expect, test } from "bun:test";
import { renameSync } from "node:fs";
import { join } from "node:path";
import type { Change } from "../../../src/model/change.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { type Storage, StorageError } from "../../../src/storage/storage.ts";
import { audit, foundation } from "../../contract/sample-entities.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";

/** So many changes that writing them takes several turns of the event loop. */
const long: readonly Change[] = Array.from({ length: 20_000 }, (_, index) => ({
  kind: "audit.recorded",
  audit: audit({ featureKey: `feature-${index}` }),
}));
const impossible: Change = { kind: "audit.recorded", audit: audit({ environmentId: 999 }) };
const newest = { environmentId: 1, keys: null, newestMax: null, offset: 0, limit: 1 } as const;

async function opened(directory: TemporaryDirectory): Promise<Storage> {
  const { storage } = openSqliteStorage(directory.path);
  await storage.commit(foundation);
  return storage;
}

/** The error of a promise. Bun's own `rejects` would block the turns of the event loop. */
function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Resolves when the commit has yielded to other work and is not complete. */
async function begun(commit: Promise<unknown>): Promise<void> {
  const over = commit.then(
    () => "over",
    () => "over",
  );
  const turn = new Promise((resume) => setImmediate(() => resume("turn")));
  expect(await Promise.race([over, turn])).toBe("turn");
}

const short: readonly Change[] = [
  { kind: "audit.recorded", audit: audit({ featureKey: "short" }) },
];

/** Operations that are started in one turn, in this order. */
const operationLists: Record<string, readonly ("long" | "short" | "empty" | "read")[]> = {
  "a read": ["long", "read"],
  "an empty commit": ["long", "empty"],
  "a short commit before": ["short", "long", "read", "empty"],
  "several long ones": ["long", "empty", "long", "read", "empty", "long", "short"],
};

test.each(Object.entries(operationLists))(
  "%s in the same turn as a long commit",
  async (_, operations) => {
    using directory = new TemporaryDirectory();
    const storage = await opened(directory);
    const changesOf = { long, short, empty: [] };
    let expected = 0;
    const outcomes = operations.map(async (what) => {
      if (what !== "read") {
        expected += changesOf[what].length;
        await storage.commit(changesOf[what]);
        return;
      }
      const seen = expected;
      expect((await storage.audits(newest))[0]?.sequence).toBe(seen);
    });
    await Bun.sleep(1);
    const late = storage.commit([]);
    await Promise.all([...outcomes, late]);
    expect((await storage.audits(newest))[0]?.sequence).toBe(expected);
    await storage.close();
  },
);

test("closing in the same turn as a long commit waits for it", async () => {
  using directory = new TemporaryDirectory();
  const storage = await opened(directory);
  await Promise.all([storage.commit(long), storage.close()]);
  const { storage: reopened } = openSqliteStorage(directory.path);
  expect((await reopened.audits(newest))[0]?.sequence).toBe(long.length);
  await reopened.close();
});

test("a probe during a long commit does not wait for it, but detects missing files", async () => {
  using directory = new TemporaryDirectory();
  const storage = await opened(directory);
  let isOver = false;
  const commit = storage.commit(long).finally(() => {
    isOver = true;
  });
  await begun(commit);
  await storage.probe();
  expect(isOver).toBe(false);
  const file = join(directory.path, "gatehouse.db");
  renameSync(file, `${file}.gone`);
  expect(await failureOf(storage.probe())).toBeInstanceOf(StorageError);
  expect(await failureOf(commit)).toBeInstanceOf(StorageError);
  renameSync(`${file}.gone`, file);
  expect(await storage.audits(newest)).toEqual([]);
  await storage.commit(short);
  expect((await storage.audits(newest))[0]?.sequence).toBe(1);
  await storage.close();
});

test("operations during a long commit see all of it, and do not end it", async () => {
  using directory = new TemporaryDirectory();
  const storage = await opened(directory);
  const order: string[] = [];
  const commit = storage.commit(long).then(() => order.push("long"));
  await begun(commit);
  const [read] = await Promise.all([
    storage.audits(newest),
    storage.commit([]).then(() => order.push("empty")),
    storage
      .commit([{ kind: "audit.recorded", audit: audit({ featureKey: "next" }) }])
      .then(() => order.push("next")),
  ]);
  expect(order).toEqual(["long", "empty", "next"]);
  expect(read[0]?.sequence).toBeGreaterThanOrEqual(long.length);
  const [last] = await storage.audits(newest);
  expect(last).toMatchObject({ featureKey: "next", sequence: long.length + 1 });
  await storage.close();
});

test("operations during a long commit that fails see nothing of it", async () => {
  using directory = new TemporaryDirectory();
  const storage = await opened(directory);
  const commit = storage.commit([...long, impossible]);
  await begun(commit);
  expect(await storage.audits(newest)).toEqual([]);
  expect(await failureOf(commit)).toBeInstanceOf(StorageError);
  await storage.commit(long.slice(0, 1));
  expect((await storage.audits(newest))[0]?.sequence).toBe(1);
  await storage.close();
});

test("closing waits for a long commit", async () => {
  using directory = new TemporaryDirectory();
  const storage = await opened(directory);
  const commit = storage.commit(long);
  await begun(commit);
  await storage.close();
  await commit;
  const { storage: reopened } = openSqliteStorage(directory.path);
  expect((await reopened.audits(newest))[0]?.sequence).toBe(long.length);
  await reopened.close();
});
