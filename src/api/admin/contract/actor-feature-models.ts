import { type Static, Type } from "@sinclair/typebox";
import { featureKeyLengthMax } from "../../../core/evaluation/feature-key.ts";
import { Count, codePointsUpTo, GateName, Percent, StoredExpression } from "./feature-models.ts";
import { ActorText, Groups } from "./gate-models.ts";
import { Moment, momentMembers } from "./past-models.ts";
import {
  environmentText,
  exactFields,
  integerFrom,
  listOf,
  nullable,
  oneOf,
  textUpTo,
} from "./shared-models.ts";

const environmentsMax = 4;
export const actorFeaturesMax = 1_000;

/** An actor whose features are listed. */
export const ActorFeaturesQuestion = Type.Object(
  {
    actor: ActorText,
    groups: Type.Optional({ ...Groups, description: "Groups that the actor is in." }),
    properties: Type.Optional(
      Type.Record(textUpTo(1_024), Type.Unknown(), {
        maxProperties: 1_000,
        description: "Properties of the actor for expressions.",
      }),
    ),
    environments: Type.Optional(
      listOf(environmentText("An environment, as in a path."), {
        maxItems: environmentsMax,
        description: "Other environments of the project.",
      }),
    ),
    ...momentMembers,
    only: Type.Optional(oneOf(["on", "off", "close"])),
    text: Type.Optional({
      ...codePointsUpTo(featureKeyLengthMax),
      description: "Lists features whose keys contain this text in any letter case.",
    }),
    after: Type.Optional({
      ...codePointsUpTo(featureKeyLengthMax),
      description: "The `next` of the page before.",
    }),
    limit: Type.Optional({
      ...integerFrom(1, actorFeaturesMax),
      description: `How many features to list at most; ${actorFeaturesMax} unless sent.`,
    }),
  },
  { ...exactFields, $id: "ActorFeaturesQuestion" },
);

const ActorFeatureReason = Type.Object(
  {
    actorCount: { ...Count, description: "How many actors the gate `actors` has." },
    groupCount: { ...Count, description: "How many groups the gate `groups` has." },
    group: nullable(Type.String({ description: "The first enabled group that the actor is in." })),
    percentageOfTime: Percent,
    expression: Type.Union(
      [
        Type.Object({
          failed: Type.Boolean({ description: "Whether its evaluation failed for the actor." }),
          error: Type.Union([Type.String(), Type.Null()], {
            description: "Why it failed; null also if the answer would be too long.",
          }),
          expression: nullable({
            ...StoredExpression,
            description: "Null if it is longer than 1,000 bytes.",
          }),
        }),
        Type.Null(),
      ],
      { description: "Null without an expression." },
    ),
  },
  { $id: "ActorFeatureReason" },
);

export const ActorFeature = Type.Object(
  {
    key: Type.String(),
    enabled: Type.Boolean(),
    gate: Type.Union([GateName, Type.Null()], {
      description: "The first gate that matches; null if the feature is disabled.",
    }),
    chance: Type.Boolean({
      description:
        "Whether a percentage of time or the operator `Random` decides, so that the next check may " +
        "have another result.",
    }),
    bucket: integerFrom(0, 99_999),
    percentage: { ...Percent, description: "The percentage of actors." },
    opensFrom: Type.Integer({
      minimum: 1,
      maximum: 100,
      description: "The lowest whole percentage of actors that includes the actor.",
    }),
    pointsMissing: Type.Union([Percent, Type.Null()], {
      description:
        "For a disabled feature with a percentage of actors: how many points more enable it.",
    }),
    isClose: Type.Boolean({ description: "Whether at most 10 points are missing." }),
    reason: ActorFeatureReason,
    environments: listOf(
      Type.Object({
        enabled: Type.Boolean(),
        mirrorsProduction: Type.Boolean({
          description: "Whether the environment has no own gates for the feature.",
        }),
      }),
      { description: "In the order of `environments` of the answer." },
    ),
  },
  { $id: "ActorFeature" },
);
export type ActorFeature = Static<typeof ActorFeature>;

export const ActorFeatures = Type.Object(
  {
    counts: Type.Object(
      { all: Count, on: Count, off: Count, close: Count },
      { description: "Of all features, whatever the page and its filters." },
    ),
    environments: listOf(Type.String(), {
      description: "The slugs of the other environments, in the order of the request.",
    }),
    features: listOf(ActorFeature, { description: "Sorted by key." }),
    moment: Type.Optional(Moment),
    next: Type.Union([Type.String(), Type.Null()], {
      description: "The value of `after` for the next page; null at the end.",
    }),
  },
  { $id: "ActorFeatures" },
);
