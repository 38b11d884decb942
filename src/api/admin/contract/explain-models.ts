import { type Static, Type } from "@sinclair/typebox";
import type { ShownValue } from "../../../core/expressions/explained-term.ts";
import { Changes } from "./change-models.ts";
import { Count, Percent, TypedKey } from "./feature-models.ts";
import { ActorText, Groups } from "./gate-models.ts";
import { Moment, momentMembers } from "./past-models.ts";
import { exactFields, listOf, oneOf, textUpTo } from "./shared-models.ts";

const keysMax = 100;
const actorsMax = 100;
/** Each of them has reasons of its own, twice with changes. */
const separateActorsMax = 10;

const Properties = Type.Record(textUpTo(1_024), Type.Unknown(), {
  maxProperties: 1_000,
  description: "Properties of the actors for expressions.",
});

/** A check of several features, with the reason of each result. */
export const ExplainQuestion = Type.Object(
  {
    keys: listOf(TypedKey, {
      minItems: 1,
      maxItems: keysMax,
      description: "The features. Each is answered once.",
    }),
    actors: Type.Optional(
      listOf(ActorText, {
        maxItems: actorsMax,
        description: "The ids of the actors, which are checked together.",
      }),
    ),
    groups: Type.Optional({ ...Groups, description: "Groups that the actors are in." }),
    properties: Type.Optional(Properties),
    ...momentMembers,
    changes: Type.Optional({
      ...Changes,
      description:
        "Changes that are not saved, of the only feature in `keys`. The answer then has `changed` too.",
    }),
    each: Type.Optional(
      listOf(
        Type.Object(
          {
            actor: ActorText,
            groups: Type.Optional(Groups),
            properties: Type.Optional(Properties),
          },
          exactFields,
        ),
        {
          maxItems: separateActorsMax,
          description: "Actors that are checked one by one, for the only feature in `keys`.",
        },
      ),
    ),
  },
  { ...exactFields, $id: "ExplainQuestion" },
);

const termMembers = {
  operator: Type.Union([Type.String(), Type.Null()], { description: "Null for a constant." }),
  value: Type.Union(
    [
      Type.Object({
        type: oneOf([
          "text",
          "number",
          "boolean",
          "null",
          "time",
          "list",
          "object",
        ] satisfies ShownValue["type"][]),
        text: Type.String({ description: "Long values are cut." }),
      }),
      Type.Null(),
    ],
    { description: "The result; null if the evaluation failed." },
  ),
  error: Type.Union([Type.String(), Type.Null()], {
    description: "Why the evaluation of this operator failed.",
  }),
  decidedBy: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: "The first operand that decided the result of `All` or `Any`; null if all did.",
  }),
};
const TermMembers = Type.Object(termMembers);

/** An operator or a constant of an expression with its result, and the operands below it. */
export interface ExplainedTerm extends Static<typeof TermMembers> {
  readonly operands: readonly ExplainedTerm[];
}

const ExplainedTermModel = Type.Unsafe<ExplainedTerm>(
  Type.Recursive(
    (This) =>
      Type.Object(
        { ...termMembers, operands: Type.Array(This) },
        { description: "A part of an expression, with its result." },
      ),
    { $id: "ExplainedTerm" },
  ),
);

const opens = Type.Boolean({ description: "Whether the gate matches." });
const percentMembers = { opens, percentage: Percent };

/** The gates in the order of their evaluation. */
const ExplainedGateModel = Type.Union(
  [
    Type.Object({ gate: Type.Literal("boolean"), opens }),
    Type.Object({
      gate: Type.Literal("expression"),
      opens,
      actors: listOf(
        Type.Object({
          actor: Type.Union([Type.String(), Type.Null()], {
            description: "Null in a check without actors.",
          }),
          isTrue: Type.Boolean(),
          failed: Type.Boolean({
            description: "Whether the evaluation failed: then the gate does not match the actor.",
          }),
        }),
        { description: "Empty without an expression." },
      ),
      tree: Type.Optional({
        ...ExplainedTermModel,
        description:
          "The evaluation for the first actor with the result true, otherwise for the first actor. " +
          "Missing without an expression, and if the answer would be too long.",
      }),
      isInCycle: Type.Boolean({
        description:
          "Whether the feature and others refer to each other. Then the tree may differ from the " +
          "result of the gate.",
      }),
      fault: Type.Union([Type.String(), Type.Null()], {
        description:
          "Where and why the stored expression is faulty: Ruby's client raises, or reads it " +
          "differently. Null if it is not faulty.",
      }),
    }),
    Type.Object({
      gate: Type.Literal("actors"),
      opens,
      count: Count,
      matched: listOf(Type.String(), { description: "The actors that the gate has." }),
    }),
    Type.Object({
      gate: Type.Literal("percentageOfActors"),
      ...percentMembers,
      bucket: Type.Union([Type.Integer({ minimum: 0, maximum: 99_999 }), Type.Null()], {
        description: "Of all actors together; null without actors.",
      }),
      threshold: Type.Integer({
        minimum: 0,
        maximum: 100_000,
        description: "The gate matches buckets below this one.",
      }),
      opensAbove: Type.Union([Type.Number({ minimum: 0, maximum: 100 }), Type.Null()], {
        description: "The gate matches at every percentage above this one; null without actors.",
      }),
    }),
    Type.Object({ gate: Type.Literal("percentageOfTime"), ...percentMembers }),
    Type.Object({
      gate: Type.Literal("groups"),
      opens,
      groups: listOf(
        Type.Object({
          name: Type.String(),
          matches: Type.Boolean({ description: "Whether an actor is in it." }),
          isKnown: Type.Boolean({
            description: "Whether it is registered, or has a predicate in the application.",
          }),
        }),
      ),
    }),
  ],
  { $id: "ExplainedGate" },
);
export type ExplainedGate = Static<typeof ExplainedGateModel>;

const ExplainedFeatureModel = Type.Object(
  {
    key: Type.String(),
    known: Type.Boolean({ description: "Whether the feature exists." }),
    enabled: Type.Boolean(),
    chance: Type.Optional(
      Type.Boolean({
        description:
          "Only for a moment of the past: whether a percentage of time or the operator `Random` " +
          "decided, so that the result of that moment is unknown.",
      }),
    ),
    gates: listOf(ExplainedGateModel, {
      description: "In the order of their evaluation; empty for an unknown feature.",
    }),
  },
  { $id: "ExplainedFeature" },
);
export type ExplainedFeature = Static<typeof ExplainedFeatureModel>;

export const ExplainAnswer = Type.Object(
  {
    features: listOf(ExplainedFeatureModel),
    moment: Type.Optional(Moment),
    changed: Type.Optional(ExplainedFeatureModel),
    each: Type.Optional(
      listOf(
        Type.Object({
          actor: Type.String(),
          saved: ExplainedFeatureModel,
          changed: Type.Optional(ExplainedFeatureModel),
        }),
        { description: "In the order of the request." },
      ),
    ),
  },
  {
    $id: "ExplainAnswer",
    description: "`features` as they are saved, and with `changes` of the request also `changed`.",
  },
);
export type ExplainAnswer = Static<typeof ExplainAnswer>;
