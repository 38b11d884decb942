import { type Static, Type } from "@sinclair/typebox";
import { featureKeyLengthMax } from "../../../core/evaluation/feature-key.ts";
import type { FeatureState } from "../../../core/evaluation/gates.ts";
import { environmentStates } from "../../../core/model/environment-state-names.ts";
import { FeatureGates, GatesQuery, GatesSummary } from "./feature-models.ts";
import { changeMember, reasonMember } from "./reason-models.ts";
import {
  environmentText,
  exactFields,
  Id,
  listOf,
  oneOf,
  Person,
  surrogates,
  Time,
  textUpTo,
  Written,
  WrittenStep,
} from "./shared-models.ts";

const Count = Type.Integer({ minimum: 0 });

export const EnvironmentRow = Type.Object(
  {
    id: Id,
    slug: Type.String(),
    name: Type.String(),
    state: oneOf(environmentStates),
    createdAt: Time,
    member: Type.Union([Person, Type.Null()], {
      description: "The owner of a personal environment.",
    }),
    overrideCount: Type.Integer({ description: "How many features have their own gates here." }),
    activeTokenCount: Count,
  },
  { $id: "EnvironmentRow" },
);
export type EnvironmentRow = Static<typeof EnvironmentRow>;

export const EnvironmentList = Type.Object(
  { environments: listOf(EnvironmentRow) },
  { $id: "EnvironmentList" },
);

export const NewCustomEnvironment = Type.Object(
  { name: textUpTo(1_000) },
  { ...exactFields, $id: "NewCustomEnvironment" },
);

export const AddedEnvironment = Type.Object(
  { ...Written.properties, environment: EnvironmentRow },
  { $id: "AddedEnvironment" },
);

export const DeletedEnvironment = Type.Object(AddedEnvironment.properties, {
  $id: "DeletedEnvironment",
});

export const TypedEnvironment = Type.Object(
  {
    typed: Type.String({
      maxLength: 1_000,
      description: "The name of the environment, or its slug.",
    }),
    ...reasonMember,
  },
  { ...exactFields, $id: "TypedEnvironment" },
);

export const MirroredKeys = Type.Object(
  {
    features: listOf(textUpTo(featureKeyLengthMax * surrogates, 1), {
      maxItems: 10_000,
      description: "The keys of the features; empty for all features with their own gates.",
    }),
    ...changeMember,
  },
  { ...exactFields, $id: "MirroredKeys" },
);

export const MirroredFeatures = Type.Object(
  {
    ...WrittenStep.properties,
    features: listOf(Type.String(), {
      description: "The keys of the features that had their own gates before.",
    }),
  },
  { $id: "MirroredFeatures" },
);

const states: readonly FeatureState[] = ["on", "off", "conditional"];

export const ComparedSide = Type.Object({
  state: oneOf(states),
  gates: GatesSummary,
  allGates: Type.Optional(FeatureGates),
});

export const ComparedFeature = Type.Object(
  {
    key: Type.String(),
    isDifferent: Type.Boolean(),
    left: ComparedSide,
    right: ComparedSide,
    actorsOnlyLeft: Type.Integer({ description: "How many actors only `left` has." }),
    actorsOnlyRight: Type.Integer({ description: "How many actors only `right` has." }),
  },
  { $id: "ComparedFeature" },
);
export type ComparedFeature = Static<typeof ComparedFeature>;

export const ComparedEnvironments = Type.Object(
  {
    featureCount: Count,
    differentCount: Count,
    features: listOf(ComparedFeature, {
      description:
        "Differences first, then the rest by key; 1,000 together. With `gates=true` all differences, " +
        "and no others.",
    }),
  },
  { $id: "ComparedEnvironments" },
);

export const EnvironmentPair = Type.Object(
  {
    a: environmentText("The environment on the left, as in a path."),
    b: environmentText("The environment on the right, as in a path."),
    ...GatesQuery.properties,
  },
  exactFields,
);
