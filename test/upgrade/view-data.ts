import { view } from "../contract/sample-entities.ts";
import type { OldData } from "./old-data.ts";

/** Rows as the first release with saved views writes them, and what they say. */
export function viewData(data: OldData): OldData {
  return {
    ...data,
    statements: [
      ...data.statements,
      `INSERT INTO views VALUES
        ('a', 1, 1, 1, 'View a', 'state=on&sort=changed', 9000),
        ('b', 1, NULL, 0, 'Mine', '', 9000)`,
    ],
    changes: [
      ...data.changes,
      { kind: "view.saved", view: view("a") },
      {
        kind: "view.saved",
        view: view("b", { authorId: null, isShared: false, name: "Mine", query: "" }),
      },
    ],
  };
}
