import { type Static, Type } from "@sinclair/typebox";
import type { FeatureState } from "../../../core/evaluation/gates.ts";
import { integerFrom, oneOf } from "./shared-models.ts";

const states: readonly FeatureState[] = ["on", "off", "conditional"];
const gaugeKinds = ["everyone", "percentage", "chosen", "off"] as const;

/** A cell of a list, with the own gates of another environment. Empty gates are omitted. */
export const FeatureColumn = Type.Object(
  {
    kind: {
      ...oneOf(gaugeKinds),
      description:
        "`percentage` if a percentage is above 0; `chosen` for groups, actors or an expression alone.",
    },
    state: oneOf(states),
    percentageOfActors: Type.Optional(integerFrom(1, 100)),
    percentageOfTime: Type.Optional(integerFrom(1, 100)),
    actorCount: Type.Optional(Type.Integer({ minimum: 1 })),
    groupCount: Type.Optional(Type.Integer({ minimum: 1 })),
    hasExpression: Type.Optional(Type.Literal(true)),
  },
  { $id: "FeatureColumn" },
);
export type FeatureColumn = Static<typeof FeatureColumn>;
