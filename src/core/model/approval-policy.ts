import type { AuditActor } from "./audit.ts";
import type { Role } from "./role.ts";

/** Approvals that a change needs, each from another approver. */
export interface ApprovalRule {
  readonly count: number;
  /** Members with one of these roles, or with more rights. */
  readonly roles: readonly Role[];
  /** Ids of members. */
  readonly members: readonly number[];
  /** Numbers are tokens of environments, texts are ids of personal tokens. */
  readonly tokens: readonly (number | string)[];
}

/** The rules of a protected environment (docs/governance.md#policies). */
export interface PolicyRules {
  /** Every rule must be met; no approval counts for two rules. */
  readonly rules: readonly ApprovalRule[];
  /** After so many days an open request expires. */
  readonly expiresDays: number;
  /** Ids of the tokens that write without a request. */
  readonly directTokens: readonly number[];
  readonly bypass: { readonly roles: readonly Role[] };
  /** Whether a person may close the gates of a feature without a request. */
  readonly turnOff: boolean;
  /** The changes of people that need a reason: all of them, or only those without a request. */
  readonly reason: "always" | "bypass";
  /** Whether the author's own approval counts. */
  readonly selfApproval: boolean;
}

export interface Policy {
  readonly environmentId: number;
  readonly rules: PolicyRules;
  /** The latest features that were turned off, whose gates were not changed since. */
  readonly turnedOff: readonly TurnedOff[];
  /** The latest changes without approval that no approver has looked at. */
  readonly bypasses: readonly Bypass[];
}

/** A person closed gates without approval; undoing it within an hour needs none either. */
export interface TurnedOff {
  /** The sequence of the audit. */
  readonly audit: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly keys: readonly string[];
}

/** A change without approval. */
export interface Bypass {
  /** The sequence of the first audit; null for a change without audits. */
  readonly audit: number | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly actor: AuditActor;
  readonly reason: string;
}

export const rulesMax = 5;
export const approvalsMax = 10;
export const approversMax = 100;
export const directTokensMax = 100;
export const expiresDaysDefault = 14;
export const expiresDaysMax = 365;
/** How many entries a policy keeps. */
export const turnedOffMax = 100;
export const bypassesMax = 100;
/** In code points. */
export const bypassReasonLengthMin = 10;
