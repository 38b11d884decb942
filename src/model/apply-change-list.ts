import { Toggle } from "../toggles/toggle.ts";
import { applyChange } from "./apply-change.ts";
import type { Change } from "./change.ts";
import { CopyOnWriteMaps } from "./copy-on-write-maps.ts";
import type { Feature } from "./feature.ts";
import type { State } from "./state.ts";

/** Below this, copying what each change touches costs less than preparing to edit it. */
const editedMin = 16;

/**
 * The state after changes, as `applyChange` gives it one by one. Of many changes of features, as an
 * import makes, each map is copied once, and environments are searched once for what is removed.
 */
export function applyChangeList(state: State, changes: readonly Change[]): State {
  if (changes.length < editedMin) {
    return changes.reduce(applyChange, state);
  }
  let edit = new FeatureEdit(state);
  for (const change of changes) {
    if (!edit.apply(change)) {
      edit = new FeatureEdit(applyChange(edit.finish(), change));
    }
  }
  return edit.finish();
}

class FeatureEdit {
  readonly #state: State;
  readonly #features: CopyOnWriteMaps<Feature>;
  readonly #toggles: CopyOnWriteMaps<Toggle>;
  #lastId: number;
  /** Keys that are still to be removed, by project. */
  #removed = new Map<number, Set<string>>();

  constructor(state: State) {
    this.#state = state;
    this.#features = new CopyOnWriteMaps(state.features);
    this.#toggles = new CopyOnWriteMaps(state.toggles);
    this.#lastId = state.lastIds.feature;
  }

  /** False if the change is of something else; then nothing is done. */
  apply(change: Change): boolean {
    switch (change.kind) {
      case "audit.recorded":
        return true;
      case "feature.removed":
        this.#remove(change.feature);
        return true;
      case "feature.saved": {
        const { feature } = change;
        this.#settleRemoved();
        this.#features.edit(feature.projectId).set(feature.key, feature);
        this.#lastId = Math.max(this.#lastId, feature.id);
        return true;
      }
      case "gates.written": {
        const toggle = new Toggle(change.feature.key, change.after);
        this.#settleRemoved();
        this.#toggles.edit(change.environmentId).set(toggle.key, toggle);
        return true;
      }
      default:
        return false;
    }
  }

  finish(): State {
    this.#settleRemoved();
    const { lastIds } = this.#state;
    return {
      ...this.#state,
      features: this.#features.finish(),
      toggles: this.#toggles.finish(),
      lastIds: this.#lastId === lastIds.feature ? lastIds : { ...lastIds, feature: this.#lastId },
    };
  }

  #remove({ projectId, key }: Feature): void {
    const keys = this.#removed.get(projectId) ?? new Set<string>();
    this.#removed.set(projectId, keys.add(key));
  }

  #settleRemoved(): void {
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
        this.#toggles.delete(environmentId, keys);
      }
    }
    this.#removed = new Map();
  }
}
