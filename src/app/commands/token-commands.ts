import { GatehouseError } from "../../core/errors.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Environment } from "../../core/model/environment.ts";
import { limitsOf } from "../../core/model/plan.ts";
import { organizationOf } from "../../core/model/project-organization.ts";
import type { State } from "../../core/model/state.ts";
import { isActive, type Token } from "../../core/model/token.ts";
import { hashToken, newTokenValue } from "../../core/secrets/token-value.ts";
import { hourMs } from "../../core/time-units.ts";

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

/**
 * Creates a token with the name, the rights and the lifetime of an active one, which ends after the
 * overlap of whole hours, or earlier if it would have ended anyway. Throws `token_limit` as
 * `createToken`.
 */
export function rotateToken(
  draft: Draft,
  earlier: Token,
  { environment, overlapMs }: { readonly environment: Environment; readonly overlapMs: number },
): { readonly token: Token; readonly value: string } {
  const lifetimeMs = lifetimeMsOf(draft.state, earlier);
  // First, as a token that is revoked leaves room for the new one.
  endAfter(draft, earlier, overlapMs);
  const { name, access, managesEnvironments, ownerId, isPreview } = earlier;
  return createToken(draft, {
    ...{ environment, name, access, managesEnvironments, ownerId, isPreview },
    expiresAt: lifetimeMs === null ? null : draft.now + lifetimeMs,
  });
}

/**
 * The lifetime with which a token was created; null for no end. An overlap replaces the stored end,
 * so the lifetime is then that of the replacement, which was created whole hours before that end.
 */
function lifetimeMsOf(state: State, token: Token): number | null {
  const { expiresAt, createdAt } = token;
  if (expiresAt === null) {
    return null;
  }
  const replacement = state.tokens.find(
    (other) =>
      other.environmentId === token.environmentId &&
      other.name === token.name &&
      other.id > token.id &&
      other.createdAt < expiresAt &&
      (expiresAt - other.createdAt) % hourMs === 0,
  );
  return replacement === undefined ? expiresAt - createdAt : lifetimeMsOf(state, replacement);
}

function endAfter(draft: Draft, token: Token, overlapMs: number): void {
  if (overlapMs === 0) {
    revokeToken(draft, token);
    return;
  }
  const expiresAt = Math.min(token.expiresAt ?? Number.POSITIVE_INFINITY, draft.now + overlapMs);
  draft.record({ kind: "token.saved", token: { ...token, expiresAt } });
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
