export const tokenAccesses = ["read_only", "read_and_write"] as const;
export type TokenAccess = (typeof tokenAccesses)[number];

/** A token as it is stored: never its value, only what finds it again (SPEC.md 5). */
export interface Token {
  readonly id: number;
  readonly environmentId: number;
  readonly name: string;
  /** SHA-256 of the value, as lower-case hexadecimal. */
  readonly hash: string;
  readonly access: TokenAccess;
  /** The permission to create preview environments and to delete those it created. */
  readonly managesEnvironments: boolean;
  readonly ownerId: number;
  /** Whether POST /environments returned it: such a token may delete its own environment. */
  readonly isPreview: boolean;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly revokedAt: number | null;
}
