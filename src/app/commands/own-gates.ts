import type { Feature } from "../../core/model/feature.ts";
import type { EnvironmentGates, FeatureFields } from "../../core/model/gate-difference.ts";
import type { State } from "../../core/model/state.ts";

/** The fields that a restored feature needs in addition to its gates. */
export function fieldsOf({
  id: _id,
  projectId: _project,
  key: _key,
  ...fields
}: Feature): FeatureFields {
  return fields;
}

/** The own gates of a feature in all environments that have some, by the environments' ids. */
export function ownGatesOfFeature(
  state: State,
  { projectId, key }: Feature,
): readonly EnvironmentGates[] {
  const found: EnvironmentGates[] = [];
  for (const [environmentId, toggles] of state.toggles) {
    const gates = toggles.get(key)?.gates;
    if (gates !== undefined && state.environments.get(environmentId)?.projectId === projectId) {
      found.push({ environmentId, gates });
    }
  }
  return found.sort((left, right) => left.environmentId - right.environmentId);
}

/**
 * As `ownGatesOfFeature` for every feature, by key, in steps: faster for many features than
 * searching all environments for each.
 */
export function* ownGatesByKey(
  state: State,
  projectId: number,
): Generator<void, ReadonlyMap<string, readonly EnvironmentGates[]>> {
  const found = new Map<string, EnvironmentGates[]>();
  const ids = [...state.toggles.keys()].sort((left, right) => left - right);
  for (const environmentId of ids) {
    if (state.environments.get(environmentId)?.projectId === projectId) {
      for (const { key, gates } of state.toggles.get(environmentId)?.values() ?? []) {
        const ofKey = found.get(key) ?? [];
        ofKey.push({ environmentId, gates });
        found.set(key, ofKey);
        yield;
      }
    }
  }
  return found;
}

/** `ownGatesByKey` of a state, computed on first use, as it reads all gates of a project. */
export class OwnGatesOnce {
  readonly #state: State;
  readonly #projectId: number;
  #byKey: ReadonlyMap<string, readonly EnvironmentGates[]> | undefined;

  constructor(state: State, projectId: number) {
    this.#state = state;
    this.#projectId = projectId;
  }

  *byKey(): Generator<void, ReadonlyMap<string, readonly EnvironmentGates[]>> {
    this.#byKey ??= yield* ownGatesByKey(this.#state, this.#projectId);
    return this.#byKey;
  }
}
