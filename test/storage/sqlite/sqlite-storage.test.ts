import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closedGates } from "../../../src/core/evaluation/gates.ts";
import { sortedSet } from "../../../src/core/evaluation/sorted-set.ts";
import type { Change } from "../../../src/core/model/change.ts";
import { checkWritable } from "../../../src/storage/sqlite/database/sqlite-database.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { StorageError } from "../../../src/storage/storage.ts";
import { batchOf } from "../../contract/batch-of.ts";
import { plainState } from "../../contract/plain-state.ts";
import { audit, feature, foundation, strangeTexts } from "../../contract/sample-entities.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";

/** A data directory with enough rows for B-trees of several levels. */
class DataDirectory extends TemporaryDirectory {
  readonly file = join(this.path, "gatehouse.db");

  static async filled(): Promise<DataDirectory> {
    const directory = new DataDirectory();
    const { storage } = await openSqliteStorage(directory.path);
    await storage.commit(
      batchOf([...foundation, ...Array.from({ length: 120 }, manyChanges).flat()]),
    );
    await storage.close();
    return directory;
  }

  /** Changes the database without the storage. */
  alter(...statements: readonly string[]): void {
    using database = new Database(this.file, { create: false });
    for (const statement of statements) {
      database.run(statement);
    }
  }

  bytes(): Buffer {
    return readFileSync(this.file);
  }
}

function manyChanges(_: unknown, index: number): readonly Change[] {
  const one = feature(100 + index, { key: `feature/${index}`, description: "why ".repeat(9) });
  const actors = sortedSet(strangeTexts.slice(0, 8).map((text) => `${index};${text}`));
  const after = { ...closedGates, actors };
  return [
    { kind: "feature.saved", feature: one },
    { kind: "gates.written", environmentId: 1, feature: one, before: null, after },
    { kind: "audit.recorded", audit: audit({ featureKey: one.key, value: "v".repeat(90) }) },
  ];
}

test("closing leaves one file with all data, and one empty lock file", async () => {
  using directory = await DataDirectory.filled();
  expect(readdirSync(directory.path).sort()).toEqual(["gatehouse.db", "gatehouse.lock"]);
  expect(readFileSync(join(directory.path, "gatehouse.lock"))).toHaveLength(0);
});

test("a data directory is created with its missing parents", async () => {
  using directory = new TemporaryDirectory();
  const path = join(directory.path, "a/b");
  await (await openSqliteStorage(path)).storage.close();
  expect(readdirSync(path)).toContain("gatehouse.db");
});

test("a second storage on the directory is refused while the first is open", async () => {
  using directory = await DataDirectory.filled();
  const first = await openSqliteStorage(directory.path);
  await expect(openSqliteStorage(directory.path)).rejects.toThrow(
    new StorageError(
      `${directory.path}/gatehouse.lock: the data directory is in use by another Gatehouse`,
    ),
  );
  await first.storage.commit(batchOf([{ kind: "feature.saved", feature: feature(2) }]));
  await first.storage.close();
  const second = await openSqliteStorage(directory.path);
  expect(second.state.features.get(1)?.has("feature-2")).toBe(true);
  await second.storage.close();
});

type Corrupt = (directory: DataDirectory) => void;
const newer = "INSERT INTO migrations (tag, hash) VALUES ('9999_future', 'x')";
const newerReason = "The database was made by a newer Gatehouse (it has the migration 9999_future)";

