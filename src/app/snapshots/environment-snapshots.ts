import { Map as ImmutableMap } from "immutable";
import type { Toggle } from "../../core/evaluation/toggle.ts";
import { memoizeLatest } from "../../core/memo/memoize-latest.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { Feature } from "../../core/model/feature.ts";
import type { State } from "../../core/model/state.ts";
import { sortUtf8 } from "../../core/text/compare-utf8.ts";
import { ProductionBlocks } from "./feature-blocks.ts";
import { Snapshot } from "./snapshot.ts";
import { SnapshotLruCache } from "./snapshot-lru-cache.ts";

/** For the snapshots of Production, and again for the environments with overrides. */
const snapshotBytesMaxDefault = 64 * 1024 * 1024;

type Toggles = ImmutableMap<string, Toggle>;

const noToggles: Toggles = ImmutableMap();

/** The group of Production's snapshots of all projects, which are never dropped as a group. */
const productionGroup = 0;

/**
 * Caches the snapshots of environments until their data changes or the memory limit is reached.
 * Environments without overrides share Production's snapshot. A write in Production drops the
 * snapshots of all environments with overrides at once, so its time does not depend on their
 * number.
 */
export class EnvironmentSnapshots {
  /** By project, in one group. */
  readonly #productions: SnapshotLruCache;
  /** By environment, in a group for each project. All use the toggles in `#productionToggles`. */
  readonly #overridden: SnapshotLruCache;
  /** Production's toggles at the last read, by project. */
  readonly #productionToggles = new Map<number, Toggles>();
  readonly #sortedKeys = new Map<number, SortedKeys>();
  /** Production's features in blocks, by project. */
  readonly #blocks = new Map<number, ProductionBlocks>();
  /** The environments at the last read. */
  #environments: State["environments"] | undefined;
  /** Most reads between two changes are of one environment. Keeps one state until the next read. */
  readonly #latest = memoizeLatest((state: State, environment: Environment) =>
    this.#of(state, environment),
  );

  /**
   * `bytesMax` limits Production's snapshots, and again all others; the snapshot in use does not
   * count.
   */
  constructor(bytesMax = snapshotBytesMaxDefault) {
    this.#productions = new SnapshotLruCache(bytesMax);
    this.#overridden = new SnapshotLruCache(bytesMax);
  }

  /** How many snapshots are cached. */
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
    const keys = this.#keysOf(state, projectId);
    const snapshot = new Snapshot(
      production.production,
      overrides,
      keys,
      this.#blocksOf(projectId),
    );
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
    if (this.#productionToggles.get(projectId) !== toggles) {
      this.#productionToggles.set(projectId, toggles);
      this.#overridden.dropGroup(projectId);
    }
    const snapshot = new Snapshot(
      toggles,
      undefined,
      this.#keysOf(state, projectId),
      this.#blocksOf(projectId),
    );
    this.#productions.set(productionGroup, projectId, snapshot);
    return snapshot;
  }

  /** Drops the snapshots of deleted environments, which are never read again. */
  #dropDeleted({ environments, toggles }: State): void {
    if (environments !== this.#environments) {
      this.#environments = environments;
      this.#overridden.dropUnless((id, { overrides }) => toggles.get(id) === overrides);
    }
  }

  /** Captures only the features of the project: a snapshot may be cached for long. */
  #keysOf({ features }: State, projectId: number): () => readonly string[] {
    const ofProject = features.get(projectId);
    return () => this.#sortKeys(projectId, ofProject);
  }

  #blocksOf(projectId: number): ProductionBlocks {
    let blocks = this.#blocks.get(projectId);
    if (blocks === undefined) {
      blocks = new ProductionBlocks();
      this.#blocks.set(projectId, blocks);
    }
    return blocks;
  }

  /**
   * Cached, as sorting takes most of the time of a list, and keys change more rarely than gates.
   */
  #sortKeys(projectId: number, features: SortedKeys["features"]): readonly string[] {
    const known = this.#sortedKeys.get(projectId);
    if (known !== undefined && known.features === features) {
      return known.keys;
    }
    const keys = sortUtf8([...(features?.keys() ?? [])]);
    this.#sortedKeys.set(projectId, { features, keys });
    return keys;
  }
}

interface SortedKeys {
  readonly features: ImmutableMap<string, Feature> | undefined;
  readonly keys: readonly string[];
}
