import { type Static, Type } from "@sinclair/typebox";

const exact = { additionalProperties: false } as const;
const Percentage = Type.Integer({ minimum: 0, maximum: 100 });

function gate<Key extends string, Name extends string>(key: Key, name: Name) {
  return {
    key: Type.Literal(key),
    // Left out by exclude_gate_names=true.
    name: Type.Optional(Type.Literal(name)),
  };
}

/** A gate (docs/api.md#gates). */
const GateModel = Type.Union([
  Type.Object({ ...gate("boolean", "boolean"), value: Type.Boolean() }, exact),
  Type.Object(
    {
      ...gate("expression", "expression"),
      value: Type.Union([Type.Null(), Type.Record(Type.String(), Type.Array(Type.Unknown()))]),
    },
    { ...exact, description: "Hosted deployment only." },
  ),
  Type.Object({ ...gate("groups", "group"), value: Type.Array(Type.String()) }, exact),
  Type.Object({ ...gate("actors", "actor"), value: Type.Array(Type.String()) }, exact),
  Type.Object(
    { ...gate("percentage_of_actors", "percentage_of_actors"), value: Percentage },
    exact,
  ),
  Type.Object({ ...gate("percentage_of_time", "percentage_of_time"), value: Percentage }, exact),
]);

/** A feature (docs/api.md#feature-object). */
export const FeatureModel = Type.Object(
  {
    key: Type.String(),
    state: Type.Union([Type.Literal("on"), Type.Literal("off"), Type.Literal("conditional")]),
    // Left out by exclude_gates=true.
    gates: Type.Optional(Type.Array(GateModel)),
  },
  exact,
);
export type FeatureModel = Static<typeof FeatureModel>;

/** The answer of GET /features (docs/api.md#features). */
export const FeatureListModel = Type.Object({ features: Type.Array(FeatureModel) }, exact);
export type FeatureListModel = Static<typeof FeatureListModel>;

/** The answer of an actor check (docs/api.md#actor-check). */
export const ActorCheckModel = Type.Object(
  {
    flipper_id: Type.String(),
    features: Type.Record(Type.String(), Type.Object({ enabled: Type.Boolean() }, exact)),
  },
  exact,
);
export type ActorCheckModel = Static<typeof ActorCheckModel>;

/** The export format, version 1 (docs/api.md#import-and-export). */
export const ExportModel = Type.Object({
  version: Type.Optional(Type.Unknown()),
  features: Type.Record(
    Type.String(),
    Type.Object({
      boolean: Type.Optional(Type.Union([Type.Null(), Type.String(), Type.Boolean()])),
      groups: Type.Optional(Type.Array(Type.String())),
      actors: Type.Optional(Type.Array(Type.String())),
      expression: Type.Optional(Type.Unknown()),
      percentage_of_actors: Type.Optional(Type.Union([Type.Null(), Type.String(), Type.Integer()])),
      percentage_of_time: Type.Optional(Type.Union([Type.Null(), Type.String(), Type.Integer()])),
    }),
  ),
});
