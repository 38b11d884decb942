import type { Crc32 } from "../percentages/bucket.ts";

/**
 * All inputs of an evaluation beside the expression: the evaluation itself reads no clock, no
 * random numbers and no other feature.
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
  /** Milliseconds since the epoch. */
  now(): number;
  /** At least 0, below 1. */
  random(): number;
  readonly crc32: Crc32;
  /** Whether another feature is enabled for the same actor. The implementation ends cycles. */
  enabled(featureKey: string): boolean;
}
