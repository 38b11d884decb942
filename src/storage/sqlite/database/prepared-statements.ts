import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

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
