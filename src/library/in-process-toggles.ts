import type { Actor } from "../core/evaluation/actor-context.ts";
import type { FeatureState, ListedGates } from "../core/evaluation/gates.ts";

/** The actor of `enabled`: an id, an actor with properties, or a list of them. */
export type ActorArgument = string | Actor | readonly (string | Actor)[];

/** The actor of a gate: an id, or an object with one. */
export type GateActor = string | Pick<Actor, "flipperId">;

/** A feature at the time of the read; it does not change. */
export interface FeatureInfo {
  readonly key: string;
  readonly state: FeatureState;
  readonly gates: ListedGates;
}

export interface GroupOptions {
  /** Whether an unregistered group may be enabled. */
  readonly allowUnregistered?: boolean;
}

/**
 * The toggles in the application's own process, without HTTP. Changes follow the rules of the API's
 * routes (docs/api.md#gate-routes) and are audited in the same way. A promise resolves when its
 * change is durable, and rejects with a `GatehouseError` if it is refused. With data in memory a
 * change is visible when the call returns; otherwise when its promise resolves.
 */
export interface InProcessToggles {
  /**
   * Whether a feature is enabled: no HTTP, no SQL. An unknown feature is disabled. Null and undefined
   * mean no actor. If a group predicate throws, only its gate does not match, and `onFault` gets the
   * error.
   */
  enabled(feature: string, actor?: ActorArgument | null): boolean;
  /** All features, sorted by key; empty before a new data directory is set up. */
  features(): readonly FeatureInfo[];

  /** Creates a feature, unless it exists. The key is normalized as in POST /features. */
  create(feature: string): Promise<void>;
  /** Deletes a feature; a no-op for an unknown one. */
  remove(feature: string): Promise<void>;
  /** Sets every gate to its default; a no-op for an unknown feature. */
  clear(feature: string): Promise<void>;

  /**
   * Enables a feature for everyone, and resets its other gates. Creates a missing feature, as all
   * methods below do.
   */
  enable(feature: string): Promise<FeatureInfo>;
  /** Disables a feature for everyone: resets all its gates. */
  disable(feature: string): Promise<FeatureInfo>;
  enableActor(feature: string, actor: GateActor): Promise<FeatureInfo>;
  disableActor(feature: string, actor: GateActor): Promise<FeatureInfo>;
  enableGroup(feature: string, group: string, options?: GroupOptions): Promise<FeatureInfo>;
  disableGroup(feature: string, group: string): Promise<FeatureInfo>;
  /** An integer from 0 to 100. */
  enablePercentageOfActors(feature: string, percentage: number): Promise<FeatureInfo>;
  disablePercentageOfActors(feature: string): Promise<FeatureInfo>;
  /** An integer from 0 to 100. */
  enablePercentageOfTime(feature: string, percentage: number): Promise<FeatureInfo>;
  disablePercentageOfTime(feature: string): Promise<FeatureInfo>;
}
