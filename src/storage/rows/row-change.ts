import type { Passkey, Password, Session, SignInLink } from "../../core/model/account.ts";
import type { Policy } from "../../core/model/approval-policy.ts";
import type { ChangeRequest } from "../../core/model/change-request.ts";
import type { ClockMark } from "../../core/model/clock-mark.ts";
import type { Comment } from "../../core/model/comment.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { EnvironmentState } from "../../core/model/environment-state-names.ts";
import type { Feature } from "../../core/model/feature.ts";
import type { PersonalToken } from "../../core/model/personal-token.ts";
import type { Organization, Project } from "../../core/model/project.ts";
import type { Replica } from "../../core/model/replica.ts";
import type { RetiredKey } from "../../core/model/retired-key.ts";
import type { Role } from "../../core/model/role.ts";
import type { Rollout } from "../../core/model/rollout.ts";
import type { SavedView } from "../../core/model/saved-view.ts";
import type { SignOnRecord } from "../../core/model/sign-on.ts";
import type { Token } from "../../core/model/token.ts";
import type { User } from "../../core/model/user.ts";
import type { Webhook } from "../../core/model/webhook.ts";
import type { WebhookDelivery } from "../../core/model/webhook-delivery.ts";
import type { WebhookEvent } from "../../core/model/webhook-event.ts";

/** The rows of each table that both databases have. Fields without a column are not stored. */
export interface Rows {
  readonly organizations: Organization;
  readonly projects: Project & { readonly revision?: number };
  readonly users: User;
  readonly "organization members": OrganizationMember;
  readonly "project members": { readonly projectId: number; readonly userId: number };
  readonly environments: Environment & { readonly state: EnvironmentState };
  readonly tokens: Token;
  readonly groups: { readonly projectId: number; readonly name: string };
  readonly features: Feature;
  readonly clock: ClockMark & { readonly id: number };
  readonly passwords: Password;
  readonly links: SignInLink;
  readonly sessions: Session;
  readonly passkeys: Passkey;
  readonly "personal tokens": PersonalToken;
  readonly replicas: Replica;
  readonly views: SavedView;
  readonly policies: Policy;
  readonly requests: ChangeRequest;
  readonly rollouts: Rollout;
  readonly comments: Comment;
  readonly "retired keys": RetiredKey;
  readonly "retiring projects": { readonly projectId: number };
  readonly "sign-on records": { readonly key: string; readonly body: SignOnRecord };
  readonly webhooks: Webhook;
  readonly events: WebhookEvent;
  readonly deliveries: WebhookDelivery;
}

export interface OrganizationMember {
  readonly organizationId: number;
  readonly userId: number;
  readonly role: Role;
}

/** Adds a row, or changes the row with the same key. */
export interface RowSaved<Table, Row> {
  readonly kind: "row.saved";
  readonly table: Table;
  readonly row: Row;
}

/** Changes these columns of the row with these values, if it exists. */
export interface RowUpdated<Table, Row> {
  readonly kind: "row.updated";
  readonly table: Table;
  readonly where: Partial<Row>;
  readonly row: Partial<Row>;
}

/** Removes the rows with these values; with `through`, only rows up to that value. */
export interface RowsRemoved<Table, Row> {
  readonly kind: "rows.removed";
  readonly table: Table;
  readonly where: Partial<Row>;
  readonly through?: Partial<Row>;
}

export type RowChangeOf<Table extends keyof Rows> =
  | RowSaved<Table, Rows[Table]>
  | RowUpdated<Table, Rows[Table]>
  | RowsRemoved<Table, Rows[Table]>;

export type RowChange = { [Table in keyof Rows]: RowChangeOf<Table> }[keyof Rows];
