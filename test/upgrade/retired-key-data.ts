import { retiredKey } from "../contract/sample-entities.ts";
import type { OldData } from "./old-data.ts";

/** Rows as the first release with retired keys writes them, and what they say. */
export function retiredKeyData(data: OldData): OldData {
  return {
    ...data,
    statements: [
      ...data.statements,
      `INSERT INTO retired_keys VALUES
        (1, 'old', 9500, '{"type":"User","id":"1"}', NULL),
        (1, 'é/b', 9500, '{"type":"Token","id":"7"}', 'why')`,
      "INSERT INTO retiring_projects VALUES (1)",
    ],
    changes: [
      ...data.changes,
      { kind: "key.retired", retired: retiredKey("old") },
      {
        kind: "key.retired",
        retired: retiredKey("é/b", { actor: { type: "Token", id: "7" }, reason: "why" }),
      },
      { kind: "project.retires_keys", projectId: 1, isOn: true },
    ],
  };
}
