import { type Static, Type } from "@sinclair/typebox";
import { auditActions } from "../../model/audit.ts";

const exact = { additionalProperties: false } as const;
const PageNumber = Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]);

/** An audit (docs/api.md#audits). */
const AuditModel = Type.Object(
  {
    action: Type.Union(auditActions.map((action) => Type.Literal(action))),
    actor: Type.Object({ type: Type.String(), id: Type.String() }, exact),
    target: Type.Object({ type: Type.String(), key: Type.String() }, exact),
    value: Type.Union([Type.String(), Type.Null()]),
    created_at: Type.String({ description: "ISO 8601, UTC." }),
  },
  exact,
);

/** A page of audits (docs/api.md#audits). */
export const AuditListModel = Type.Object(
  {
    audits: Type.Array(AuditModel),
    pagination: Type.Object(
      {
        page: Type.Integer(),
        per: Type.Integer(),
        previous: PageNumber,
        next: PageNumber,
      },
      exact,
    ),
    limits: Type.Union([
      Type.Object({ limited: Type.Literal(false) }, exact),
      Type.Object({ limited: Type.Literal(true), max_events: Type.Integer() }, exact),
    ]),
  },
  exact,
);
export type AuditListModel = Static<typeof AuditListModel>;
