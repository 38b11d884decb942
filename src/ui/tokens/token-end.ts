import type { TokenRow } from "../../api/admin/contract/token-models.ts";

/** Why a token is refused, and since when; null while it is accepted. */
interface TokenEnd {
  readonly reason: "revoked" | "expired";
  readonly at: number;
}

export function tokenEnd({ revokedAt, expiresAt }: TokenRow, now: number): TokenEnd | null {
  if (revokedAt !== null) {
    return { reason: "revoked", at: revokedAt };
  }
  return expiresAt !== null && expiresAt <= now ? { reason: "expired", at: expiresAt } : null;
}
