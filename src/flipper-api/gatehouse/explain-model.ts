import { type Static, Type } from "@sinclair/typebox";

const exact = { additionalProperties: false } as const;
const keysMax = 100;
const actorsMax = 10;
const groupsMax = 1_000;

/** The body of POST gatehouse/explain (docs/api.md#explain). */
export const ExplainRequestModel = Type.Object(
  {
    keys: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: keysMax,
      description: "The features. Each is answered once.",
    }),
    actors: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: actorsMax,
        description: "The ids of the actors, which are checked together.",
      }),
    ),
    groups: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: groupsMax,
        description: "Groups that the actors are in.",
      }),
    ),
    properties: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: "Properties of the actors for expressions.",
      }),
    ),
  },
  { ...exact, $id: "ExplainRequest" },
);

const ValueModel = Type.Object(
  {
    type: Type.Union(
      (["text", "number", "boolean", "null", "time", "list", "object"] as const).map((type) =>
        Type.Literal(type),
      ),
    ),
    text: Type.String({ description: "Long values are cut." }),
  },
  { ...exact, $id: "ExplainedValue" },
);

const TermModel = Type.Object(
  {
    operator: Type.Union([Type.String(), Type.Null()], { description: "Null for a constant." }),
    value: Type.Union([ValueModel, Type.Null()], {
      description: "The result; null if the evaluation failed.",
    }),
    error: Type.Union([Type.String(), Type.Null()], {
      description: "Why the evaluation of this operator failed.",
    }),
    decided_by: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: "The operand that decided the result of `All` or `Any`; null if all did.",
    }),
    operands: Type.Array(Type.Unknown(), { description: "Terms of the same form." }),
  },
  { ...exact, $id: "ExplainedTerm", description: "A part of an expression, with its result." },
);

const opens = Type.Boolean({ description: "Whether the gate opens for these actors." });
const Count = Type.Integer({ minimum: 0 });
const Percentage = Type.Integer({ minimum: 0, maximum: 100 });

const gateModels = {
  boolean: Type.Object(
    { gate: Type.Literal("boolean"), opens },
    { ...exact, $id: "ExplainedBoolean" },
  ),
  expression: Type.Object(
    {
      gate: Type.Literal("expression"),
      opens,
      actors: Type.Array(
        Type.Object(
          {
            flipper_id: Type.Union([Type.String(), Type.Null()], {
              description: "Null in a check without actors.",
            }),
            is_true: Type.Boolean(),
            failed: Type.Boolean({
              description: "Whether the evaluation failed, which closes the gate for this actor.",
            }),
          },
          { ...exact, $id: "ExplainedActor" },
        ),
        { description: "Empty without an expression." },
      ),
      tree: Type.Union([TermModel, Type.Null()], {
        description:
          "The evaluation for the first actor for whom it is true, else for the first one. Null " +
          "without an expression, and if the answer would be too long.",
      }),
      is_in_cycle: Type.Boolean({
        description:
          "Whether the feature and others refer to each other. Then the tree may differ from the " +
          "answer of the gate.",
      }),
      fault: Type.Union([Type.String(), Type.Null()], {
        description:
          "Where and why the stored expression is faulty: Ruby's client raises, or reads it " +
          "differently. Null if it is not faulty.",
      }),
    },
    { ...exact, $id: "ExplainedExpression" },
  ),
  actors: Type.Object(
    {
      gate: Type.Literal("actors"),
      opens,
      count: Count,
      matched: Type.Array(Type.String(), { description: "The actors that the gate has." }),
    },
    { ...exact, $id: "ExplainedActors" },
  ),
  percentage_of_actors: Type.Object(
    {
      gate: Type.Literal("percentage_of_actors"),
      opens,
      percentage: Percentage,
      bucket: Type.Union([Type.Integer({ minimum: 0, maximum: 99_999 }), Type.Null()], {
        description: "Of all actors together; null without actors.",
      }),
      threshold: Type.Integer({
        minimum: 0,
        maximum: 100_000,
        description: "The gate is open for buckets below this one.",
      }),
      opens_above: Type.Union([Type.Number({ minimum: 0, maximum: 100 }), Type.Null()], {
        description: "The gate opens at every percentage above this one; null without actors.",
      }),
    },
    { ...exact, $id: "ExplainedPercentageOfActors" },
  ),
  percentage_of_time: Type.Object(
    { gate: Type.Literal("percentage_of_time"), opens, percentage: Percentage },
    { ...exact, $id: "ExplainedPercentageOfTime" },
  ),
  groups: Type.Object(
    {
      gate: Type.Literal("groups"),
      opens,
      groups: Type.Array(
        Type.Object(
          {
            name: Type.String(),
            matches: Type.Boolean({ description: "Whether an actor is in it." }),
            is_known: Type.Boolean({
              description: "Whether it is registered, or has a predicate in the host.",
            }),
          },
          { ...exact, $id: "ExplainedGroup" },
        ),
      ),
    },
    { ...exact, $id: "ExplainedGroups" },
  ),
} as const;

/** The gates in the order of their evaluation. */
const GateModel = Type.Union(
  [
    gateModels.boolean,
    gateModels.expression,
    gateModels.actors,
    gateModels.percentage_of_actors,
    gateModels.percentage_of_time,
    gateModels.groups,
  ],
  {
    $id: "ExplainedGate",
    discriminator: {
      propertyName: "gate",
      mapping: Object.fromEntries(
        Object.entries(gateModels).map(([gate, { $id }]) => [gate, `#/components/schemas/${$id}`]),
      ),
    },
  },
);
export type ExplainedGateModel = Static<typeof GateModel>;
export type ExplainedTermModel = Static<typeof TermModel>;

const FeatureModel = Type.Object(
  {
    key: Type.String(),
    known: Type.Boolean({ description: "Whether there is such a feature." }),
    enabled: Type.Boolean(),
    gates: Type.Array(GateModel, {
      description: "In the order of their evaluation; empty for an unknown feature.",
    }),
  },
  { ...exact, $id: "ExplainedFeature" },
);
export type ExplainedFeatureModel = Static<typeof FeatureModel>;

/** The answer of POST gatehouse/explain (docs/api.md#explain). */
export const ExplainAnswerModel = Type.Object(
  { features: Type.Array(FeatureModel) },
  { ...exact, $id: "ExplainAnswer" },
);
export type ExplainAnswerModel = Static<typeof ExplainAnswerModel>;
