import { sql } from "drizzle-orm";
import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/**
 * All rows of a table. Most tables of an installation are empty, and creating a query takes ten times
 * as long as finding that there is no row.
 */
export function rowsOf<Table extends SQLiteTable>(
  database: BunSQLiteDatabase,
  table: Table,
): readonly Table["$inferSelect"][] {
  return holdsRows(database, table) ? database.select().from<SQLiteTable>(table).all() : [];
}

/** Whether a table has any row. */
export function holdsRows(database: BunSQLiteDatabase, table: SQLiteTable): boolean {
  return database.values(sql`SELECT 1 FROM ${table} LIMIT 1`).length > 0;
}
