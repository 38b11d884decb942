import { Type } from "@sinclair/typebox";

const exact = { additionalProperties: false } as const;

const key = Type.String({ description: "The key of the feature." });
const errorDetails = Type.String({ description: "The reason, for people; its text may change." });

/** The body of an evaluation. */
export const EvaluationRequestModel = Type.Object(
  {
    context: Type.Optional(
      Type.Object(
        {
          targetingKey: Type.Optional(Type.String({ description: "The id of the actor." })),
          groups: Type.Optional(
            Type.Array(Type.String(), { description: "The groups that the actor is in." }),
          ),
        },
        {
          additionalProperties: true,
          description: "All other members are properties of the actor.",
        },
      ),
    ),
  },
  { $id: "EvaluationRequest" },
);

/** The result for one feature. */
export const FlagModel = Type.Object(
  {
    key,
    value: Type.Boolean({ description: "Whether the feature is enabled." }),
    reason: Type.Union(
      (["STATIC", "TARGETING_MATCH", "SPLIT"] as const).map((each) => Type.Literal(each)),
    ),
    variant: Type.Union([Type.Literal("on"), Type.Literal("off")]),
    metadata: Type.Object(
      {
        gate: Type.Optional(
          Type.String({ description: "The gate that matched; only for an enabled feature." }),
        ),
      },
      exact,
    ),
  },
  { ...exact, $id: "Flag" },
);

/** A refusal, or in an evaluation of all features the result of a feature that needs an actor. */
export const EvaluationFailureModel = Type.Object(
  {
    key: Type.Optional(key),
    errorCode: Type.Union(
      (
        [
          "FLAG_NOT_FOUND",
          "PARSE_ERROR",
          "INVALID_CONTEXT",
          "TARGETING_KEY_MISSING",
          "GENERAL",
        ] as const
      ).map((each) => Type.Literal(each)),
    ),
    errorDetails,
    metadata: Type.Object({}, exact),
  },
  { ...exact, $id: "EvaluationFailure" },
);

const EventStreamModel = Type.Object(
  {
    type: Type.Literal("sse"),
    endpoint: Type.Object(
      {
        requestUri: Type.String({
          description: "A path with a ticket, which gives access to anyone who has it.",
        }),
      },
      exact,
    ),
    inactivityDelaySec: Type.Integer(),
  },
  { ...exact, $id: "EventStream" },
);

/** The results for all features. */
export const BulkEvaluationModel = Type.Object(
  {
    flags: Type.Array(Type.Union([FlagModel, EvaluationFailureModel])),
    eventStreams: Type.Array(EventStreamModel),
  },
  { ...exact, $id: "BulkEvaluation" },
);
