import { type Static, Type } from "@sinclair/typebox";
import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { orNull, Timestamp, toTimestamp } from "./json-schemas.ts";

const publicMembers = {
  action: Type.String(),
  actor: Type.Object({ type: Type.String(), id: Type.String() }),
  target: Type.Object({ type: Type.String(), key: Type.String() }),
  value: orNull(Type.String(), "Such as an actor or a percentage; null if the action has none."),
  created_at: Timestamp,
};

/** An audit as `--json` prints it. */
export const AuditAnswer = Type.Object({
  id: orNull(Type.Integer(), "Null if the server does not report ids."),
  ...publicMembers,
  reason: orNull(Type.String(), "Why the change was made; null without a reason."),
  links: Type.Array(Type.String(), { description: "Addresses with more about the reason." }),
});
export type AuditAnswer = Immutable<Static<typeof AuditAnswer>>;

/** A page of the public route GET /audits (docs/api.md#audits). */
export const PublicAuditPage = Type.Object({
  audits: Type.Array(Type.Object(publicMembers)),
  pagination: Type.Object({ next: orNull(Type.Integer()) }),
});

type AuditRow = AnswerOf<"GET /environments/:environment/audits">["audits"][number];

/** Converts an audit of the Admin API. */
export function shownAudit(row: AuditRow): AuditAnswer {
  const { id, action, actor, featureKey, value, at, reason, links } = row;
  return {
    id,
    action,
    actor: { type: actor.type, id: actor.id },
    target: { type: "Feature", key: featureKey },
    value,
    created_at: toTimestamp(at),
    reason,
    links,
  };
}
