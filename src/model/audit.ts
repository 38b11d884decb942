/** SPEC.md 2.8. */
export const auditActions = [
  "enable",
  "disable",
  "enable_actor",
  "disable_actor",
  "enable_group",
  "disable_group",
  "percentage_of_actors",
  "percentage_of_time",
  "clear",
  "create",
  "remove",
  "mirror",
  "rollback",
  "enable_expression",
  "disable_expression",
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Who changed something: a token over HTTP, a user in the shell or in process. */
export interface AuditActor {
  readonly type: "Token" | "User";
  readonly id: string;
}

/** One change of one feature, in the history of the environment it was made in. */
export interface Audit {
  readonly environmentId: number;
  readonly actor: AuditActor;
  readonly action: AuditAction;
  readonly featureKey: string;
  /** The actor id, group, percentage, or expression as JSON text; null where there is none. */
  readonly value: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** An audit in its place: sequences count from 1 in each environment, without gaps at the end. */
export interface RecordedAudit extends Audit {
  readonly sequence: number;
}
