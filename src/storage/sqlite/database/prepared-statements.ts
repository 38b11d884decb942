import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { lazily } from "../../../core/memo/lazily.ts";

/** A placeholder for each column, for statements that are prepared once. */
export function placeholders<Name extends string>(
  ...names: readonly Name[]
): Record<Name, Placeholder> {
  return record(names.map((name) => [name, sql.placeholder(name)]));
}

/** The values of an upsert's update: the row that could not be inserted. */
export function excludedValues<Name extends string>(
  columns: Record<Name, SQLiteColumn>,
  ...names: readonly Name[]
): Record<Name, SQL> {
  return record(names.map((name) => [name, sql.raw(`excluded."${columns[name].name}"`)]));
}

/**
 * Statements that are prepared once, each at its first use. To build their texts takes most of the
 * time in which a worker opens its database, and a start needs few of them.
 */
export function lateStatements<Statements extends object>(
  prepare: {
    readonly [Name in keyof Statements]: () => Statements[Name];
  },
): Readonly<Statements> {
  const statements = {};
  for (const name of Object.keys(prepare) as (keyof Statements)[]) {
    const statement = lazily(prepare[name]);
    Object.defineProperty(statements, name, { enumerable: true, get: () => statement.get() });
  }
  return statements as Statements;
}

/** A prepared query of several columns. */
interface ColumnsQuery {
  values(parameters: Record<string, unknown>): readonly unknown[];
}

/**
 * The rows of a query as lists of their columns, in the order of its select; `Row` must match it.
 * Drizzle needs several times as long to create objects of 100,000 rows.
 */
export function columnRows<Row extends readonly unknown[]>(
  query: ColumnsQuery,
  parameters: Record<string, unknown> = {},
): readonly Row[] {
  return query.values(parameters) as readonly Row[];
}

function record<Name extends string, Value>(entries: [Name, Value][]): Record<Name, Value> {
  return Object.fromEntries(entries) as Record<Name, Value>;
}
