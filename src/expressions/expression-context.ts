import type { Crc32 } from "../percentages/bucket.ts";

/**
 * What an expression may know while it is evaluated (DESIGN.md section 2): evaluation itself reads
 * no clock, no randomness and no other feature.
 */
export interface ExpressionContext {
  /** The feature whose gate this is: percentages of actors start from it. */
  readonly featureKey: string;
  /**
   * What is known of the actor, any JSON, empty without one; only own keys count. Whoever builds
   * the context puts the actor's id in as `flipper_id`, over any property of that name.
   */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** At least 0, below 1. */
  random(): number;
  readonly crc32: Crc32;
  /** Whether another feature is enabled for the same actor; whoever answers ends cycles. */
  enabled(featureKey: string): boolean;
}
