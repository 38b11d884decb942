import { personalToken } from "../contract/sample-entities.ts";
import type { OldData } from "./old-data.ts";

/** Rows as the first release with roles in environments writes them, and what they say. */
export function signOnData(data: OldData): OldData {
  return {
    ...data,
    statements: [
      ...data.statements,
      `INSERT INTO personal_tokens VALUES
        ('personal-u', 'u', 1, 'Token u', 'write', 9000, 35184372088832, NULL, 1, '[2]')`,
      `INSERT INTO sign_on_records VALUES ('environment_role 1 1',
        '{"kind":"environment_role","environmentId":1,"userId":1,"role":"viewer"}')`,
    ],
    changes: [
      ...data.changes,
      {
        kind: "personal_token.saved",
        token: personalToken("u", { approves: true, environmentIds: [2] }),
      },
      {
        kind: "sign_on.saved",
        record: { kind: "environment_role", environmentId: 1, userId: 1, role: "viewer" },
      },
    ],
  };
}
