/** Statements that name the columns of the tables which get another one, by table. */
export function nameColumns(
  statements: readonly string[],
  columns: Readonly<Record<string, string>>,
): readonly string[] {
  return statements.map((statement) => {
    for (const [table, names] of Object.entries(columns)) {
      const head = `INSERT INTO ${table} VALUES`;
      if (statement.startsWith(head)) {
        return `INSERT INTO ${table} (${names}) VALUES${statement.slice(head.length)}`;
      }
    }
    return statement;
  });
}
