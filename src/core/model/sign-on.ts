import { hashSecret } from "../secrets/random-secret.ts";
import type { Role, RoleInEnvironment } from "./role.ts";
import type { TokenAccess } from "./token.ts";

/*
 * Rules about who may do what, and how people sign in with a provider (docs/governance.md). All
 * times are milliseconds since the epoch.
 */

/** The role of a member in one environment. */
export interface EnvironmentRole {
  readonly kind: "environment_role";
  readonly environmentId: number;
  readonly userId: number;
  readonly role: RoleInEnvironment;
}

/** What the people of a provider's group are: everywhere, or in one environment. */
export interface GroupRule {
  readonly kind: "group_rule";
  readonly id: string;
  /** The name of the group, as the provider sends it. */
  readonly group: string;
  /** Null for the role in the organization. */
  readonly environmentId: number | null;
  readonly role: Role;
  readonly createdAt: number;
}

/** The account of a member at a provider. It is found by the issuer and the subject alone. */
export interface Identity {
  readonly kind: "identity";
  readonly issuer: string;
  readonly subject: string;
  readonly userId: number;
  /** Whether rules made the person a member, and not an owner. */
  readonly isManaged: boolean;
  /** The role in the organization that rules gave last; null for none. */
  readonly givenRole: Role | null;
  /** The role in the organization without rules; null for a person whom rules made a member. */
  readonly ownRole: Role | null;
  /** The environments in which rules gave a role. */
  readonly givenEnvironments: readonly number[];
  readonly createdAt: number;
  readonly lastUsedAt: number;
}

/** An owner who may sign in with a password while others must use the provider. */
export interface BreakGlass {
  readonly kind: "break_glass";
  readonly userId: number;
  readonly createdAt: number;
  /** Null before the first use. */
  readonly lastUsedAt: number | null;
}

/** Which tokens of a CI system are exchanged for tokens of an environment. */
export interface TrustRule {
  readonly kind: "trust_rule";
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly audience: string;
  /** The values that claims of the token must have. */
  readonly claims: Readonly<Record<string, string>>;
  readonly environmentId: number;
  readonly access: TokenAccess;
  /** The hash of the environment's token that stands for the rule; nobody knows its value. */
  readonly tokenHash: string;
  readonly createdAt: number;
}

/** A token that a job got for some minutes. Its key is that of the CI system's token, used once. */
export interface JobToken {
  readonly kind: "job_token";
  /** SHA-256 of the value, as lower-case hexadecimal. */
  readonly hash: string;
  /** Of the CI system's token: SHA-256 of the issuer and the id. */
  readonly usedId: string;
  readonly ruleId: string;
  readonly environmentId: number;
  readonly expiresAt: number;
}

export type SignOnRecord =
  | EnvironmentRole
  | GroupRule
  | Identity
  | BreakGlass
  | TrustRule
  | JobToken;

/** Bounds memory: all records of all kinds together. */
export const signOnRecordsMax = 20_000;
export const groupRulesMax = 500;
export const breakGlassMax = 2;
export const trustRulesMax = 200;
export const trustClaimsMax = 10;
export const jobTokenMs = 15 * 60_000;
/** Further jobs are refused until earlier tokens have expired. */
export const jobTokensMax = 5_000;

/** The key of a record in the state and in storage. */
export function signOnKey(record: SignOnRecord): string {
  switch (record.kind) {
    case "environment_role":
      return environmentRoleKey(record);
    case "group_rule":
      return groupRuleKey(record.id);
    case "identity":
      return identityKey(record);
    case "break_glass":
      return breakGlassKey(record.userId);
    case "trust_rule":
      return trustRuleKey(record.id);
    case "job_token":
      return jobTokenKey(record.hash);
  }
}

export function environmentRoleKey({
  environmentId,
  userId,
}: Pick<EnvironmentRole, "environmentId" | "userId">): string {
  return `environment_role ${environmentId} ${userId}`;
}

export function groupRuleKey(id: string): string {
  return `group_rule ${id}`;
}

/** A hash, because logs have the key. */
export function identityKey({ issuer, subject }: Pick<Identity, "issuer" | "subject">): string {
  return `identity ${hashSecret(JSON.stringify([issuer, subject]))}`;
}

export function breakGlassKey(userId: number): string {
  return `break_glass ${userId}`;
}

export function trustRuleKey(id: string): string {
  return `trust_rule ${id}`;
}

export function jobTokenKey(hash: string): string {
  return `job_token ${hash}`;
}

export type SignOnChange =
  | { readonly kind: "sign_on.saved"; readonly record: SignOnRecord }
  | { readonly kind: "sign_on.removed"; readonly key: string };
