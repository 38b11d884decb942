import { Map as ImmutableMap } from "immutable";
import type { Environment } from "../environments/environment.ts";
import type { Feature } from "../features/feature.ts";
import type { State } from "../state/state.ts";
import { compareUtf8 } from "../text/utf8.ts";
import type { Toggle } from "../toggles/toggle.ts";
import { KeptSnapshots } from "./kept-snapshots.ts";
import { Snapshot } from "./snapshot.ts";

/** What the snapshots of Production may take in all, and those of environments with overrides too. */
const snapshotBytesMaxDefault = 64 * 1024 * 1024;

const noToggles = ImmutableMap<string, Toggle>();

/**
 * The snapshots of environments, kept until what they were made from changes, or until those used
 * later need the room. Environments without overrides share Production's, so a Production write
 * costs the same with 1 or 1,000.
 */
export class Snapshots {
  /** By project. */
  readonly #productions: KeptSnapshots;
  /** By environment. */
  readonly #overridden: KeptSnapshots;
  readonly #orders = new Map<number, KeyOrder>();

  /** `bytesMax` bounds Production's snapshots, and again the others, without those used last. */
  constructor(bytesMax = snapshotBytesMaxDefault) {
    this.#productions = new KeptSnapshots(bytesMax);
    this.#overridden = new KeptSnapshots(bytesMax);
  }

  /** How many are kept. */
  get count(): number {
    return this.#productions.count + this.#overridden.count;
  }

  of(state: State, environment: Environment): Snapshot {
    const production = this.#ofProduction(state, environment.projectId);
    if (environment.state === "production") {
      return production;
    }
    const overrides = state.toggles.get(environment.id);
    if (overrides === undefined || overrides.size === 0) {
      return production;
    }
    const known = this.#overridden.get(environment.id);
    if (known?.production === production.production && known.overrides === overrides) {
      return known;
    }
    const snapshot = new Snapshot(production.production, overrides, () =>
      this.#order(state, environment.projectId),
    );
    this.#overridden.set(environment.id, snapshot);
    return snapshot;
  }

  #ofProduction(state: State, projectId: number): Snapshot {
    const production = state.productions.get(projectId);
    const toggles =
      production === undefined ? noToggles : (state.toggles.get(production.id) ?? noToggles);
    const known = this.#productions.get(projectId);
    if (known?.production === toggles) {
      return known;
    }
    const snapshot = new Snapshot(toggles, undefined, () => this.#order(state, projectId));
    this.#productions.set(projectId, snapshot);
    return snapshot;
  }

  /** Sorting is the dear part of a list, and features come and go more rarely than gates move. */
  #order(state: State, projectId: number): readonly string[] {
    const features = state.features.get(projectId);
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
