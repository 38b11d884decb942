import { and, type BinaryOperator, eq, lte, sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { excludedValues, placeholders } from "./database/prepared-statements.ts";
import type { StoredRowChange } from "./stored-change.ts";
import { type StoredTable, storedTables } from "./stored-tables.ts";

interface Statement {
  run(values: Record<string, unknown>): unknown;
}

/** Writes changes of rows. Each statement is prepared once: at the first change that needs it. */
export function prepareRowWrites(database: BunSQLiteDatabase): (change: StoredRowChange) => void {
  const prepared = new Map<string, Statement>();
  return (change) => {
    const name = statementName(change);
    let statement = prepared.get(name);
    if (statement === undefined) {
      statement = prepareStatement(database, change);
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

function prepareStatement(database: BunSQLiteDatabase, change: StoredRowChange): Statement {
  const stored = storedTables[change.table];
  switch (change.kind) {
    case "row.saved":
      return prepareSave(database, stored);
    case "row.updated":
      return database
        .update(stored.table)
        .set(placeholders(...Object.keys(change.row)))
        .where(comparison(stored, eq, change.where))
        .prepare();
    case "rows.removed":
      return database
        .delete(stored.table)
        .where(
          and(comparison(stored, eq, change.where), comparison(stored, lte, change.through ?? {})),
        )
        .prepare();
  }
}

function prepareSave(
  database: BunSQLiteDatabase,
  { table, columns, key, changing, unsaved }: StoredTable,
): Statement {
  const names = Object.keys(columns).filter((name) => !unsaved.includes(name));
  const insert = database.insert(table).values(placeholders(...names));
  if (changing === null) {
    return insert.prepare();
  }
  return changing.length === 0
    ? insert.onConflictDoNothing().prepare()
    : insert
        .onConflictDoUpdate({ target: [...key], set: excludedValues(columns, ...changing) })
        .prepare();
}

function comparison({ columns }: StoredTable, compare: BinaryOperator, values: object) {
  return and(
    ...Object.entries(columns)
      .filter(([name]) => name in values)
      .map(([name, column]) => compare(column, sql.placeholder(name))),
  );
}
