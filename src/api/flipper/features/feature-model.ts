import { type Static, Type } from "@sinclair/typebox";

const exact = { additionalProperties: false } as const;
const Percentage = Type.Integer({ minimum: 0, maximum: 100 });

function gate<Key extends string, Name extends string>(key: Key, name: Name) {
  return {
    key: Type.Literal(key),
    name: Type.Optional(
      Type.Literal(name, { description: "Left out by the parameter `exclude_gate_names`." }),
    ),
  };
}

/** An expression, as the server stores it (docs/api.md#expressions). */
export const ExpressionModel = Type.Record(Type.String(), Type.Array(Type.Unknown()), {
  $id: "Expression",
  description:
    "One member: the name of an operator, with the list of its arguments. An argument is an " +
    "expression, a text, a number or a boolean.",
  minProperties: 1,
  maxProperties: 1,
});

const ExpressionArgument = [Type.String(), Type.Number(), Type.Boolean()] as const;

/** An expression, as the server accepts it: a single argument needs no list. */
export const NewExpressionModel = Type.Record(
  Type.String(),
  Type.Union([
    Type.Array(Type.Unknown()),
    Type.Record(Type.String(), Type.Unknown(), {
      description: "An expression.",
      minProperties: 1,
      maxProperties: 1,
    }),
    ...ExpressionArgument,
  ]),
  {
    $id: "NewExpression",
    description:
      "One member: the name of an operator, with the list of its arguments or a single one. An " +
      "argument is an expression, a text, a number or a boolean.",
    minProperties: 1,
    maxProperties: 1,
  },
);

const GroupsModel = Type.Array(Type.String(), { uniqueItems: true });

/** A gate (docs/api.md#gates). */
const GateModel = Type.Union(
  [
    Type.Object(
      { ...gate("boolean", "boolean"), value: Type.Boolean() },
      { ...exact, $id: "BooleanGate" },
    ),
    Type.Object(
      { ...gate("expression", "expression"), value: Type.Union([Type.Null(), ExpressionModel]) },
      { ...exact, $id: "ExpressionGate", description: "Hosted deployment only." },
    ),
    Type.Object(
      { ...gate("groups", "group"), value: GroupsModel },
      { ...exact, $id: "GroupsGate" },
    ),
    Type.Object(
      { ...gate("actors", "actor"), value: GroupsModel },
      { ...exact, $id: "ActorsGate" },
    ),
    Type.Object(
      { ...gate("percentage_of_actors", "percentage_of_actors"), value: Percentage },
      { ...exact, $id: "PercentageOfActorsGate" },
    ),
    Type.Object(
      { ...gate("percentage_of_time", "percentage_of_time"), value: Percentage },
      { ...exact, $id: "PercentageOfTimeGate" },
    ),
  ],
  { $id: "Gate", discriminator: gateDiscriminator() },
);

/** Lets generated clients find the kind of a gate by its key. */
function gateDiscriminator() {
  const mapping = {
    boolean: "BooleanGate",
    expression: "ExpressionGate",
    groups: "GroupsGate",
    actors: "ActorsGate",
    percentage_of_actors: "PercentageOfActorsGate",
    percentage_of_time: "PercentageOfTimeGate",
  };
  return {
    propertyName: "key",
    mapping: Object.fromEntries(
      Object.entries(mapping).map(([key, name]) => [key, `#/components/schemas/${name}`]),
    ),
  };
}

/** A feature (docs/api.md#feature-object). */
export const FeatureModel = Type.Object(
  {
    key: Type.String({ description: "The name of the feature." }),
    state: Type.Union([Type.Literal("on"), Type.Literal("off"), Type.Literal("conditional")]),
    gates: Type.Optional(
      Type.Array(GateModel, { description: "Left out by the parameter `exclude_gates`." }),
    ),
  },
  { ...exact, $id: "Feature" },
);
export type FeatureModel = Static<typeof FeatureModel>;

/** The answer of GET /features (docs/api.md#features). */
export const FeatureListModel = Type.Object(
  { features: Type.Array(FeatureModel) },
  { ...exact, $id: "FeatureList" },
);
export type FeatureListModel = Static<typeof FeatureListModel>;

/** The answer of an actor check (docs/api.md#actor-check). */
export const ActorCheckModel = Type.Object(
  {
    flipper_id: Type.String(),
    features: Type.Record(
      Type.String(),
      Type.Object({ enabled: Type.Boolean() }, { ...exact, $id: "CheckedFeature" }),
      { description: "The results by feature." },
    ),
  },
  { ...exact, $id: "ActorCheck" },
);
export type ActorCheckModel = Static<typeof ActorCheckModel>;

const ExportedPercentage = Type.Union(
  [Percentage, Type.String({ pattern: "^0*(?:[0-9]{1,2}|100)(?:\\.0+)?$" }), Type.Null()],
  { description: "An integer from 0 to 100; exports have it as text." },
);
const ExportedNames = Type.Union([
  Type.Array(Type.Union([Type.String({ minLength: 1 }), Type.Number()])),
  Type.Null(),
]);

/** The export format, version 1 (docs/api.md#import-and-export). */
export const ExportModel = Type.Object(
  {
    version: Type.Optional(Type.Integer()),
    features: Type.Record(
      Type.String(),
      Type.Object(
        {
          boolean: Type.Optional(
            Type.Union(
              [
                Type.Boolean(),
                Type.Union([Type.Literal("true"), Type.Literal("false")]),
                Type.Null(),
              ],
              { description: "Exports have it as text." },
            ),
          ),
          groups: Type.Optional(ExportedNames),
          actors: Type.Optional(ExportedNames),
          expression: Type.Optional(
            Type.Union([NewExpressionModel, Type.Object({}, exact), Type.Null()]),
          ),
          percentage_of_actors: Type.Optional(ExportedPercentage),
          percentage_of_time: Type.Optional(ExportedPercentage),
        },
        {
          ...exact,
          $id: "ExportedFeature",
          description:
            "The values of the gates; missing ones are defaults. Other gates are ignored if they " +
            "hold nothing.",
        },
      ),
    ),
  },
  { $id: "Export" },
);
export type ExportModel = Static<typeof ExportModel>;
