import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** A placeholder for each named column, for statements that are prepared once. */
export function placeholders<Name extends string>(
  ...names: readonly Name[]
): Record<Name, Placeholder> {
  return record(names.map((name) => [name, sql.placeholder(name)]));
}

/** What an upsert sets its columns to: the values of the row that met the conflict. */
export function excluded<Name extends string>(
  columns: Record<Name, SQLiteColumn>,
  ...names: readonly Name[]
): Record<Name, SQL> {
  return record(names.map((name) => [name, sql.raw(`excluded."${columns[name].name}"`)]));
}

function record<Name extends string, Value>(entries: [Name, Value][]): Record<Name, Value> {
  return Object.fromEntries(entries) as Record<Name, Value>;
}
