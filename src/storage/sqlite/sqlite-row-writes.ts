import type { Database } from "bun:sqlite";
import { and, type BinaryOperator, eq, lte, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { type DirectWrite, prepareDirectWrite } from "./database/direct-write.ts";
import { excludedValues, placeholders } from "./database/prepared-statements.ts";
import type { StoredRowChange } from "./stored-change.ts";
import { type StoredTable, storedTables } from "./stored-tables.ts";

/** Writes changes of rows. Each statement is prepared once: at the first change that needs it. */
export function prepareRowWrites(
  client: Database,
  database: BunSQLiteDatabase,
): (change: StoredRowChange) => void {
  const prepared = new Map<string, DirectWrite>();
  return (change) => {
    const name = statementName(change);
    let statement = prepared.get(name);
    if (statement === undefined) {
      statement = prepareDirectWrite(client, queryOf(database, change));
      prepared.set(name, statement);
    }
    statement.run(valuesOf(change));
  };
}

/** Changes with the same name need the same statement. */
function statementName(change: StoredRowChange): string {
  switch (change.kind) {
    case "row.saved":
      return change.table;
    case "row.updated":
      return `${change.table} ${Object.keys(change.where)} ${Object.keys(change.row)}`;
    case "rows.removed":
      return `${change.table} removed ${Object.keys(valuesOf(change))}`;
  }
}

function valuesOf(change: StoredRowChange): Record<string, unknown> {
  switch (change.kind) {
    case "row.saved":
      return { ...change.row };
    case "row.updated":
      return { ...change.where, ...change.row };
    case "rows.removed":
      return { ...change.where, ...change.through };
  }
}

function queryOf(database: BunSQLiteDatabase, change: StoredRowChange) {
  const stored = storedTables[change.table];
  switch (change.kind) {
    case "row.saved":
      return saveQuery(database, stored);
    case "row.updated":
      return database
        .update(stored.table)
        .set(placeholders(...Object.keys(change.row)))
        .where(comparison(stored, eq, change.where));
    case "rows.removed":
      return database
        .delete(stored.table)
        .where(
          and(comparison(stored, eq, change.where), comparison(stored, lte, change.through ?? {})),
        );
  }
}

function saveQuery(
  database: BunSQLiteDatabase,
  { table, columns, key, changing, unsaved }: StoredTable,
) {
  const names = Object.keys(columns).filter((name) => !unsaved.includes(name));
  const insert = database.insert(table).values(placeholders(...names));
  if (changing === null) {
    return insert;
  }
  return changing.length === 0
    ? insert.onConflictDoNothing()
    : insert.onConflictDoUpdate({ target: [...key], set: excludedValues(columns, ...changing) });
}

function comparison({ columns }: StoredTable, compare: BinaryOperator, values: object) {
  return and(
    ...Object.entries(columns)
      .filter(([name]) => name in values)
      .map(([name, column]) => compare(column, sql.placeholder(name))),
  );
}
