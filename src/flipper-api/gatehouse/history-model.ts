import { type Static, Type } from "@sinclair/typebox";
import { int64 } from "../../http/openapi/documented-formats.ts";
import { AuditLimitsModel, NumberedAuditModel } from "../audits/audit-model.ts";

/** The answer of GET gatehouse/audits (docs/api.md#audits-with-ids). */
export const HistoryListModel = Type.Object(
  {
    audits: Type.Array(NumberedAuditModel),
    next: Type.Union([Type.Integer({ minimum: 0, ...int64 }), Type.Null()], {
      description:
        "The `before` of the next page, which may have no audits; null at the end. With `after`: " +
        "the `after` of the next request.",
    }),
    limits: AuditLimitsModel,
  },
  { additionalProperties: false, $id: "NumberedAuditList" },
);
export type HistoryListModel = Static<typeof HistoryListModel>;
