import { type Static, Type } from "@sinclair/typebox";
import { actorIdLengthMax, groupNameLengthMax } from "../../core/evaluation/gates.ts";

const exact = { additionalProperties: false } as const;
const names = (maxLength: number, description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength }), { uniqueItems: true, description }),
  );
const percentage = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description }));

const GatesInFile = Type.Object(
  {
    enabled: Type.Optional(
      Type.Boolean({ description: "Whether the feature is enabled for everyone." }),
    ),
    expression: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: "An expression, such as {Equal: [{Property: plan}, pro]}.",
      }),
    ),
    groups: names(groupNameLengthMax, "The names of groups."),
    actors: names(actorIdLengthMax, "The ids of actors, such as User;42."),
    percentage_of_actors: percentage("A percentage of all actors."),
    percentage_of_time: percentage("A percentage of all checks."),
  },
  {
    ...exact,
    description:
      "All gates of the feature in this environment. A gate that is left out has its default.",
  },
);

export const gatesInFile = [
  ...(["enabled", "expression", "groups", "actors"] as const),
  ...(["percentage_of_actors", "percentage_of_time"] as const),
] as const;

const FeatureInFile = Type.Object(
  {
    description: Type.Optional(Type.String({ maxLength: 2_000 })),
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: 20, uniqueItems: true }),
    ),
    longevity: Type.Optional(
      Type.Union([Type.Literal("temporary"), Type.Literal("permanent")], {
        description: "Whether the feature shall be removed one day.",
      }),
    ),
    environments: Type.Optional(
      Type.Record(Type.String(), GatesInFile, {
        description:
          "The gates by the slug of the environment. Other environments stay as they are.",
      }),
    ),
    ignore: Type.Optional(
      Type.Array(Type.Union(gatesInFile.map((gate) => Type.Literal(gate))), {
        uniqueItems: true,
        description: "Gates that stay as they are in the listed environments.",
      }),
    ),
  },
  exact,
);

/** A file of features (docs/flags-as-code.md). */
export const FeatureFile = Type.Object(
  {
    version: Type.Literal(1, { description: "The version of this format." }),
    project: Type.Optional(
      Type.String({ minLength: 1, description: "The name of the project; by default the first." }),
    ),
    scope: Type.Optional(
      Type.Object(
        { tag: Type.String({ minLength: 1, maxLength: 50 }) },
        {
          ...exact,
          description: "With --prune, features with this tag that are not listed are deleted.",
        },
      ),
    ),
    features: Type.Record(Type.String(), FeatureInFile, {
      description: "The features by their keys. Features that are not listed stay as they are.",
    }),
  },
  exact,
);
export type FeatureFile = Static<typeof FeatureFile>;
export type FeatureInFile = FeatureFile["features"][string];
export type GatesInFile = Static<typeof GatesInFile>;
