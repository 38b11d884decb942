import { GatehouseError } from "../../core/errors.ts";
import type { Draft } from "../../core/model/draft.ts";
import {
  isPersonalTokenValid,
  type PersonalToken,
  personalTokensPerUserMax,
} from "../../core/model/personal-token.ts";
import type { State } from "../../core/model/state.ts";
import { newSessionId } from "../../core/secrets/random-secret.ts";
import { hashToken, newPersonalTokenValue } from "../../core/secrets/token-value.ts";

export type NewPersonalToken = Omit<PersonalToken, "hash" | "id" | "createdAt" | "lastUsedAt">;

/** A new token, and its value, which is not stored. */
export interface CreatedPersonalToken {
  readonly token: PersonalToken;
  readonly value: string;
}

/**
 * Creates a token, and removes the expired ones of its person. Throws `personal_token_limit` for a
 * person with the most tokens allowed.
 */
export function createPersonalToken(
  draft: Draft,
  described: NewPersonalToken,
): CreatedPersonalToken {
  const known = personalTokensOf(draft.state, described.userId);
  const expired = known.filter((token) => !isPersonalTokenValid(token, draft.now));
  if (known.length - expired.length >= personalTokensPerUserMax) {
    throw new GatehouseError("personal_token_limit");
  }
  removeTokens(draft, expired);
  const value = newPersonalTokenValue();
  const token: PersonalToken = {
    ...described,
    hash: hashToken(value),
    id: newSessionId(),
    createdAt: draft.now,
    lastUsedAt: null,
  };
  draft.record({ kind: "personal_token.saved", token });
  return { token, value };
}

/** Throws `token_not_found` if the user has no such token. */
export function removePersonalToken(draft: Draft, userId: number, id: string): void {
  const token = personalTokensOf(draft.state, userId).find((each) => each.id === id);
  if (token === undefined) {
    throw new GatehouseError("token_not_found");
  }
  removeTokens(draft, [token]);
}

/** Removes all personal tokens of a user. */
export function removePersonalTokensOf(draft: Draft, userId: number): void {
  removeTokens(draft, personalTokensOf(draft.state, userId));
}

/** Stores when a token was used. Does nothing for a removed token. */
export function markPersonalTokenUsed(draft: Draft, hash: string, lastUsedAt: number): void {
  const token = draft.state.personalTokens.get(hash);
  if (token !== undefined) {
    draft.record({ kind: "personal_token.saved", token: { ...token, lastUsedAt } });
  }
}

/** A user's tokens, also expired ones; latest first. */
export function personalTokensOf(state: State, userId: number): readonly PersonalToken[] {
  return [...state.personalTokens.values()]
    .filter((token) => token.userId === userId)
    .sort((left, right) => right.createdAt - left.createdAt);
}

function removeTokens(draft: Draft, tokens: readonly PersonalToken[]): void {
  if (tokens.length > 0) {
    draft.record({ kind: "personal_tokens.removed", hashes: tokens.map(({ hash }) => hash) });
  }
}
