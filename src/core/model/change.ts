import type { Gates } from "../evaluation/gates.ts";
import type { Passkey, Password, Session, SignInLink } from "./account.ts";
import type { Act, ActKind, RecordedAct } from "./act.ts";
import type { Policy } from "./approval-policy.ts";
import type { Audit, AuditActor, AuditGroup } from "./audit.ts";
import type { ChangeRequest } from "./change-request.ts";
import type { ClockMark } from "./clock-mark.ts";
import type { Comment } from "./comment.ts";
import type { Environment } from "./environment.ts";
import type { Feature } from "./feature.ts";
import type { PersonalToken } from "./personal-token.ts";
import type { Organization, Project } from "./project.ts";
import type { Replica } from "./replica.ts";
import type { RetiredKey } from "./retired-key.ts";
import type { Role } from "./role.ts";
import type { Rollout } from "./rollout.ts";
import type { SavedView } from "./saved-view.ts";
import type { SignOnChange } from "./sign-on.ts";
import type { SigningKey } from "./signing-key.ts";
import type { Token } from "./token.ts";
import type { User } from "./user.ts";
import type { DeliveryProgress, EventRange, Webhook, WebhookEventType } from "./webhook.ts";
import type { WebhookDelivery } from "./webhook-delivery.ts";
import type { WebhookEvent } from "./webhook-event.ts";

/**
 * One change of the data. The same list of changes is applied to the state in memory and to the
 * rows in storage, so that the two stay equal.
 */
export type Change =
  | { readonly kind: "organization.saved"; readonly organization: Organization }
  | { readonly kind: "project.saved"; readonly project: Project }
  | { readonly kind: "user.saved"; readonly user: User }
  | {
      /** Adds a member, or changes a member's role. */
      readonly kind: "organization.member_saved";
      readonly organizationId: number;
      readonly userId: number;
      readonly role: Role;
    }
  | {
      readonly kind: "organization.member_removed";
      readonly organizationId: number;
      readonly userId: number;
    }
  | {
      readonly kind: "project.member_added" | "project.member_removed";
      readonly projectId: number;
      readonly userId: number;
    }
  | { readonly kind: "environment.created"; readonly environment: Environment }
  | { readonly kind: "environment.deleted"; readonly environmentId: number }
  | { readonly kind: "token.saved"; readonly token: Token }
  | { readonly kind: "tokens.used"; readonly hashes: readonly string[]; readonly usedAt: number }
  | {
      readonly kind: "group.added" | "group.removed";
      readonly projectId: number;
      readonly name: string;
    }
  | { readonly kind: "feature.saved"; readonly feature: Feature }
  | { readonly kind: "feature.removed"; readonly feature: Feature }
  | {
      readonly kind: "gates.written";
      readonly environmentId: number;
      readonly feature: Feature;
      /** The gates in storage before the change, so that an adapter writes only the difference. */
      readonly before: Gates | null;
      readonly after: Gates;
    }
  | {
      readonly kind: "override.dropped";
      readonly environmentId: number;
      readonly feature: Feature;
    }
  | { readonly kind: "audit.recorded"; readonly audit: Audit }
  | { readonly kind: "audits.recorded"; readonly audits: AuditGroup }
  | {
      readonly kind: "audits.removed";
      readonly environmentId: number;
      /** The sequence of the latest audit to remove; earlier audits are removed too. */
      readonly through: number;
      /** The hash of that audit; only in copies, which never had it. */
      readonly hash?: string | undefined;
    }
  | RecordChange
  | AccountChange
  | WebhookChange
  | GovernanceChange
  | RetiredKeyChange
  | { readonly kind: "view.saved"; readonly view: SavedView }
  | { readonly kind: "view.removed"; readonly viewId: string }
  | SignOnChange
  | { readonly kind: "replica.saved"; readonly replica: Replica }
  | { readonly kind: "replica.removed"; readonly replicaId: number }
  | { readonly kind: "clock.marked"; readonly mark: ClockMark }
  | { readonly kind: "revision.advanced"; readonly projectId: number; readonly revision: number };

