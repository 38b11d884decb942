import { nameColumns } from "./name-columns.ts";
import type { OldData } from "./old-data.ts";

/** The columns of the tables that get another one. */
const columns = {
  environments:
    "id, project_id, slug, name, state, created_at, member_id, creator_token_id, audits_removed_through",
  audits:
    "environment_id, sequence, created_at, action, actor_type, actor_id, feature_key, value, is_indexed, feature_id, step, target, difference, reason",
};

/** Rows as the first release with acts writes them; its first start hashes the audits. */
export function recordData({ statements, ...data }: OldData): OldData {
  return {
    ...data,
    statements: [
      ...nameColumns(statements, columns),
      `INSERT INTO acts VALUES (1, 9000, '{"kind":"group.added"}', zeroblob(32))`,
      "INSERT INTO signing_keys VALUES ('a', 'public', 'sealed', 9000, NULL)",
    ],
  };
}
