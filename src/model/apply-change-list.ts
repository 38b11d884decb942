import { addedGateBytes, gateBytes } from "../toggles/gate-bytes.ts";
import { Toggle } from "../toggles/toggle.ts";
import { applyChange } from "./apply-change.ts";
import type { Change } from "./change.ts";
import { CopyOnWriteMaps } from "./copy-on-write-maps.ts";
import type { Feature } from "./feature.ts";
import type { State } from "./state.ts";
import { addStoredBytes, type StoredBytes } from "./stored-bytes.ts";

/** For fewer changes, applying them one by one is faster than creating mutable copies of maps. */
const batchedChangesMin = 16;

/**
 * The state after a list of changes: the same as with `applyChange` for each. Many changes of
 * features in a row, as in an import, copy each map once, and search the environments for removed
 * features once.
 */
export function applyChangeList(state: State, changes: readonly Change[]): State {
  if (changes.length < batchedChangesMin) {
    return changes.reduce(applyChange, state);
  }
  let batch = new FeatureBatch(state);
  for (const change of changes) {
    if (!batch.apply(change)) {
      batch = new FeatureBatch(applyChange(batch.finish(), change));
    }
  }
  return batch.finish();
}

/** Consecutive changes of features and gates, applied to mutable copies of the maps they change. */
class FeatureBatch {
  readonly #state: State;
  readonly #features: CopyOnWriteMaps<Feature>;
  readonly #toggles: CopyOnWriteMaps<Toggle>;
  #lastId: number;
  /** The bytes that were added to the gates of each environment. */
  readonly #addedBytes = new Map<number, number>();
  /** Keys of removed features that are still in the maps, by project. */
  #removed = new Map<number, Set<string>>();

  constructor(state: State) {
    this.#state = state;
    this.#features = new CopyOnWriteMaps(state.features);
    this.#toggles = new CopyOnWriteMaps(state.toggles);
    this.#lastId = state.lastIds.feature;
  }

  /** Applies a change of features or gates. Returns false and does nothing for another change. */
  apply(change: Change): boolean {
    switch (change.kind) {
      case "audit.recorded":
        return true;
      case "feature.removed":
        this.#remove(change.feature);
        return true;
      case "feature.saved": {
        const { feature } = change;
        this.#deleteRemoved();
        this.#features.edit(feature.projectId).set(feature.key, feature);
        this.#lastId = Math.max(this.#lastId, feature.id);
        return true;
      }
      case "gates.written": {
        const { environmentId, feature, after } = change;
        this.#deleteRemoved();
        const toggles = this.#toggles.edit(environmentId);
        const before = toggles.get(feature.key);
        this.#addBytes(
          environmentId,
          before === undefined
            ? gateBytes(feature.key, after)
            : addedGateBytes(before.gates, after),
        );
        toggles.set(feature.key, new Toggle(feature.key, after));
        return true;
      }
      default:
        return false;
    }
  }

  finish(): State {
    this.#deleteRemoved();
    const { lastIds } = this.#state;
    return {
      ...this.#state,
      features: this.#features.finish(),
      toggles: this.#toggles.finish(),
      storedBytes: this.#storedBytes(),
      lastIds: this.#lastId === lastIds.feature ? lastIds : { ...lastIds, feature: this.#lastId },
    };
  }

  #storedBytes(): StoredBytes {
    let { storedBytes } = this.#state;
    for (const [environmentId, bytes] of this.#addedBytes) {
      const projectId = this.#state.environments.get(environmentId)?.projectId;
      if (projectId !== undefined) {
        storedBytes = addStoredBytes(storedBytes, { environmentId, projectId }, bytes);
      }
    }
    return storedBytes;
  }

  #addBytes(environmentId: number, bytes: number): void {
    this.#addedBytes.set(environmentId, (this.#addedBytes.get(environmentId) ?? 0) + bytes);
  }

  #remove({ projectId, key }: Feature): void {
    const keys = this.#removed.get(projectId) ?? new Set<string>();
    this.#removed.set(projectId, keys.add(key));
  }

  #deleteRemoved(): void {
    if (this.#removed.size === 0) {
      return;
    }
    for (const [projectId, keys] of this.#removed) {
      this.#features.delete(projectId, keys);
    }
    for (const environmentId of this.#toggles.ids()) {
      const projectId = this.#state.environments.get(environmentId)?.projectId;
      const keys = projectId === undefined ? undefined : this.#removed.get(projectId);
      if (keys !== undefined) {
        for (const { key, gates } of this.#toggles.delete(environmentId, keys)) {
          this.#addBytes(environmentId, -gateBytes(key, gates));
        }
      }
    }
    this.#removed = new Map();
  }
}
