import type { Gates } from "../evaluation/gates.ts";
import type { Passkey, Password, Session, SignInLink } from "./account.ts";
import type { Audit, AuditGroup } from "./audit.ts";
import type { ClockMark } from "./clock-mark.ts";
import type { Environment } from "./environment.ts";
import type { Feature } from "./feature.ts";
import type { PersonalToken } from "./personal-token.ts";
import type { Organization, Project } from "./project.ts";
import type { Replica } from "./replica.ts";
import type { Role } from "./role.ts";
import type { Token } from "./token.ts";
import type { User } from "./user.ts";
import type { DeliveryProgress, EventRange, Webhook } from "./webhook.ts";
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
    }
  | AccountChange
  | WebhookChange
  | { readonly kind: "replica.saved"; readonly replica: Replica }
  | { readonly kind: "replica.removed"; readonly replicaId: number }
  | { readonly kind: "clock.marked"; readonly mark: ClockMark }
  | { readonly kind: "revision.advanced"; readonly projectId: number; readonly revision: number };

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
