import { personalToken } from "../contract/sample-entities.ts";
import type { OldData } from "./old-data.ts";

/** Rows as the first release with personal tokens writes them, and what they say. */
export function personalTokenData(data: OldData): OldData {
  return {
    ...data,
    statements: [
      ...data.statements,
      `INSERT INTO personal_tokens
        (hash, id, user_id, name, scope, created_at, expires_at, last_used_at) VALUES
        ('personal-s', 's', 1, 'Token s', 'write', 9000, 35184372088832, NULL),
        ('personal-t', 't', 2, 'Token t', 'admin', 9000, 35184372088832, 9500)`,
    ],
    changes: [
      ...data.changes,
      { kind: "personal_token.saved", token: personalToken("s") },
      {
        kind: "personal_token.saved",
        token: personalToken("t", { userId: 2, scope: "admin", lastUsedAt: 9_500 }),
      },
    ],
  };
}
