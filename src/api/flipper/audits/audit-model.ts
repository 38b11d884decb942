import { type Static, Type } from "@sinclair/typebox";
import { auditActions } from "../../../core/model/audit.ts";
import { dateTime, int64 } from "../../../http/openapi/documented-formats.ts";

const exact = { additionalProperties: false } as const;
const Count = Type.Integer({ minimum: 0, ...int64 });
const PageNumber = Type.Integer({ minimum: 1, ...int64 });
const OtherPage = Type.Union([PageNumber, Type.Null()]);

/** An audit (docs/api.md#audits). */
const AuditModel = Type.Object(
  {
    action: Type.Union(auditActions.map((action) => Type.Literal(action))),
    actor: Type.Object(
      { type: Type.Union([Type.Literal("Token"), Type.Literal("User")]), id: Type.String() },
      { ...exact, $id: "AuditActor", description: "A token, or a member." },
    ),
    target: Type.Object(
      { type: Type.Literal("Feature"), key: Type.String() },
      { ...exact, $id: "AuditTarget" },
    ),
    value: Type.Union([Type.String(), Type.Null()], {
      description: "The actor, group, percentage or expression; null for other actions.",
    }),
    created_at: Type.String(dateTime),
  },
  { ...exact, $id: "Audit" },
);

const AuditLimitsModel = Type.Union(
  [
    Type.Object({ limited: Type.Literal(false) }, { ...exact, $id: "UnlimitedAudits" }),
    Type.Object(
      { limited: Type.Literal(true), max_events: Count },
      { ...exact, $id: "LimitedAudits" },
    ),
  ],
  { $id: "AuditLimits", description: "Whether the plan shows only the latest audits." },
);

/** A page of audits (docs/api.md#audits). */
export const AuditListModel = Type.Object(
  {
    audits: Type.Array(AuditModel),
    pagination: Type.Object(
      {
        page: PageNumber,
        per: Type.Integer({ minimum: 1, maximum: 250 }),
        previous: OtherPage,
        next: OtherPage,
      },
      { ...exact, $id: "Pagination" },
    ),
    limits: AuditLimitsModel,
  },
  { ...exact, $id: "AuditList" },
);
export type AuditListModel = Static<typeof AuditListModel>;
