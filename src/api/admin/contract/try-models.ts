import { type Static, Type } from "@sinclair/typebox";
import { Count, GateName, Percent } from "./feature-models.ts";
import { ActorText, Groups } from "./gate-models.ts";
import { exactFields, listOf, textUpTo } from "./shared-models.ts";

const reasonMembers = {
  operator: Type.String({ description: "Empty for a constant." }),
  value: Type.Optional(
    Type.Unknown({ description: "A JSON value; missing if the operand was not needed." }),
  ),
  decided: Type.Boolean({
    description: "Whether this operand decided the result of the operator above it.",
  }),
  error: Type.Optional(Type.String()),
  constant: Type.Optional(
    Type.Union([Type.String(), Type.Number(), Type.Boolean()], {
      description: "The value of a constant.",
    }),
  ),
};
const ReasonMembers = Type.Object(reasonMembers);

/** An operand of an expression with its value, and the operands below it. */
export interface ExpressionReason extends Static<typeof ReasonMembers> {
  readonly operands: readonly ExpressionReason[];
}

const ExpressionReasonModel = Type.Unsafe<ExpressionReason>(
  Type.Recursive(
    (This) =>
      Type.Object(
        { ...reasonMembers, operands: Type.Array(This) },
        { description: "An operator or a constant of an expression, with its value." },
      ),
    { $id: "ExpressionReason" },
  ),
);

/** Why a gate matches or does not match. */
export const GateReason = Type.Object(
  {
    gate: GateName,
    opens: Type.Boolean({ description: "Whether the gate matches." }),
    bucket: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 99_999, description: "Of `percentageOfActors`." }),
    ),
    threshold: Type.Optional(
      Type.Integer({ description: "`percentageOfActors` matches buckets below this number." }),
    ),
    percentage: Type.Optional({
      ...Percent,
      description: "Of `percentageOfActors` and `percentageOfTime`.",
    }),
    matched: Type.Optional(
      listOf(Type.String(), { description: "The actors or groups of the request that match." }),
    ),
    unknown: Type.Optional(
      listOf(Type.String(), {
        description: "Enabled groups that are neither registered nor in the request.",
      }),
    ),
    count: Type.Optional({ ...Count, description: "How many actors or groups the gate has." }),
    expression: Type.Optional(ExpressionReasonModel),
  },
  { $id: "GateReason" },
);
export type GateReason = Static<typeof GateReason>;

export const TryAnswer = Type.Object(
  { enabled: Type.Boolean(), gates: listOf(GateReason) },
  { $id: "TryAnswer" },
);
export type TryAnswer = Static<typeof TryAnswer>;

export const TryQuestion = Type.Object(
  {
    actors: listOf(ActorText, { maxItems: 100 }),
    groups: Groups,
    properties: Type.Record(textUpTo(1_024), Type.Unknown(), { maxProperties: 1_000 }),
  },
  { ...exactFields, $id: "TryQuestion" },
);
