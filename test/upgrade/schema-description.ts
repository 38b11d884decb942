import type { Database } from "bun:sqlite";

/** The names of Gatehouse's tables. */
export function tablesOf(database: Database): readonly string[] {
  return database
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .all()
    .map(({ name }) => name);
}

/**
 * Describes a database's tables independently of their SQL text: the text of an altered table
 * differs from that of a new one.
 */
export function schemaOf(database: Database) {
  return tablesOf(database).map((name) => ({
    name,
    table: database.query("SELECT wr, strict FROM pragma_table_list WHERE name = ?").get(name),
    isAutoincrement: /\bAUTOINCREMENT\b/i.test(textOf(database, name)),
    columns: database
      .query('SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info(?) ORDER BY name')
      .all(name),
    references: database
      .query(
        `SELECT "table", "from", "to", on_update, on_delete FROM pragma_foreign_key_list(?)
        ORDER BY "table", "from"`,
      )
      .all(name),
    indexes: database
      .query<{ name: string }, [string]>(
        'SELECT name, "unique", origin, partial FROM pragma_index_list(?) ORDER BY name',
      )
      .all(name)
      .map((index) => ({
        ...index,
        where: textOf(database, index.name).split(/\bwhere\b/i)[1] ?? null,
        columns: database
          .query("SELECT name FROM pragma_index_info(?) ORDER BY seqno")
          .all(index.name),
      })),
  }));
}

function textOf(database: Database, name: string): string {
  const row = database
    .query<{ sql: string | null }, [string]>("SELECT sql FROM sqlite_schema WHERE name = ?")
    .get(name);
  return row?.sql ?? "";
}
