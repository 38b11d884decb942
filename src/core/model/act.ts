import { isJsonObject } from "../text/json-object.ts";
import type { AuditActor } from "./audit.ts";

/**
 * What acts can be of (docs/governance.md#acts). Audits name the changes of features; acts name
 * every other change with an author.
 */
export const actKinds = [
  "audits.exported",
  "audits.removed",
  "change",
  "change.bypass_confirmed",
  "change.bypassed",
  "change.turned_off",
  "checkpoint.signed",
  "comment.deleted",
  "comment.edited",
  "environment.created",
  "environment.deleted",
  "feature.described",
  "group.added",
  "group.removed",
  "guard.alarm",
  "guard.mismatch",
  "guard.silent",
  "job.signed_in",
  "key.freed",
  "key.retired",
  "installation.moved",
  "installation.restored",
  "member.account_linked",
  "member.account_unlinked",
  "member.added",
  "member.environment_role_changed",
  "member.link_issued",
  "member.removed",
  "member.renamed",
  "member.role_changed",
  "passkey.added",
  "passkey.removed",
  "passkey.renamed",
  "password.changed",
  "personal_token.created",
  "personal_token.revoked",
  "plan.changed",
  "policy.changed",
  "project.changed",
  "project.created",
  "project.member_added",
  "project.member_removed",
  "project.retires_keys",
  "replica.created",
  "replica.removed",
  "request.applied",
  "request.approved",
  "request.changes_asked",
  "request.drifted",
  "request.expired",
  "request.failed",
  "request.missed",
  "request.opened",
  "request.rebased",
  "request.vote_withdrawn",
  "request.voted",
  "request.withdrawn",
  "rollout.done",
  "rollout.held",
  "rollout.paused",
  "rollout.resumed",
  "rollout.started",
  "rollout.stepped",
  "rollout.stopped",
  "session.ended",
  "session.started",
  "sign_in.failed",
  "sign_on.emergency_added",
  "sign_on.emergency_removed",
  "sign_on.rule_added",
  "sign_on.rule_removed",
  "signing_key.created",
  "signing_key.rotated",
  "token.changed",
  "token.created",
  "token.revoked",
  "trust_rule.added",
  "trust_rule.removed",
  "webhook.changed",
  "webhook.created",
  "webhook.deleted",
] as const;
export type ActKind = (typeof actKinds)[number];

/** `Shell` has direct access to the data, and `Server` acts by itself; their ids are null. */
export type ActActor = AuditActor | { readonly type: "Shell" | "Server"; readonly id: null };

/** Values of JSON. No secret, and no hash of a secret, may be in them. */
export type ActDetail =
  | string
  | number
  | boolean
  | null
  | readonly ActDetail[]
  | { readonly [name: string]: ActDetail };

export interface Act {
  readonly kind: ActKind;
  readonly actor: ActActor;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The environment that the act is about; missing for an act about the whole installation. */
  readonly environmentId?: number;
  readonly details: Readonly<Record<string, ActDetail>>;
  /** Why the author did it. */
  readonly reason?: string;
  /** Https addresses with more about the reason. */
  readonly links?: readonly string[];
  /** The audit whose hash the storage adds to the act: the act is about the end of its chain. */
  readonly sealed?: SealedAudit;
}

/** An audit that is about to be removed; the latest one of the environment without a sequence. */
export interface SealedAudit {
  readonly environmentId: number;
  readonly sequence?: number;
}

/** An act before its draft adds the time and the author. */
export interface NewAct extends Omit<Act, "at" | "actor"> {
  readonly actor?: ActActor;
}

/** A stored act: numbered from 1 in the order of the commits. */
export interface RecordedAct {
  readonly n: number;
  readonly at: number;
  /** JSON of an `ActBody`, exactly as it is hashed. */
  readonly body: string;
  /** SHA-256 of the chain up to this act, in lower-case hexadecimal. */
  readonly hash: string;
}

/** The stored members of an act besides its time. */
export interface ActBody extends Omit<Act, "at" | "sealed" | "environmentId"> {
  readonly environment?: number;
  readonly head?: ChainHead;
}

/** The latest audit of an environment, or the audit of a sequence, with its hash. */
export interface ChainHead {
  readonly sequence: number;
  /** Null if the audit is not hashed yet. */
  readonly hash: string | null;
}

export function isChainHead(value: unknown): value is ChainHead {
  return (
    isJsonObject(value) &&
    typeof value.sequence === "number" &&
    (value.hash === null || typeof value.hash === "string")
  );
}

/** The JSON of an act. */
export function actBody(
  { kind, actor, environmentId, details, reason, links }: Act,
  head: ChainHead | null,
): string {
  const body: ActBody = {
    kind,
    actor,
    ...(environmentId === undefined ? {} : { environment: environmentId }),
    details,
    ...(reason === undefined ? {} : { reason }),
    ...(links === undefined || links.length === 0 ? {} : { links }),
    ...(head === null ? {} : { head }),
  };
  return JSON.stringify(body).toWellFormed();
}

/** The author of an act from the author of a draft, such as `User 5`; the server without one. */
export function actorOfAuthor(author: string | null): ActActor {
  if (author === null) {
    return { type: "Server", id: null };
  }
  const [type = "", id = ""] = author.split(" ", 2);
  return type === "User" || type === "Token" ? { type, id } : { type: "Shell", id: null };
}
