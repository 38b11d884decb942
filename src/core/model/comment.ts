import type { AuditActor } from "./audit.ts";

/** A remark about something. */
export interface Comment {
  readonly id: number;
  /**
   * The environment of the subject, with which the comment is deleted: Production for a feature. Null
   * for the comments on acts, which are kept for ever.
   */
  readonly environmentId: number | null;
  /** Such as `request:7`, `feature:12` with the id of the feature, or `act:91`. */
  readonly subject: string;
  readonly author: AuditActor;
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly editedAt: number | null;
}

export const commentsPerSubjectMax = 1_000;
/** In code points. */
export const commentLengthMax = 4_000;

export type CommentSubjectKind = "request" | "feature" | "act";

export function commentSubject(kind: CommentSubjectKind, id: number): string {
  return `${kind}:${id}`;
}
