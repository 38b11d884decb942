import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { runTransaction } from "../../../../src/storage/sqlite/database/run-transaction.ts";

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

function write(database: Database, ...statements: readonly string[]): Promise<number> {
  return runTransaction(database, runningSteps(database, statements));
}

/** Runs a statement in each step; the result is their number. */
function* runningSteps(database: Database, statements: Iterable<string>): Generator<void, number> {
  let count = 0;
  for (const statement of statements) {
    database.run(statement);
    count++;
    yield;
  }
  return count;
}

test("writes are committed, their result is returned, and the transaction has ended", async () => {
  using database = makeDatabase();
  const statements = ["INSERT INTO parents VALUES (1)", "INSERT INTO parents VALUES (2)"];
  expect(await write(database, ...statements)).toBe(2);
  expect(contentsOf(database)).toEqual([[[1], [2]], []]);
  expect(database.inTransaction).toBe(false);
});

const failures = {
  "a statement that fails": ["INSERT INTO parents VALUES (1)", "UNIQUE"],
  // SQLite leaves the transaction of such a failed commit open.
  "a commit that fails": [childOfNobody, "FOREIGN KEY"],
} as const;

test.each(Object.entries(failures))(
  "%s stores nothing, and does not affect the next transaction",
  async (_, row) => {
    const [failing, reason] = row;
    using database = makeDatabase();
    for (let turn = 0; turn < 2; turn++) {
      const outcome = write(database, "INSERT INTO parents VALUES (1)", failing);
      await expect(outcome).rejects.toThrow(reason);
      expect(contentsOf(database)).toEqual([[], []]);
      expect(database.inTransaction).toBe(false);
    }
    await write(database, "INSERT INTO parents VALUES (2)");
    expect(contentsOf(database)).toEqual([[[2]], []]);
  },
);

test("steps that throw store nothing, even after other steps", async () => {
  using database = makeDatabase();
  function* statements(): Generator<string> {
    yield "INSERT INTO parents VALUES (1)";
    throw new Error("no more");
  }
  const outcome = runTransaction(database, runningSteps(database, statements()));
  await expect(outcome).rejects.toThrow("no more");
  expect(contentsOf(database)).toEqual([[], []]);
  expect(database.inTransaction).toBe(false);
});

test("other work runs during many writes, and a failure rolls all of them back", async () => {
  using database = makeDatabase();
  const rows = Array.from(
    { length: 100_000 },
    (_, index) => `INSERT INTO parents VALUES (${index})`,
  );
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) {
      setImmediate(count);
    }
  };
  setImmediate(count);
  const outcome = write(database, ...rows, "INSERT INTO parents VALUES (0)");
  await expect(outcome).rejects.toThrow("UNIQUE");
  isOver = true;
  expect(turns).toBeGreaterThan(1);
  expect(contentsOf(database)).toEqual([[], []]);
});

test("a transaction that was left open is rolled back, so later work is not part of it", async () => {
  using database = makeDatabase();
  database.run("BEGIN");
  database.run("INSERT INTO parents VALUES (1)");
  await write(database, "INSERT INTO parents VALUES (2)");
  expect(contentsOf(database)).toEqual([[[2]], []]);
  expect(database.inTransaction).toBe(false);
});
