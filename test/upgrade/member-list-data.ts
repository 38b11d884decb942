import { webhookStatements } from "./webhook-data.ts";

/** Statements of the first release that stores members in lists. */
export function withMemberLists(statements: readonly string[]): readonly string[] {
  return [
    ...statements.filter((statement) => !statement.startsWith("INSERT INTO gate_members ")),
    `INSERT INTO gate_member_lists VALUES
      (1, 1, 'actors', 'User;1', '["User;1"]'), (1, 1, 'actors', 'User;2', '["User;2"]'),
      (1, 1, 'groups', 'admins', '["admins"]')`,
    ...webhookStatements,
  ];
}
