import { Map as ImmutableMap } from "immutable";
import { memoizeLatest } from "../memo/memoize-latest.ts";
import type { Environment } from "../model/environment.ts";
import type { Feature } from "../model/feature.ts";
import type { State } from "../model/state.ts";
import { compareUtf8 } from "../text/compare-utf8.ts";
import type { Toggle } from "../toggles/toggle.ts";
import { Snapshot } from "./snapshot.ts";
import { SnapshotLruCache } from "./snapshot-lru-cache.ts";

/** What the snapshots of Production may take in all, and those of environments with overrides too. */
const snapshotBytesMaxDefault = 64 * 1024 * 1024;

type Toggles = ImmutableMap<string, Toggle>;

const noToggles: Toggles = ImmutableMap();

/** Production's snapshots of all projects: one never takes another with it. */
const productionGroup = 0;

/**
 * The snapshots of environments, kept until what they were made from changes, or until those used
 * later need the room. Environments without overrides share Production's, so a Production write
 * costs the same with 1 or 1,000; those with overrides let go of theirs all at once.
 */
export class EnvironmentSnapshots {
  /** By project. */
  readonly #productions: SnapshotLruCache;
  /** In groups by project, all made from Production's toggles as seen last; by environment. */
  readonly #overridden: SnapshotLruCache;
  /** Production's toggles as seen last, by project. */
  readonly #seen = new Map<number, Toggles>();
  readonly #orders = new Map<number, KeyOrder>();
  #environments: State["environments"] | undefined;
  /** Between two changes most reads are of one environment. Holds one state until the next read. */
  readonly #latest = memoizeLatest((state: State, environment: Environment) =>
    this.#of(state, environment),
  );

  /** `bytesMax` bounds Production's snapshots, and again the others, without those used last. */
  constructor(bytesMax = snapshotBytesMaxDefault) {
    this.#productions = new SnapshotLruCache(bytesMax);
    this.#overridden = new SnapshotLruCache(bytesMax);
  }

  /** How many are kept. */
  get count(): number {
    return this.#productions.count + this.#overridden.count;
  }

  of(state: State, environment: Environment): Snapshot {
    return this.#latest(state, environment);
  }

  #of(state: State, { id, projectId, kind }: Environment): Snapshot {
    this.#dropDeleted(state);
    const production = this.#ofProduction(state, projectId);
    if (kind === "production") {
      return production;
    }
    const overrides = state.toggles.get(id);
    if (overrides === undefined || overrides.size === 0) {
      this.#overridden.drop(projectId, id);
      return production;
    }
    const known = this.#overridden.get(projectId, id);
    if (known?.overrides === overrides) {
      return known;
    }
    const keys = this.#keys(state, projectId);
    const snapshot = new Snapshot(production.production, overrides, keys);
    this.#overridden.set(projectId, id, snapshot);
    return snapshot;
  }

  #ofProduction(state: State, projectId: number): Snapshot {
    const production = state.productions.get(projectId);
    const toggles =
      production === undefined ? noToggles : (state.toggles.get(production.id) ?? noToggles);
    const known = this.#productions.get(productionGroup, projectId);
    if (known?.production === toggles) {
      return known;
    }
    if (this.#seen.get(projectId) !== toggles) {
      this.#seen.set(projectId, toggles);
      this.#overridden.dropGroup(projectId);
    }
    const snapshot = new Snapshot(toggles, undefined, this.#keys(state, projectId));
    this.#productions.set(productionGroup, projectId, snapshot);
    return snapshot;
  }

  /** Nobody asks for a deleted environment again, and its overrides are counted nowhere. */
  #dropDeleted({ environments, toggles }: State): void {
    if (environments !== this.#environments) {
      this.#environments = environments;
      this.#overridden.dropUnless((id, { overrides }) => toggles.get(id) === overrides);
    }
  }

  /** Holds no more of the state than it needs, for a snapshot may be kept for long. */
  #keys({ features }: State, projectId: number): () => readonly string[] {
    const ofProject = features.get(projectId);
    return () => this.#order(projectId, ofProject);
  }

  /** Sorting is the dear part of a list, and features come and go more rarely than gates move. */
  #order(projectId: number, features: KeyOrder["features"]): readonly string[] {
    const known = this.#orders.get(projectId);
    if (known !== undefined && known.features === features) {
      return known.keys;
    }
    const keys = [...(features?.keys() ?? [])].sort(compareUtf8);
    this.#orders.set(projectId, { features, keys });
    return keys;
  }
}

interface KeyOrder {
  readonly features: ImmutableMap<string, Feature> | undefined;
  readonly keys: readonly string[];
}
