import { type Static, Type } from "@sinclair/typebox";
import type { Immutable } from "./immutable.ts";

/* The answer of POST gatehouse/explain (docs/api.md#explain): why gates are open or closed. */

/** A value, as text of at most some hundred characters. */
const ShownValue = Type.Object({ type: Type.String(), text: Type.String() });

/** An operator or a constant of an expression with its result. */
export const ExplainedTermAnswer = Type.Recursive(
  (This) =>
    Type.Object({
      /** Null for a constant. */
      operator: Type.Union([Type.String(), Type.Null()]),
      /** Null if its evaluation failed. */
      value: Type.Union([ShownValue, Type.Null()]),
      error: Type.Union([Type.String(), Type.Null()]),
      /** The first operand that decided `All` or `Any`; null if all of them did. */
      decided_by: Type.Union([Type.Integer(), Type.Null()]),
      operands: Type.Array(This),
    }),
  { $id: "ExplainedTermAnswer" },
);
export type ExplainedTermAnswer = Immutable<Static<typeof ExplainedTermAnswer>>;

const opens = Type.Boolean();
const OrNullInteger = Type.Union([Type.Integer(), Type.Null()]);

const ExplainedGateAnswer = Type.Union([
  Type.Object({ gate: Type.Literal("boolean"), opens }),
  Type.Object({
    gate: Type.Literal("expression"),
    opens,
    actors: Type.Array(
      Type.Object({
        flipper_id: Type.Union([Type.String(), Type.Null()]),
        is_true: Type.Boolean(),
        failed: Type.Boolean(),
      }),
    ),
    tree: Type.Union([ExplainedTermAnswer, Type.Null()]),
    is_in_cycle: Type.Boolean(),
  }),
  Type.Object({
    gate: Type.Literal("actors"),
    opens,
    count: Type.Integer(),
    matched: Type.Array(Type.String()),
  }),
  Type.Object({
    gate: Type.Literal("percentage_of_actors"),
    opens,
    percentage: Type.Number(),
    /** 0 to 99,999; null without an actor. */
    bucket: OrNullInteger,
    /** The gate is open for buckets below this one. */
    threshold: Type.Number(),
  }),
  Type.Object({ gate: Type.Literal("percentage_of_time"), opens, percentage: Type.Number() }),
  Type.Object({
    gate: Type.Literal("groups"),
    opens,
    groups: Type.Array(
      Type.Object({ name: Type.String(), matches: Type.Boolean(), is_known: Type.Boolean() }),
    ),
  }),
]);
export type ExplainedGateAnswer = Immutable<Static<typeof ExplainedGateAnswer>>;

export const ExplainedFeatureAnswer = Type.Object({
  key: Type.String(),
  known: Type.Boolean(),
  enabled: Type.Boolean(),
  gates: Type.Array(ExplainedGateAnswer),
});
export type ExplainedFeatureAnswer = Immutable<Static<typeof ExplainedFeatureAnswer>>;

export const ExplainedFeatureList = Type.Object({ features: Type.Array(ExplainedFeatureAnswer) });
