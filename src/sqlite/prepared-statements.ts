import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** A placeholder for each column, for statements that are prepared once. */
export function placeholders<Name extends string>(
  ...names: readonly Name[]
): Record<Name, Placeholder> {
  return record(names.map((name) => [name, sql.placeholder(name)]));
}

/** The values of an upsert's update: those of the row that could not be inserted. */
export function excludedValues<Name extends string>(
  columns: Record<Name, SQLiteColumn>,
  ...names: readonly Name[]
): Record<Name, SQL> {
  return record(names.map((name) => [name, sql.raw(`excluded."${columns[name].name}"`)]));
}

function record<Name extends string, Value>(entries: [Name, Value][]): Record<Name, Value> {
  return Object.fromEntries(entries) as Record<Name, Value>;
}
