import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { transact } from "../../src/storage/transact.ts";

function makeDatabase(): Database {
  const database = new Database(":memory:", { strict: true });
  database.run("PRAGMA foreign_keys = ON");
  database.run("CREATE TABLE parents (id INTEGER PRIMARY KEY)");
  database.run(`CREATE TABLE children (
    parent INTEGER NOT NULL REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED
  )`);
  return database;
}

const childOfNobody = "INSERT INTO children (parent) VALUES (7)";

function contentsOf(database: Database): readonly unknown[] {
  return ["parents", "children"].map((name) => database.query(`SELECT * FROM ${name}`).values());
}

test("work is kept, and the transaction over", () => {
  using database = makeDatabase();
  transact(database, () => database.run("INSERT INTO parents VALUES (1), (2)"));
  expect(contentsOf(database)).toEqual([[[1], [2]], []]);
  expect(database.inTransaction).toBe(false);
});

const failures: Readonly<Record<string, readonly [(database: Database) => void, string]>> = {
  "work that throws": [
    () => {
      throw new Error("no more");
    },
    "no more",
  ],
  "a statement that fails": [
    (database) => database.run("INSERT INTO parents VALUES (1)"),
    "UNIQUE",
  ],
  // SQLite leaves the transaction of such a commit open.
  "a commit that fails": [(database) => database.run(childOfNobody), "FOREIGN KEY"],
};

test.each(Object.entries(failures))("%s keeps nothing, nor spoils what comes next", (_, row) => {
  const [fail, reason] = row;
  using database = makeDatabase();
  for (let turn = 0; turn < 2; turn++) {
    expect(() =>
      transact(database, () => {
        database.run("INSERT INTO parents VALUES (1)");
        fail(database);
      }),
    ).toThrow(reason);
    expect(contentsOf(database)).toEqual([[], []]);
    expect(database.inTransaction).toBe(false);
  }
  transact(database, () => database.run("INSERT INTO parents VALUES (2)"));
  expect(contentsOf(database)).toEqual([[[2]], []]);
});

test("a transaction that was left open is undone, so that work is not a part of it", () => {
  using database = makeDatabase();
  database.run("BEGIN");
  database.run("INSERT INTO parents VALUES (1)");
  transact(database, () => database.run("INSERT INTO parents VALUES (2)"));
  expect(contentsOf(database)).toEqual([[[2]], []]);
  expect(database.inTransaction).toBe(false);
});
