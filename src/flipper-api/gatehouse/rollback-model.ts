import { type Static, Type } from "@sinclair/typebox";
import { int64 } from "../../http/openapi/documented-formats.ts";
import { auditActions } from "../../model/audit.ts";

const exact = { additionalProperties: false } as const;
const tagLengthMax = 100;

/** The body of POST gatehouse/rollback (docs/api.md#rollback). */
export const RollbackRequestModel = Type.Object(
  {
    key: Type.String({ description: "The feature." }),
    to: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: "The id of an audit: the gates as they were right after it.",
        ...int64,
      }),
    ),
    at: Type.Optional(
      Type.String({ description: "A time: the gates as they were then. Instead of `to`." }),
    ),
    dry_run: Type.Optional(Type.Boolean({ description: "Whether nothing is done." })),
    tag: Type.Optional(
      Type.String({
        maxLength: tagLengthMax,
        description: "Of an answer with `dry_run`: refused if anything else would be done now.",
      }),
    ),
  },
  { ...exact, $id: "RollbackRequest" },
);

const Count = Type.Integer({ minimum: 0 });

/** The answer of POST gatehouse/rollback (docs/api.md#rollback). */
export const RollbackModel = Type.Object(
  {
    key: Type.String(),
    feature: Type.Union(
      [
        ...(["created", "removed", "mirrored", "overridden"] as const).map((fate) =>
          Type.Literal(fate),
        ),
        Type.Null(),
      ],
      { description: "What happens beside the changes of gates; null for nothing." },
    ),
    changes: Type.Array(
      Type.Object(
        {
          action: Type.Union(auditActions.map((action) => Type.Literal(action))),
          value: Type.Union([Type.String(), Type.Null()]),
        },
        { ...exact, $id: "RollbackChange", description: "As in an audit." },
      ),
      { description: "The first 100." },
    ),
    change_count: Count,
    later_count: Type.Integer({ minimum: 0, description: "How many audits are taken back." }),
    tag: Type.String({ description: "Tells this rollback from others." }),
    done: Type.Boolean({ description: "False with `dry_run`." }),
  },
  { ...exact, $id: "Rollback" },
);
export type RollbackModel = Static<typeof RollbackModel>;
