import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createDatabaseFile } from "../../../../src/storage/sqlite/database/new-database.ts";
import { openDatabase } from "../../../../src/storage/sqlite/database/sqlite-database.ts";
import { TemporaryDirectory } from "../../../contract/temporary-directory.ts";

const migrations = [
  { tag: "0000_rows", hash: "a", statements: ["CREATE TABLE rows (id INTEGER)"] },
];
const options = { migrations, synchronous: "FULL" } as const;

test("a new database has all tables, a write-ahead log and the mode of a private file", () => {
  using directory = new TemporaryDirectory();
  const path = join(directory.path, "new.db");
  createDatabaseFile(path, migrations);
  expect(readdirSync(directory.path)).toEqual(["new.db"]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  using database = new Database(path);
  expect(database.query("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
  expect(database.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  expect(database.query("SELECT tag FROM migrations").all()).toEqual([{ tag: "0000_rows" }]);
});

test("what a killed start left is replaced: a part of the file, or an empty database", () => {
  using directory = new TemporaryDirectory();
  const [partial, empty] = ["partial.db", "empty.db"].map((name) => join(directory.path, name));
  writeFileSync(`${partial}.new`, "SQLite form");
  writeFileSync(`${empty}`, "");
  for (const path of [`${partial}`, `${empty}`]) {
    using database = openDatabase({ ...options, path });
    database.run("INSERT INTO rows VALUES (1)");
  }
  expect(existsSync(`${partial}.new`)).toBe(false);
});

test("the write-ahead log of a removed database is not read into a new one", () => {
  using directory = new TemporaryDirectory();
  const path = join(directory.path, "removed.db");
  const removed = openDatabase({ ...options, path });
  removed.run("INSERT INTO rows VALUES (1)");
  const log = readFileSync(`${path}-wal`);
  removed.close(true);
  rmSync(path);
  writeFileSync(`${path}-wal`, log);
  using database = openDatabase({ ...options, path });
  expect(database.query("SELECT * FROM rows").all()).toEqual([]);
});

test("SQLite creates the database if the file cannot be written at once", () => {
  using directory = new TemporaryDirectory();
  const path = join(directory.path, "blocked.db");
  mkdirSync(`${path}.new`);
  using database = openDatabase({ ...options, path });
  expect(database.query("SELECT * FROM rows").all()).toEqual([]);
});
