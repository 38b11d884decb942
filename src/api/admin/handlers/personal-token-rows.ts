import type { PersonalToken } from "../../../core/model/personal-token.ts";
import type { PersonalTokenRow } from "../contract/personal-token-models.ts";

/** A personal token in the form of lists, without its hash. */
export function personalTokenRow(token: PersonalToken): PersonalTokenRow {
  const { id, name, scope, createdAt, expiresAt, lastUsedAt } = token;
  return { id, name, scope, createdAt, expiresAt, lastUsedAt };
}
