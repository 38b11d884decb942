import type { OldData } from "./old-data.ts";

const auditRows = "INSERT INTO audits VALUES";

/** Rows as the first release with reasons writes them: only audits have another form. */
export function reasonData({ statements, ...data }: OldData): OldData {
  return {
    ...data,
    statements: statements.map((statement) =>
      statement.startsWith(auditRows)
        ? `${auditRows}
        (1, 1, 5000, 'create', 'User', '1', 'a/b 🎉', NULL, 0, 1, NULL, NULL, 'created', 'The new search'),
        (1, 2, 6000, 'enable_actor', 'Token', '1', 'gone', 'User;1', 0, 6, 1, NULL, NULL, NULL)`
        : statement,
    ),
  };
}
