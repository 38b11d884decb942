import { type Static, Type } from "@sinclair/typebox";
import { actorIdLengthMax, groupNameLengthMax } from "../../../core/evaluation/gates.ts";
import { force } from "./bulk-models.ts";
import { Count, codePointsUpTo, DescriptionBody, Percent, TypedKey } from "./feature-models.ts";
import { changeMember } from "./reason-models.ts";
import {
  environmentText,
  exactFields,
  listOf,
  nullable,
  oneOf,
  textUpTo,
  Written,
} from "./shared-models.ts";

export const appliedFeaturesMax = 1_000;
export const appliedEnvironmentsMax = 5_000;
const environmentsOfFeatureMax = 100;
const membersMax = 10_000;

const gateNames = [
  ...(["boolean", "expression", "groups", "actors"] as const),
  ...(["percentageOfActors", "percentageOfTime"] as const),
] as const;

const Members = (lengthMax: number) =>
  Type.Optional(listOf(codePointsUpTo(lengthMax, 1), { maxItems: membersMax, uniqueItems: true }));

const DeclaredGates = Type.Object(
  {
    environment: environmentText("The slug of the environment."),
    boolean: Type.Optional(Type.Boolean()),
    expression: Type.Optional(Type.Unknown({ description: "The expression, as JSON." })),
    groups: Members(groupNameLengthMax),
    actors: Members(actorIdLengthMax),
    percentageOfActors: Type.Optional(Percent),
    percentageOfTime: Type.Optional(Percent),
  },
  {
    ...exactFields,
    $id: "DeclaredGates",
    description: "All gates in one environment; a gate that is left out has its default.",
  },
);

const { description, longevity, tags } = DescriptionBody.properties;

const DeclaredFeature = Type.Object(
  {
    key: TypedKey,
    description: Type.Optional(description),
    longevity: Type.Optional(longevity),
    tags: Type.Optional(tags),
    environments: listOf(DeclaredGates, { maxItems: environmentsOfFeatureMax }),
    ignore: Type.Optional(
      listOf(oneOf(gateNames), {
        maxItems: gateNames.length,
        uniqueItems: true,
        description: "The gates that stay as they are.",
      }),
    ),
  },
  { ...exactFields, $id: "DeclaredFeature" },
);
export type DeclaredFeature = Static<typeof DeclaredFeature>;

const AppliedBase = Type.Object(
  {
    key: TypedKey,
    environment: nullable(environmentText("The slug of the environment.")),
    tag: textUpTo(100),
  },
  { ...exactFields, $id: "AppliedBase" },
);

const wanted = {
  features: listOf(DeclaredFeature, { maxItems: appliedFeaturesMax }),
  prune: Type.Optional({
    ...textUpTo(50, 1),
    description: "Deletes the features with this tag that are not in `features`.",
  }),
};

export const PreviewedFeatures = Type.Object(wanted, { ...exactFields, $id: "PreviewedFeatures" });

export const AppliedFeatures = Type.Object(
  {
    ...wanted,
    base: Type.Optional(
      listOf(AppliedBase, {
        maxItems: 2 * appliedEnvironmentsMax,
        description:
          "The `base` of a preview. If a feature has changed since, nothing is applied, and the answer is 409 `gate_changed`.",
      }),
    ),
    force: Type.Optional(force),
    ...changeMember,
  },
  { ...exactFields, $id: "AppliedFeatures" },
);

const Names = listOf(Type.String(), { description: "At most 100." });

const GateDifference = Type.Union(
  [
    Type.Object({
      gate: oneOf(["groups", "actors"]),
      added: Names,
      addedCount: Count,
      removed: Names,
      removedCount: Count,
    }),
    Type.Object({
      gate: oneOf(["boolean", "expression", "percentageOfActors", "percentageOfTime"]),
      before: Type.Unknown(),
      after: Type.Unknown(),
    }),
  ],
  { $id: "AppliedGateDifference" },
);
export type AppliedGateDifference = Static<typeof GateDifference>;

const Facts = Type.Object({
  description: Type.Optional(nullable(Type.String())),
  longevity: Type.Optional(nullable(Type.String())),
  tags: Type.Optional(listOf(Type.String())),
});

const AppliedChange = Type.Object(
  {
    key: Type.String(),
    kind: oneOf(["created", "changed", "deleted"]),
    described: nullable(
      Type.Object({ before: Facts, after: Facts }, { description: "The parts that differ." }),
    ),
    environments: listOf(
      Type.Object({
        environment: Type.String({ description: "The slug of the environment." }),
        pins: Type.Boolean({
          description: "Whether the feature followed Production there before.",
        }),
        gates: listOf(GateDifference),
      }),
    ),
  },
  { $id: "AppliedChange" },
);

const outcome = {
  changes: listOf(AppliedChange, { description: "Without features that stay as they are." }),
  base: listOf(AppliedBase, { description: "What the features were before." }),
};

export const AppliedAnswer = Type.Object(
  { ...Written.properties, ...outcome },
  { $id: "AppliedAnswer" },
);

export const AppliedPreview = Type.Object(
  {
    ...outcome,
    protected: listOf(Type.String(), {
      description: "The slugs of environments with changes that need approval.",
    }),
  },
  { $id: "AppliedPreview" },
);
