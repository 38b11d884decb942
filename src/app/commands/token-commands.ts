import { GatehouseError } from "../../core/errors.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Environment } from "../../core/model/environment.ts";
import { limitsOf } from "../../core/model/plan.ts";
import { organizationOf } from "../../core/model/project-organization.ts";
import { isActive, type Token } from "../../core/model/token.ts";
import { hashToken, newTokenValue } from "../../core/secrets/token-value.ts";

export interface NewToken
  extends Pick<Token, "name" | "access" | "managesEnvironments" | "ownerId" | "isPreview"> {
  readonly environment: Environment;
  /** A preset value; random by default. */
  readonly value?: string;
  /** Milliseconds since the epoch; by default the token has no end. */
  readonly expiresAt?: number | null;
}

/**
 * Creates a token, and returns its value, which is not stored. Throws `token_limit` if the plan
 * allows no further active token in the environment.
 */
export function createToken(
  draft: Draft,
  { environment, value = newTokenValue(), expiresAt = null, ...described }: NewToken,
): { readonly token: Token; readonly value: string } {
  requireRoomForToken(draft, environment);
  const token: Token = {
    ...described,
    id: draft.nextId("token"),
    environmentId: environment.id,
    hash: hashToken(value),
    createdAt: draft.now,
    revokedAt: null,
    expiresAt,
    lastUsedAt: null,
  };
  draft.record({ kind: "token.saved", token });
  return { token, value };
}

/** The next request with the token is refused. Does nothing for a revoked token. */
export function revokeToken(draft: Draft, token: Token): void {
  if (token.revokedAt === null) {
    draft.record({ kind: "token.saved", token: { ...token, revokedAt: draft.now } });
  }
}

/** Stores that tokens were used. Deleted tokens are left out. */
export function recordTokenUses(draft: Draft, hashes: Iterable<string>, usedAt: number): void {
  const known = [...hashes].filter((hash) => draft.state.tokens.has(hash));
  if (known.length > 0) {
    draft.record({ kind: "tokens.used", hashes: known, usedAt });
  }
}

function requireRoomForToken({ state, now }: Draft, environment: Environment): void {
  const { plan, planOverrides } = organizationOf(state, environment.projectId);
  const active = state.tokens.count(
    (token) => token.environmentId === environment.id && isActive(token, now),
  );
  if (active >= limitsOf(plan, planOverrides).tokensPerEnvironmentMax) {
    throw new GatehouseError("token_limit");
  }
}
