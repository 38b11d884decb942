import type { GateDifference } from "./gate-difference.ts";

/** See docs/api.md#audits. */
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

/** The action whose value is an expression. */
export const expressionAction = "enable_expression" satisfies AuditAction;

/**
 * The author of a change: a token over HTTP, a user on the command line or in the application's
 * process.
 */
export interface AuditActor {
  readonly type: "Token" | "User";
  readonly id: string;
}

/** A change of one feature, in the history of its environment. */
export interface Audit {
  readonly environmentId: number;
  readonly actor: AuditActor;
  readonly action: AuditAction;
  readonly featureKey: string;
  /**
   * The actor id, group, percentage, or expression as JSON text; null for an action without a
   * value.
   */
  readonly value: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Missing in audits of versions that stored none. Never sent to API clients. */
  readonly undo?: AuditUndo;
  /**
   * Why the author made the change. Only the first audit of a command in an environment has it.
   * Never sent to clients of the Flipper API.
   */
  readonly reason?: string;
  /** The hash in hexadecimal that another storage stored; only in copies. */
  readonly hash?: string | undefined;
}

/** What undoes a change (docs/decisions.md#undo). */
export interface AuditUndo {
  /** The feature whose gates changed: a feature that is created again has another id. */
  readonly featureId: number;
  /** The sequence of the first audit of the same command in this environment. */
  readonly step: number;
  readonly difference: GateDifference;
  /** The sequence of the audit that a rollback undid. */
  readonly target?: number;
}

/**
 * Audits that differ in their value only, such as one for each actor in an import. The reason is the
 * reason of the first one.
 */
export interface AuditGroup extends Omit<Audit, "value"> {
  readonly values: readonly Audit["value"][];
}

export function auditsOfGroup({ values, reason, ...shared }: AuditGroup): readonly Audit[] {
  return values.map((value, index) =>
    index === 0 && reason !== undefined ? { ...shared, value, reason } : { ...shared, value },
  );
}

/** A stored audit. The sequence counts from 1 in each environment. */
export interface RecordedAudit extends Omit<Audit, "undo" | "reason" | "hash"> {
  readonly sequence: number;
}

/**
 * A stored audit with what undoes it. In audits of versions that stored no such data, all its
 * members except `sequence` are null; then `step` is the sequence.
 */
export interface HistoryAudit extends RecordedAudit {
  readonly featureId: number | null;
  readonly step: number;
  /** `large` represents a difference that was not read. */
  readonly difference: GateDifference | "large" | null;
  readonly target: number | null;
  /** The reason of the whole step; null without one, and if the first audit of the step was removed. */
  readonly reason: string | null;
}
