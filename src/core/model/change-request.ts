import type { ListedGates } from "../evaluation/gates.ts";
import type { PolicyRules } from "./approval-policy.ts";
import type { AuditActor } from "./audit.ts";
import type { FeatureCommand } from "./feature-command.ts";
import type { RolloutPlan } from "./rollout.ts";

/** One change that a request asks for, in the environment of the request. */
export type RequestCommand =
  | FeatureCommand
  /** Null removes the policy. */
  | { readonly kind: "policy"; readonly rules: PolicyRules | null }
  | ({ readonly kind: "rollout"; readonly key: string } & RolloutPlan)
  | {
      /** Lets a rollout go on whose gates were changed. */
      readonly kind: "resume";
      readonly key: string;
      readonly rolloutId: number;
      /** `Rollout.step`, which must still be the latest one. */
      readonly step: number;
    };

export type RequestCommandKind = RequestCommand["kind"];

/** When an approved request is applied: when its author says so, at once, or at a time. */
export type RequestApply =
  | { readonly kind: "author" | "approved" }
  /** Milliseconds since the epoch. */
  | { readonly kind: "at"; readonly at: number };

/** What a feature was in an environment when the request was written. */
export interface RequestBase {
  readonly environmentId: number;
  readonly key: string;
  /** Null for a feature that does not exist. */
  readonly featureId: number | null;
  readonly own: "own" | "mirrored" | "missing";
  /** SHA-256 of the gates in force; empty for a missing feature. */
  readonly sha256: string;
  /** The gates in force, unless they are too large to be kept. */
  readonly gates: ListedGates | null;
}

/** The base of a command `policy`: SHA-256 of the rules, and empty without a policy. */
export interface PolicyBase {
  readonly sha256: string;
  readonly rules: PolicyRules | null;
}

/** Someone who votes: a member, or a token with its own vote. */
export type Voter =
  | { readonly type: "User"; readonly id: number }
  | { readonly type: "Token"; readonly id: number }
  | { readonly type: "PersonalToken"; readonly id: string };

export interface Vote {
  readonly voter: Voter;
  /** The owner of the token, or the member. */
  readonly userId: number;
  readonly kind: "approve" | "ask";
  readonly text: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export const requestStates = ["open", "drifted", "applied", "withdrawn", "expired"] as const;
export type RequestState = (typeof requestStates)[number];

/** A change that waits for approvals (docs/governance.md#change-requests). */
export interface ChangeRequest {
  readonly id: number;
  readonly environmentId: number;
  readonly author: AuditActor;
  readonly title: string;
  /** Why the change is made; null without one. */
  readonly reason: string | null;
  readonly state: RequestState;
  /** Rises with each change of the content or the base, which costs all votes. */
  readonly revision: number;
  readonly base: readonly RequestBase[];
  /** Null unless the request changes the policy. */
  readonly policyBase: PolicyBase | null;
  readonly commands: readonly RequestCommand[];
  readonly apply: RequestApply;
  /** What approvers approve: SHA-256 of the environment, `apply`, the base and the commands. */
  readonly hash: string;
  readonly votes: readonly Vote[];
  /** Milliseconds since the epoch. */
  readonly openedAt: number;
  readonly expiresAt: number;
  /** When the time of `apply` passed without an approval; null otherwise. */
  readonly missedAt: number | null;
  /** Why the server could not apply the request by itself; null otherwise. */
  readonly failure: string | null;
  readonly endedAt: number | null;
  readonly endedBy: AuditActor | null;
  /** The sequences of the audits of its changes; null without changes. */
  readonly firstAudit: number | null;
  readonly lastAudit: number | null;
}

export function isOpenRequest({ state }: Pick<ChangeRequest, "state">): boolean {
  return state === "open" || state === "drifted";
}

export const openRequestsMax = 1_000;
export const requestCommandsMax = 1_000;
/** For the commands and the base of a request, as JSON. */
export const requestBytesMax = 8 * 1024 * 1024;
/** For all open requests of an environment, which are in memory. */
export const openRequestBytesMax = 64 * 1024 * 1024;
/** In code points. */
export const requestTitleLengthMax = 200;
export const voteTextLengthMax = 4_000;
