import { type Static, Type } from "@sinclair/typebox";
import {
  descriptionLengthMax,
  tagLengthMax,
  tagsMax,
} from "../../../app/commands/feature-description.ts";
import { featureKeyLengthMax } from "../../../core/evaluation/feature-key.ts";
import type { Expression } from "../../../core/expressions/expression.ts";
import { longevities } from "../../../core/model/feature.ts";
import { emailLengthMax } from "../../../core/text/person-text.ts";
import { linesPattern, listedPattern } from "../../../core/text/text-patterns.ts";
import { FeatureColumn } from "./feature-column-models.ts";
import { RolloutOfFeature } from "./feature-rollout-models.ts";
import { reasonMember } from "./reason-models.ts";
import {
  EnvironmentPath,
  exactFields,
  Id,
  listOf,
  nullable,
  oneOf,
  Person,
  Time,
  textUpTo,
  Written,
} from "./shared-models.ts";

const gateNames = [
  "boolean",
  "expression",
  "groups",
  "actors",
  "percentageOfActors",
  "percentageOfTime",
] as const;
export const GateName = oneOf(gateNames);
export type GateName = Static<typeof GateName>;

export const Percent = Type.Integer({ minimum: 0, maximum: 100 });
export const Count = Type.Integer({ minimum: 0 });

/** An expression in its normalized form, at most 64 KiB of JSON. */
export const StoredExpression = Type.Unsafe<Expression>(
  Type.Recursive(
    (This) =>
      Type.Record(
        Type.String(),
        Type.Array(Type.Union([This, Type.String(), Type.Number(), Type.Boolean()])),
        {
          description:
            "One member: the name of an operator, with the list of its arguments. An argument is " +
            "an expression, a text, a number or a boolean.",
          minProperties: 1,
          maxProperties: 1,
        },
      ),
    { $id: "StoredExpression" },
  ),
);

export const FeatureState = oneOf(["on", "off", "conditional"]);
const Longevity = oneOf(longevities);

/** The gates of a row: enough for a sentence, whatever the size of the sets. */
export const GatesSummary = Type.Object(
  {
    boolean: Type.Boolean(),
    expression: nullable({
      ...StoredExpression,
      description: "Null also if it is longer than 1,000 bytes; then `hasExpression` is true.",
    }),
    hasExpression: Type.Boolean(),
    groups: listOf(Type.String(), { description: "The first three." }),
    groupCount: Count,
    actorCount: Count,
    percentageOfActors: Percent,
    percentageOfTime: Percent,
  },
  { $id: "SummarizedGates" },
);
export type GatesSummary = Static<typeof GatesSummary>;

/** All values of the gates, for programs. Quotas limit them. */
export const FeatureGates = Type.Object(
  {
    boolean: Type.Boolean(),
    expression: nullable(StoredExpression),
    groups: listOf(Type.String()),
    actors: listOf(Type.String()),
    percentageOfActors: Percent,
    percentageOfTime: Percent,
  },
  {
    $id: "FeatureGates",
    description: "All gates in force here; lists have them with `gates=true`.",
  },
);
export type FeatureGates = Static<typeof FeatureGates>;

export const GatesQuery = Type.Object(
  {
    gates: Type.Optional(
      Type.Literal("true", { description: "Adds all gates in force to each feature." }),
    ),
  },
  exactFields,
);

const rowMembers = {
  key: Type.String(),
  state: FeatureState,
  gates: GatesSummary,
  description: nullable(Type.String()),
  longevity: nullable(Longevity),
  tags: listOf(Type.String()),
  owner: nullable(Person),
  createdAt: Time,
  changedAt: nullable({
    ...Time,
    description:
      "When the gates in force here last changed, in milliseconds since 1970-01-01T00:00:00Z; null " +
      "if that is not known.",
  }),
  isOverridden: Type.Boolean({
    description: "Whether this environment has its own gates; always true in Production.",
  }),
  looksFinished: Type.Boolean({
    description:
      "Longevity, state and the time of the last change say that the feature can be removed.",
  }),
  rollout: RolloutOfFeature,
};

export const FeatureRow = Type.Object(
  {
    ...rowMembers,
    creator: Type.Optional({ ...nullable(Person), description: "With `gates=true`." }),
    allGates: Type.Optional(FeatureGates),
    columns: Type.Optional(
      listOf(nullable(FeatureColumn), {
        description:
          "With `columns=…`: the feature in each of these environments; null where it mirrors Production.",
      }),
    ),
  },
  { $id: "FeatureRow" },
);
export type FeatureRow = Static<typeof FeatureRow>;

