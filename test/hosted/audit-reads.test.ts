import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { type BunSQLiteDatabase, drizzle } from "drizzle-orm/bun-sqlite";
import { embedMigrations } from "../../src/storage/migrations.macro.ts";
import { lastIndexedSequence } from "../../src/storage/sqlite/audit-index-blocks.ts";
import { openDatabase } from "../../src/storage/sqlite/database/sqlite-database.ts";
import { prepareAuditReads } from "../../src/storage/sqlite/sqlite-audit-reads.ts";
import type { AuditQuery } from "../../src/storage/storage.ts";

/*
 * The time for a page of audits does not depend on the length of the history: each SQL statement
 * searches an index, stops at its limit, and neither sorts nor skips rows.
 */

interface Statement {
  readonly sql: string;
  readonly parameters: (string | number)[];
}

const client = openDatabase({
  path: ":memory:",
  synchronous: "FULL",
  migrations: embedMigrations("gatehouse"),
});
const ran: Statement[] = [];
const database: BunSQLiteDatabase = drizzle({
  client,
  logger: {
    logQuery: (sql, parameters) =>
      void ran.push({
        sql,
        parameters: parameters.map((value) => (typeof value === "number" ? value : String(value))),
      }),
  },
});
const read = prepareAuditReads(database).page;
const historyLength = 5_000;

beforeAll(() => {
  client.run("PRAGMA foreign_keys = OFF");
  const insert = client.prepare(
    `INSERT INTO audits
       (environment_id, sequence, created_at, action, actor_type, actor_id, feature_key, is_indexed)
     VALUES (1, ?, 0, 'enable', 'Token', '1', ?, ?)`,
  );
  client.transaction(() => {
    for (let sequence = 1; sequence <= historyLength; sequence++) {
      insert.run(sequence, `f${sequence % 50}`, sequence <= lastIndexedSequence(historyLength));
    }
  })();
  client.run("ANALYZE");
});
afterAll(() => client.close());
beforeEach(() => {
  ran.length = 0;
});

const newest: AuditQuery = { environmentId: 1, keys: null, latestMax: null, offset: 0, limit: 101 };
const queries: [string, AuditQuery][] = [
  ["the first page", newest],
  ["a page far back", { ...newest, offset: 4_800 }],
  ["a page beyond the end", { ...newest, offset: 1_000_000 }],
  ["a page of a limited plan", { ...newest, latestMax: 1_000 }],
  ["one feature", { ...newest, keys: ["f1"] }],
  ["many features", { ...newest, keys: Array.from({ length: 50 }, (_, index) => `f${index}`) }],
  [
    "10,000 features",
    { ...newest, keys: Array.from({ length: 10_000 }, (_, index) => `f${index}`) },
  ],
  ["an unknown feature of a limited plan", { ...newest, keys: ["nope"], latestMax: 10 }],
];

test.each(queries)("%s: no statement scans or sorts the history", (_title, query) => {
  read(query);
  expect(ran.length).toBeGreaterThan(0);
  for (const { sql, parameters } of ran) {
    const plan = client
      .query<{ detail: string }, (string | number)[]>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...parameters)
      .map(({ detail }) => detail);
    // The lists of sequences and of features are no longer than the page and the request.
    const steps = plan.filter(
      (step) => !/^(?:LIST|CORRELATED SCALAR) SUBQUERY|^SCAN json_each/.test(step),
    );
    expect(steps.length).toBe(1);
    expect(steps[0]).toMatch(
      /^SEARCH audits USING (?:COVERING )?INDEX (?:sqlite_autoindex_audits_1|audits_feature) \(environment_id=\?/,
    );
    expect(sql.toLowerCase()).not.toContain("offset");
  }
});

test.each(queries)("%s: the limits of the statements depend on the page", (_title, query) => {
  const rows = read(query);
  expect(rows.length).toBeLessThanOrEqual(query.limit);
  for (const { sql, parameters } of ran.filter(({ sql }) => / limit \?$/.test(sql))) {
    const limit = Number(parameters.at(-1));
    const deepest = query.keys === null ? query.limit : query.offset + query.limit;
    expect(limit).toBeLessThanOrEqual(deepest);
    // Only equalities and ranges of the index, so that no row is read and then skipped.
    expect(sql).toMatch(
      /^select .* from "audits" where \((?:"audits"\."\w+" (?:=|<=|>) \?(?: and (?:"audits"\."is_indexed" = 1)?)?)+\) order by "audits"\."sequence" desc limit \?$/,
    );
  }
});

test("of 10,000 features only those on the page are read", () => {
  const unknown = Array.from({ length: 10_000 }, (_, index) => `unknown${index}`);
  const rows = read({ ...newest, keys: [...unknown, "f1", "f2"], offset: 60, limit: 10 });
  expect(rows.map(({ featureKey }) => featureKey)).toEqual(
    Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? "f2" : "f1")),
  );
  const perFeature = ran.filter(({ parameters }) => parameters.includes("f1"));
  expect(perFeature.length).toBeGreaterThan(0);
  expect(ran.length).toBeLessThan(20);
});

test.each([
  [["f1"], 0, 101],
  [["f1", "f2", "unknown"], 30, 11],
  [Array.from({ length: 50 }, (_, index) => `f${index}`), 900, 101],
  [["f1", "f2", "f3"], 290, 101],
])("the audits of %p from %i on are the %i newest", (keys, offset, limit) => {
  const expected = Array.from({ length: historyLength }, (_, index) => historyLength - index)
    .filter((sequence) => keys.includes(`f${sequence % 50}`))
    .slice(offset, offset + limit);
  const rows = read({ ...newest, keys, offset, limit });
  expect(rows.map(({ sequence }) => sequence)).toEqual(expected);
});

test("the newest sequence is found by one step in the index", () => {
  read(newest);
  const { sql = "", parameters = [] } = ran[0] ?? {};
  expect(sql).toContain("max(");
  const opcodes = client
    .query<{ opcode: string }, (string | number)[]>(`EXPLAIN ${sql}`)
    .all(...parameters)
    .map(({ opcode }) => opcode);
  // It seeks to the end of the environment's range and leaves the loop after the first row.
  expect(opcodes).toContain("SeekLE");
  expect(opcodes[opcodes.indexOf("AggStep") + 1]).toBe("Goto");
});

test("all pages together are the history, newest first", () => {
  const sequences: number[] = [];
  for (let offset = 0; offset < historyLength; offset += 100) {
    sequences.push(...read({ ...newest, offset, limit: 100 }).map(({ sequence }) => sequence));
  }
  expect(sequences).toEqual(
    Array.from({ length: historyLength }, (_, index) => historyLength - index),
  );
});
