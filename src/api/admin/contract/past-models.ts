import { type Static, Type } from "@sinclair/typebox";
import { ComparedSide } from "./environment-models.ts";
import { Count, GatesQuery } from "./feature-models.ts";
import { exactFields, Id, listOf, nullable, Time } from "./shared-models.ts";

const timeMax = 8_640_000_000_000_000;
const past = { ...Time, minimum: 0, maximum: timeMax };

/** The members of a question that choose a moment of the past. */
export const momentMembers = {
  at: Type.Optional({
    ...past,
    description: "A time of the past, in milliseconds: the features as they were then.",
  }),
  audit: Type.Optional({
    ...Id,
    description: "The id of an audit: the features right after it. Instead of `at`.",
  }),
};

export const Moment = Type.Object(
  {
    at: Time,
    audit: nullable({
      ...Id,
      description: "The latest audit of the environment at this moment; null if it had none.",
    }),
  },
  { $id: "Moment", description: "The moment of the past that was asked for." },
);

export const TimePair = Type.Object(
  {
    from: { ...past, description: "The earlier time, in milliseconds." },
    to: Type.Optional({ ...past, description: "The later time; now unless sent." }),
    ...GatesQuery.properties,
  },
  exactFields,
);

const SideThen = Type.Union([ComparedSide, Type.Null()], {
  description: "Null if the feature did not exist.",
});

export const FeatureAtTwoTimes = Type.Object(
  {
    key: Type.String(),
    left: SideThen,
    right: SideThen,
    actorsOnlyLeft: Type.Integer({ description: "How many actors only `left` has." }),
    actorsOnlyRight: Type.Integer({ description: "How many actors only `right` has." }),
  },
  { $id: "FeatureAtTwoTimes" },
);
export type FeatureAtTwoTimes = Static<typeof FeatureAtTwoTimes>;

export const ComparedTimes = Type.Object(
  {
    from: Time,
    to: Time,
    featureCount: { ...Count, description: "How many features existed at one of both times." },
    differentCount: Count,
    features: listOf(FeatureAtTwoTimes, {
      description:
        "The features whose gates in force differ, by key: the first 1,000, or all of them with " +
        "`gates=true`.",
    }),
  },
  { $id: "ComparedTimes" },
);
