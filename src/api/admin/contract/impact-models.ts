import { type Static, Type } from "@sinclair/typebox";
import { Changes } from "./change-models.ts";
import { Count, TypedKey } from "./feature-models.ts";
import { Commands } from "./request-models.ts";
import { exactFields, listOf, nullable, oneOf } from "./shared-models.ts";

export const AskedImpact = Type.Union(
  [
    Type.Object({ key: TypedKey, changes: Changes }, exactFields),
    Type.Object({ commands: Commands }, exactFields),
  ],
  {
    $id: "AskedImpact",
    description: "Changes of one feature, or the commands of a change request.",
  },
);

export type AskedImpact = Static<typeof AskedImpact>;

const Share = Type.Number({ minimum: 0, maximum: 1 });

const share = {
  share: Type.Union([Share, Type.Null()], {
    description: "The share of actors; null if it is unknown.",
  }),
  interval: Type.Union([Type.Object({ low: Share, high: Share }), Type.Null()], {
    description:
      "The share is in this interval with a confidence of 95 %. Null for an unknown share, and for one " +
      "that percentages give in expectation.",
  }),
};

const changedShare = (description: string) => Type.Object(share, { description });

const EnabledShare = Type.Object(
  {
    ...share,
    unknownBecause: listOf(oneOf(["expression", "actors", "groups"]), {
      description: "The gates on which an unknown share depends.",
    }),
  },
  { $id: "EnabledShare", description: "The share of actors for which the gates are enabled." },
);

const FeatureImpact = Type.Object(
  {
    key: Type.String(),
    checks: nullable({
      ...Count,
      description: "The evaluations of yesterday (UTC); null without telemetry of that day.",
    }),
    enabledShare: nullable({
      ...Share,
      description: "The share of the evaluations of yesterday with the result enabled.",
    }),
    before: EnabledShare,
    after: EnabledShare,
    gained: changedShare("The share of actors for which the feature becomes enabled."),
    lost: changedShare("The share of actors for which the feature becomes disabled."),
    mirroringCount: {
      ...Count,
      description:
        "How many other environments have the gates of Production for this feature; 0 for changes " +
        "of another environment.",
    },
  },
  { $id: "FeatureImpact" },
);

export const Impact = Type.Object(
  {
    sampleSize: nullable({
      ...Count,
      description:
        "How many sampled actors were evaluated; null if the project keeps no sample of actors.",
    }),
    features: listOf(FeatureImpact, { description: "Each changed feature, in order." }),
  },
  { $id: "Impact" },
);

export const SamplePolicy = Type.Object(
  {
    samplesActors: Type.Boolean({
      description: "Whether servers keep a sample of the actors that they check, in memory.",
    }),
  },
  { ...exactFields, $id: "SamplePolicy" },
);
