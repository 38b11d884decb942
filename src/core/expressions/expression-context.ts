import type { Crc32 } from "../percentages/bucket.ts";

/** Another feature, and whether it is enabled as far as that is known. */
export interface ReferencedFeature {
  readonly enabled: boolean;
}

/**
 * All inputs of an evaluation in addition to the expression: the evaluation itself reads no clock,
 * no random numbers and no other feature.
 */
export interface ExpressionContext {
  /**
   * The feature whose expression is evaluated. `PercentageOfActors` uses the buckets of this
   * feature.
   */
  readonly featureKey: string;
  /**
   * Properties of the actor, any JSON; empty without an actor. Only own keys are read. The creator
   * of the context sets `flipper_id` to the actor's id, which overrides a property with that name.
   */
  readonly properties: Readonly<Record<string, unknown>>;
  /**
   * The features that the expression refers to, checked for the same actors, in the order of
   * `CompiledExpression.references`. They are checked before the evaluation, so that no evaluation
   * runs inside another one.
   */
  readonly references: readonly ReferencedFeature[];
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * At least 0, below 1. `draw` is the position of the operator `Random` in its expression, so that
   * an operator that is evaluated twice can get the same number.
   */
  random(draw: number): number;
  readonly crc32: Crc32;
}
