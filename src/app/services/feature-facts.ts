import { type FeatureState, featureStateOf, type Gates } from "../../core/evaluation/gates.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { Feature, Longevity } from "../../core/model/feature.ts";
import { type FinishedRule, looksFinished } from "../../core/model/finished-rule.ts";
import { type Person, personOf } from "../../core/model/person.ts";
import type { State } from "../../core/model/state.ts";
import { ownToggle } from "../../core/model/state-lookups.ts";

export interface FactSource {
  readonly state: State;
  /** The rule of the environment's project. */
  readonly rule: FinishedRule;
  readonly environment: Environment;
  /** When the gates in force of each feature changed last (`LastChanges.of`). */
  readonly changes: ReadonlyMap<string, number>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * The facts that lists show of a feature in addition to its gates. Times are milliseconds since the
 * epoch.
 */
export interface FeatureFacts {
  readonly key: string;
  readonly state: FeatureState;
  readonly description: string | null;
  readonly longevity: Longevity | null;
  readonly tags: readonly string[];
  readonly owner: Person | null;
  readonly creator: Person | null;
  readonly createdAt: number;
  /** When the gates in force last changed; null if unknown. */
  readonly changedAt: number | null;
  /** Whether the environment has own gates; false for Production, which follows none. */
  readonly isOverridden: boolean;
  /** Whether longevity, state and the time of the last change show that it can be removed. */
  readonly looksFinished: boolean;
}

export function featureFacts(source: FactSource, feature: Feature, gates: Gates): FeatureFacts {
  const { state, rule, environment, changes, now } = source;
  const featureState = featureStateOf(gates);
  const changedAt = changes.get(feature.key) ?? null;
  return {
    key: feature.key,
    state: featureState,
    description: feature.description,
    longevity: feature.longevity,
    tags: feature.tags,
    owner: personOf(state, feature.ownerId),
    creator: personOf(state, feature.creatorId),
    createdAt: feature.createdAt,
    changedAt,
    isOverridden:
      environment.kind !== "production" && ownToggle(state, environment, feature.key) !== undefined,
    looksFinished:
      featureState !== "conditional" && looksFinished(rule, feature.longevity, changedAt, now),
  };
}
