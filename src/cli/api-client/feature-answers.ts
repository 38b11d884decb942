import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { quote } from "../../core/text/quote.ts";
import { UnknownAnswer } from "./api-failure.ts";
import type { Immutable } from "./immutable.ts";

/*
 * The answers of the public routes (docs/api.md) as this client reads them. It ignores members and
 * gates that a later version adds.
 */

const GateAnswer = Type.Union([
  Type.Object({ key: Type.Literal("boolean"), name: Type.String(), value: Type.Boolean() }),
  Type.Object({
    key: Type.Literal("expression"),
    name: Type.String(),
    value: Type.Union([Type.Null(), Type.Record(Type.String(), Type.Unknown())]),
  }),
  Type.Object({
    key: Type.Union([Type.Literal("groups"), Type.Literal("actors")]),
    name: Type.String(),
    value: Type.Array(Type.String()),
  }),
  Type.Object({
    key: Type.Union([Type.Literal("percentage_of_actors"), Type.Literal("percentage_of_time")]),
    name: Type.String(),
    value: Type.Number({ minimum: 0, maximum: 100 }),
  }),
]);
export type GateAnswer = Immutable<Static<typeof GateAnswer>>;

export const FeatureStates = Type.Union([
  Type.Literal("on"),
  Type.Literal("off"),
  Type.Literal("conditional"),
]);

/** A feature as the server sends it, possibly with gates of a later version. */
export const SentFeature = Type.Object({
  key: Type.String(),
  state: FeatureStates,
  gates: Type.Array(
    Type.Object({ key: Type.String(), name: Type.String(), value: Type.Unknown() }),
  ),
});

/** A feature with the gates that this client knows (docs/api.md#feature-object). */
export const FeatureAnswer = Type.Object({
  key: Type.String(),
  state: FeatureStates,
  gates: Type.Array(GateAnswer),
});
export type FeatureAnswer = Immutable<Static<typeof FeatureAnswer>>;

const knownGates: ReadonlySet<string> = new Set([
  ...["boolean", "expression", "groups", "actors"],
  ...["percentage_of_actors", "percentage_of_time"],
]);

/** Removes unknown gates. Throws an UnknownAnswer for a known gate with an impossible value. */
export function featureOf({ gates, ...feature }: Static<typeof SentFeature>): FeatureAnswer {
  const known = gates.filter(({ key }) => knownGates.has(key));
  return { ...feature, gates: known.map((gate) => gateOf(feature.key, gate)) };
}

function gateOf(feature: string, gate: unknown): GateAnswer {
  if (!Value.Check(GateAnswer, gate)) {
    throw new UnknownAnswer(
      `the server sent gates of ${quote(feature)} that this version does not understand`,
    );
  }
  return gate;
}

export const SentFeatures = Type.Object({ features: Type.Array(SentFeature) });

/** The list without gates. */
export const FeatureKeysAnswer = Type.Object({
  features: Type.Array(Type.Object({ key: Type.String() })),
});

/** docs/api.md#actor-check */
export const ActorCheckAnswer = Type.Object({
  features: Type.Record(Type.String(), Type.Object({ enabled: Type.Boolean() })),
});

const Counts = {
  total: Type.Integer(),
  enabled: Type.Integer(),
  disabled: Type.Integer(),
};

/** docs/api.md#telemetry-summary */
export const SummaryAnswer = Type.Object({
  days: Type.Integer(),
  resolution: Type.Union([Type.Literal("hour"), Type.Literal("day")]),
  features: Type.Array(
    Type.Object({
      key: Type.String(),
      state: FeatureStates,
      summary: Type.Object({ ...Counts, enabled_rate: Type.Number() }),
      time_series: Type.Array(Type.Object({ timestamp: Type.String(), ...Counts })),
    }),
  ),
});
export type SummaryAnswer = Immutable<Static<typeof SummaryAnswer>>;
