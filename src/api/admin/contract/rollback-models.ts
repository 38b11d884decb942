import { Type } from "@sinclair/typebox";
import { auditActions } from "../../../core/model/audit.ts";
import { Count, TypedKey } from "./feature-models.ts";
import { changeMember } from "./reason-models.ts";
import { exactFields, Id, listOf, nullable, oneOf, Time, textUpTo } from "./shared-models.ts";

const timeMax = 8_640_000_000_000_000;

export const RollbackRequest = Type.Object(
  {
    key: { ...TypedKey, description: "The feature." },
    to: Type.Optional({
      ...Id,
      description: "The id of an audit: the gates as they were right after it.",
    }),
    at: Type.Optional({
      ...Time,
      minimum: 0,
      maximum: timeMax,
      description: "The gates as they were at this time, in milliseconds. Instead of `to`.",
    }),
    preview: Type.Optional(
      Type.Boolean({ description: "Whether to show the rollback, and change nothing." }),
    ),
    tag: Type.Optional({
      ...textUpTo(100),
      description: "The tag of a preview: any other rollback is refused.",
    }),
    typed: Type.Optional({
      ...TypedKey,
      description: "The feature's key, for rollbacks in Production that many actors notice.",
    }),
    ...changeMember,
  },
  { ...exactFields, $id: "RollbackRequest" },
);

export const RollbackAnswer = Type.Object(
  {
    key: Type.String(),
    feature: Type.Union([oneOf(["created", "removed", "mirrored", "overridden"]), Type.Null()], {
      description: "What happens to the feature, or to its gates in this environment.",
    }),
    changes: listOf(Type.Object({ action: oneOf(auditActions), value: nullable(Type.String()) }), {
      description: "The first 100, as in an audit.",
    }),
    changeCount: Count,
    laterCount: { ...Count, description: "How many audits are undone." },
    mustType: Type.Boolean({ description: "Whether the rollback needs `typed`." }),
    tag: Type.String({ description: "Identifies this rollback." }),
    done: Type.Boolean({ description: "False for a preview." }),
    revision: Type.Integer({ description: "The revision of the project." }),
  },
  { $id: "RollbackAnswer" },
);
