import { type Role, roleAtLeast } from "./role.ts";

/** What a personal token may do at most, from the fewest rights to the most. */
export const personalTokenScopes = ["read", "write", "admin"] as const;
export type PersonalTokenScope = (typeof personalTokenScopes)[number];

/**
 * A token for a program that acts with the rights of its person: the hash of its value, never the
 * value (docs/security.md#personal-tokens). All times are milliseconds since the epoch.
 */
export interface PersonalToken {
  /** SHA-256 of the value, as lower-case hexadecimal. */
  readonly hash: string;
  /** Names the token in lists; gives no access. */
  readonly id: string;
  readonly userId: number;
  readonly name: string;
  readonly scope: PersonalTokenScope;
  /** Whether it may vote on requests, where a rule names the token. */
  readonly approves: boolean;
  /** The only environments that it may read and change; null for all. */
  readonly environmentIds: readonly number[] | null;
  readonly createdAt: number;
  /** From this time on the token is refused. */
  readonly expiresAt: number;
  /** Written at most once an hour. Null for a token that was never used. */
  readonly lastUsedAt: number | null;
}

export const personalTokensPerUserMax = 20;
export const personalTokenDaysMax = 366;
export const personalTokenDaysDefault = 90;
/** A token that is for more environments is for all. */
export const personalTokenEnvironmentsMax = 50;

const roleMaxOfScope: Readonly<Record<PersonalTokenScope, Role>> = {
  read: "viewer",
  write: "member",
  admin: "owner",
};

/** The role of a token, from its person's role: the scope can only lower it. */
export function roleInScope(role: Role, scope: PersonalTokenScope): Role {
  const roleMax = roleMaxOfScope[scope];
  return roleAtLeast(role, roleMax) ? roleMax : role;
}

/** Whether a token is for an environment; null stands for what belongs to none of them. */
export function isForEnvironment(
  { environmentIds }: Pick<PersonalToken, "environmentIds">,
  environmentId: number | null,
): boolean {
  return (
    environmentIds === null || (environmentId !== null && environmentIds.includes(environmentId))
  );
}

export function isPersonalTokenValid({ expiresAt }: PersonalToken, now: number): boolean {
  return now < expiresAt;
}
