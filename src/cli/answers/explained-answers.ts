import { type Static, Type } from "@sinclair/typebox";
import type { Immutable } from "../api-client/immutable.ts";
import { orNull } from "./json-schemas.ts";

/* The output of `check --why --json`: why gates match (docs/cli.md#check). */

/** A value, shortened to some hundred characters. */
const ShownValue = Type.Object({ type: Type.String(), text: Type.String() });

/** An operator or a constant of an expression with its result. */
export const ExplainedTermAnswer = Type.Recursive(
  (This) =>
    Type.Object({
      operator: orNull(Type.String(), "Null for a constant."),
      value: orNull(ShownValue, "Null if its evaluation failed."),
      error: orNull(Type.String(), "Why it failed."),
      decided_by: orNull(
        Type.Integer(),
        "The first operand that decided `All` or `Any`; null if all of them did.",
      ),
      operands: Type.Array(This),
    }),
  { $id: "ExplainedTermAnswer" },
);
export type ExplainedTermAnswer = Immutable<Static<typeof ExplainedTermAnswer>>;

const opens = Type.Boolean({ description: "Whether the gate matches." });

const ExplainedGateAnswer = Type.Union([
  Type.Object({ gate: Type.Literal("boolean"), opens }),
  Type.Object({
    gate: Type.Literal("expression"),
    opens,
    actors: Type.Array(
      Type.Object({
        flipper_id: orNull(Type.String(), "Null for a check without an actor."),
        is_true: Type.Boolean(),
        failed: Type.Boolean(),
      }),
    ),
    tree: orNull(ExplainedTermAnswer, "The result of each operator."),
    is_in_cycle: Type.Boolean({
      description: "Whether the features refer to each other in a cycle.",
    }),
    fault: Type.Optional(
      orNull(Type.String(), "Where and why the stored expression is faulty; null if it is valid."),
    ),
  }),
  Type.Object({
    gate: Type.Literal("actors"),
    opens,
    count: Type.Integer(),
    matched: Type.Array(Type.String(), { description: "The actors that the gate matches." }),
  }),
  Type.Object({
    gate: Type.Literal("percentage_of_actors"),
    opens,
    percentage: Type.Number(),
    bucket: orNull(Type.Integer(), "0 to 99,999; null without an actor."),
    threshold: Type.Number({ description: "The gate matches buckets below this number." }),
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
  known: Type.Boolean({ description: "Whether the feature exists." }),
  enabled: Type.Boolean(),
  chance: Type.Optional(
    Type.Boolean({
      description: "With --at: whether chance decided, so that the result of then is unknown.",
    }),
  ),
  gates: Type.Array(ExplainedGateAnswer),
});
export type ExplainedFeatureAnswer = Immutable<Static<typeof ExplainedFeatureAnswer>>;