export const FeatureRows = Type.Object(
  {
    revision: Type.Integer({ description: "The revision of the project." }),
    features: listOf(FeatureRow),
  },
  { $id: "FeatureRows" },
);

const tag = Type.String();

/** Tags of gate contents; a write sends the tag that its page showed. */
export const GateTags = Type.Object(
  {
    boolean: tag,
    expression: tag,
    groups: tag,
    actors: tag,
    percentageOfActors: tag,
    percentageOfTime: tag,
  } satisfies Record<GateName, typeof tag>,
  {
    $id: "GateTags",
    description: "One tag for each gate, to be sent as `seen` with a change of that gate.",
  },
);
export type GateTags = Static<typeof GateTags>;

export const FeatureAnswer = Type.Object(
  {
    ...rowMembers,
    creator: nullable(Person),
    expression: nullable(StoredExpression),
    expressionFault: Type.Union([Type.String(), Type.Null()], {
      description: "Where and why the stored expression is faulty; null if it is not.",
    }),
    groups: listOf(Type.String()),
    actors: listOf(Type.String(), {
      description: "The first 100, sorted; `gates.actorCount` is the number of all actors.",
    }),
    gateTags: GateTags,
    knownGroups: listOf(Type.String(), {
      description: "Groups that are registered, or known to the application with the server.",
    }),
    allowsUnknownGroups: Type.Boolean(),
    revision: Type.Integer({ description: "The revision of the project." }),
    allGates: Type.Optional(FeatureGates),
    overrides: listOf(Type.Object({ environment: Id, state: FeatureState, gates: GatesSummary }), {
      description:
        "Production and the environments with their own gates of this feature, at most 100; all others follow Production.",
    }),
    production: Type.Union([GatesSummary, Type.Null()], {
      description: "The gates in Production, if this environment overrides them.",
    }),
  },
  { $id: "FeatureDetails" },
);
export type FeatureAnswer = Static<typeof FeatureAnswer>;

/** Schemas count UTF-16 units. Commands count code points, which have at most two units. */
export const codePointsUpTo = (lengthMax: number, minLength = 0) =>
  textUpTo(lengthMax * 2, minLength);

/** The key of a feature as the user typed it. */
export const TypedKey = codePointsUpTo(featureKeyLengthMax);

/** The description of a feature. */
export const DescriptionBody = Type.Object({
  description: nullable(
    Type.String({
      // Line breaks and tabs are allowed, other control characters are not.
      pattern: linesPattern,
      maxLength: descriptionLengthMax,
    }),
  ),
  longevity: nullable(Longevity),
  tags: listOf(Type.String({ pattern: listedPattern, maxLength: tagLengthMax }), {
    maxItems: tagsMax,
  }),
  ownerId: nullable(Id),
});
export type DescriptionBody = Static<typeof DescriptionBody>;

export const FeatureDescription = Type.Partial(DescriptionBody, {
  ...exactFields,
  $id: "FeatureDescription",
});

/** The changes of a feature's description. */
export const FeatureDescriptionChange = Type.Object(
  {
    ...FeatureDescription.properties,
    owner: Type.Optional(
      Type.Union([codePointsUpTo(emailLengthMax, 1), Type.Null()], {
        description: "The e-mail address of a member, instead of `ownerId`.",
      }),
    ),
  },
  { ...exactFields, $id: "FeatureDescriptionChange" },
);

export const DescribedFeature = Type.Object(
  {
    ...Written.properties,
    feature: Type.Object({
      key: rowMembers.key,
      description: rowMembers.description,
      longevity: rowMembers.longevity,
      tags: rowMembers.tags,
      owner: rowMembers.owner,
      creator: nullable(Person),
      createdAt: Time,
    }),
  },
  { $id: "DescribedFeature" },
);

export const FeatureToCreate = Type.Object(
  {
    key: TypedKey,
    ...FeatureDescription.properties,
    mayExist: Type.Optional(
      Type.Boolean({
        description: "Whether an existing feature with this key is accepted; it stays unchanged.",
      }),
    ),
    ...reasonMember,
  },
  { ...exactFields, $id: "FeatureToCreate" },
);

export const CreatedFeature = Type.Object(
  {
    ...Written.properties,
    key: Type.String({
      description: "The key that was stored: white space around it is removed.",
    }),
    created: Type.Boolean({ description: "False if the feature existed already." }),
  },
  { $id: "CreatedFeature" },
);

/** The path of a feature in an environment. */
export const FeaturePath = Type.Object({
  ...EnvironmentPath.properties,
  key: Type.String({ description: "The key of the feature." }),
});
