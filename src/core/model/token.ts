/** `evaluate` allows only the routes that evaluate features (docs/api.md#tokens). */
export const tokenAccesses = ["read_only", "read_and_write", "evaluate"] as const;
export type TokenAccess = (typeof tokenAccesses)[number];

/** A stored token: the hash of its value, never the value (docs/decisions.md#tokens). */
export interface Token {
  readonly id: number;
  readonly environmentId: number;
  readonly name: string;
  /** SHA-256 of the value, as lower-case hexadecimal. */
  readonly hash: string;
  readonly access: TokenAccess;
  /** The permission to create preview environments, and to delete them again. */
  readonly managesEnvironments: boolean;
  readonly ownerId: number;
  /** True if POST /environments returned the token, which may then delete its own environment. */
  readonly isPreview: boolean;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly revokedAt: number | null;
  /** Milliseconds since the epoch; from this time on the token is refused. Null for no end. */
  readonly expiresAt: number | null;
  /**
   * Milliseconds since the epoch; written at most once a minute. Null for a token that was never
   * used, or not since the version that began to store it.
   */
  readonly lastUsedAt: number | null;
}

/** Whether a token is neither revoked nor expired at a time. */
export function isActive({ revokedAt, expiresAt }: Token, now: number): boolean {
  return revokedAt === null && (expiresAt === null || now < expiresAt);
}