/** A change of the record of acts. It changes no state, and only storages with audits have it. */
export type RecordChange =
  | { readonly kind: "act.recorded"; readonly act: Act }
  /** Acts of another storage, with their numbers and hashes; only in copies. */
  | { readonly kind: "acts.copied"; readonly acts: readonly RecordedAct[] }
  | { readonly kind: "signing_key.saved"; readonly key: SigningKey }
  /** Replaces the id that the chains name; only in copies, first in a batch, before any audit. */
  | { readonly kind: "installation.identified"; readonly id: string };
/** A change of retired keys. */
export type RetiredKeyChange =
  | { readonly kind: "key.retired"; readonly retired: RetiredKey }
  | { readonly kind: "key.freed"; readonly projectId: number; readonly key: string }
  | {
      /** Whether deletions over the Flipper API retire the key. */
      readonly kind: "project.retires_keys";
      readonly projectId: number;
      readonly isOn: boolean;
    };

/** A change of members' credentials. */
export type AccountChange =
  | { readonly kind: "password.saved"; readonly password: Password }
  /** Replaces the user's other link. */
  | { readonly kind: "sign_in_link.saved"; readonly link: SignInLink }
  | { readonly kind: "sign_in_link.removed"; readonly userId: number }
  | { readonly kind: "session.saved"; readonly session: Session }
  | { readonly kind: "sessions.ended"; readonly hashes: readonly string[] }
  | { readonly kind: "passkey.saved"; readonly passkey: Passkey }
  | { readonly kind: "passkey.removed"; readonly passkeyId: string }
  | { readonly kind: "personal_token.saved"; readonly token: PersonalToken }
  | { readonly kind: "personal_tokens.removed"; readonly hashes: readonly string[] }
  /** Removes the user's password, link, sessions, passkeys and personal tokens. */
  | { readonly kind: "credentials.removed"; readonly userId: number };

/** A change of policies, requests and rollouts. */
export type GovernanceChange =
  | { readonly kind: "policy.saved"; readonly policy: Policy; readonly noted?: NotedEvent }
  | {
      readonly kind: "policy.removed";
      readonly environmentId: number;
      readonly noted?: NotedEvent;
    }
  | {
      readonly kind: "request.saved";
      readonly request: ChangeRequest;
      readonly noted?: NotedEvent;
    }
  | {
      readonly kind: "rollout.saved";
      readonly rollout: Rollout;
      readonly noted?: NotedEvent;
    }
  | CommentChange;

/** The comments of a deleted feature are deleted with it. */
export type CommentChange =
  | { readonly kind: "comment.saved"; readonly comment: Comment }
  | {
      /** Does nothing if the comment is gone: another server may delete it at the same time. */
      readonly kind: "comment.edited";
      readonly commentId: number;
      readonly subject: string;
      readonly text: string;
      readonly editedAt: number;
    }
  | { readonly kind: "comment.deleted"; readonly commentId: number; readonly subject: string };

/** The webhook event of a change that has several, and the kind of its act. */
export interface NotedEvent {
  readonly type: Extract<WebhookEventType, ActKind>;
  /** Null for the server itself. */
  readonly actor: AuditActor | null;
  readonly reason: string | null;
  /** The features that changed. */
  readonly keys?: readonly string[];
}

/** A change of endpoints, of their events, or of their deliveries. */
export type WebhookChange =
  | { readonly kind: "webhook.saved"; readonly webhook: Webhook }
  /** Removes the endpoint's deliveries too. */
  | { readonly kind: "webhook.deleted"; readonly webhookId: number }
  | {
      readonly kind: "webhook.progressed";
      readonly webhookId: number;
      readonly progress: DeliveryProgress;
      /** The events that this change makes the endpoint miss. */
      readonly lost?: EventRange;
    }
  /** Removes the oldest deliveries above `deliveriesPerWebhookMax`. */
  | { readonly kind: "webhook_delivery.recorded"; readonly delivery: WebhookDelivery }
  /** Ids rise. From time to time, removes events whose ids are `webhookEventsMax` below the latest. */
  | { readonly kind: "webhook_events.recorded"; readonly events: readonly WebhookEvent[] }
  /** Removes the events up to an id. */
  | { readonly kind: "webhook_events.removed"; readonly through: number };