const unusable: Readonly<Record<string, readonly [Corrupt, string]>> = {
  "a newer database": [(directory) => directory.alter(newer), newerReason],
  "a newer database in another journal mode": [
    (directory) => directory.alter(newer, "PRAGMA journal_mode = DELETE"),
    newerReason,
  ],
  "an edited migration": [
    (directory) => directory.alter("UPDATE migrations SET hash = 'other'"),
    "The migration 0000_foundation differs from the one that was applied to the database",
  ],
  "a file that is no database": [
    ({ file }) => writeFileSync(file, "This is no database.\n".repeat(500)),
    "the file is not a database, or is damaged",
  ],
  "half a database": [
    (directory) => truncateSync(directory.file, directory.bytes().length / 2),
    "the database is damaged",
  ],
  "a value that is not JSON": [
    (directory) => directory.alter("UPDATE features SET tags = '[' WHERE id = 100"),
    "the database is damaged: JSON Parse error: Unexpected EOF",
  ],
  "an invalid expression": [
    (directory) => directory.alter(`UPDATE gates SET expression = '{"No":[]}'`),
    'the database is damaged: At the root: "No" is not an operator',
  ],
  "gates without a feature": [
    (directory) => directory.alter("DELETE FROM features WHERE id = 100"),
    "the database is damaged: The gates of feature 100 have no feature",
  ],
};

test.each(Object.entries(unusable))("%s is refused in one line, and unchanged", async (_, row) => {
  const [corrupt, reason] = row;
  using directory = await DataDirectory.filled();
  corrupt(directory);
  const before = directory.bytes();
  await expect(openSqliteStorage(directory.path)).rejects.toThrow(
    new StorageError(`${directory.file}: ${reason}`),
  );
  expect(directory.bytes().equals(before)).toBe(true);
  expect(readdirSync(directory.path).sort()).toEqual(["gatehouse.db", "gatehouse.lock"]);
});

test("a refused database can be repaired and opened in the same process", async () => {
  using directory = await DataDirectory.filled();
  const good = directory.bytes();
  writeFileSync(directory.file, "garbage");
  await expect(openSqliteStorage(directory.path)).rejects.toThrow(StorageError);
  writeFileSync(directory.file, good);
  const { storage, state } = await openSqliteStorage(directory.path);
  expect(state.features.get(1)?.size).toBe(121);
  await storage.close();
});

test("a directory instead of a file is refused", async () => {
  for (const name of ["gatehouse.db", "gatehouse.lock"]) {
    using directory = new TemporaryDirectory();
    mkdirSync(join(directory.path, name));
    await expect(openSqliteStorage(directory.path)).rejects.toThrow(
      new StorageError(
        `${directory.path}/${name}: the file cannot be opened or created (is the directory writable?)`,
      ),
    );
  }
});

test("a read-only database is refused, and a writable one is not changed", async () => {
  using directory = await DataDirectory.filled();
  const before = directory.bytes();
  using readable = new Database(directory.file, { readonly: true });
  expect(() => checkWritable(readable)).toThrow("readonly");
  using writable = new Database(directory.file, { create: false });
  checkWritable(writable);
  expect(writable.query("PRAGMA user_version").values()).toEqual([[0]]);
  expect(directory.bytes().equals(before)).toBe(true);
});

test("a damaged page is refused, unless nothing is stored in it", async () => {
  using directory = await DataDirectory.filled();
  const opened = await openSqliteStorage(directory.path);
  const expected = plainState(opened.state);
  await opened.storage.close();
  const good = directory.bytes();
  const pageBytes = good.readUInt16BE(16);
  const counts = { refused: 0, opened: 0 };
  for (let start = 0; start < good.length; start += pageBytes) {
    const bad = Buffer.from(good).fill([0, 0xff, 0x5a][start % 3] ?? 0, start, start + pageBytes);
    writeFileSync(directory.file, bad);
    counts[await outcomeOf(directory, expected)]++;
    expect(directory.bytes().equals(bad)).toBe(true);
  }
  // Pages of audits and indexes too, which the state does not depend on.
  expect(counts.refused).toBe(good.length / pageBytes - counts.opened);
  expect(counts.refused).toBeGreaterThan(30);
  expect(counts.opened).toBeLessThan(2);
});

async function outcomeOf(directory: DataDirectory, expected: ReturnType<typeof plainState>) {
  try {
    const { storage, state } = await openSqliteStorage(directory.path);
    await storage.close();
    expect(plainState(state)).toEqual(expected);
    return "opened";
  } catch (error) {
    if (!(error instanceof StorageError)) {
      throw error;
    }
    expect(error.message).toMatch(/gatehouse\.db: .*damaged$/);
    return "refused";
  }
}
