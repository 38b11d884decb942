import type { Map as ImmutableMap } from "immutable";
import type { Toggle } from "../toggles/toggle.ts";

type Toggles = ImmutableMap<string, Toggle>;

/** Estimates, in bytes: the object itself with its fields, and an entry of a list of toggles. */
const ownBytes = 512;
const bytesPerToggle = 8;

/** A value that is kept with a snapshot and takes memory. */
export interface Kept {
  /** Bytes of memory it takes now. */
  readonly keptBytes: number;
}

/**
 * The effective features of an environment at one moment, immutable. The list and what is derived
 * from it (`SnapshotMemo`) are made when they are first needed, so that the time of a write does not
 * depend on the number of features.
 */
export class Snapshot {
  readonly production: Toggles;
  readonly overrides: Toggles | undefined;
  readonly #keys: () => readonly string[];
  readonly #kept: Kept[] = [];
  #toggles: readonly Toggle[] | undefined;

  /** `keys` gives the project's feature keys in list order. */
  constructor(production: Toggles, overrides: Toggles | undefined, keys: () => readonly string[]) {
    this.production = production;
    this.overrides = overrides;
    this.#keys = keys;
  }

  find(key: string): Toggle | undefined {
    return this.overrides?.get(key) ?? this.production.get(key);
  }

  /** By key, in the order of UTF-8 bytes. */
  get toggles(): readonly Toggle[] {
    this.#toggles ??= this.#keys().map((key) => this.#existing(key));
    return this.#toggles;
  }

  /** Counts a derived value as part of this snapshot's size. */
  keep(value: Kept): void {
    this.#kept.push(value);
  }

  /** Memory that the snapshot takes now, in part estimated. Grows with use. */
  get bytes(): number {
    const kept = this.#kept.reduce((sum, { keptBytes }) => sum + keptBytes, 0);
    return ownBytes + kept + bytesPerToggle * (this.#toggles?.length ?? 0);
  }

  #existing(key: string): Toggle {
    const toggle = this.find(key);
    if (toggle === undefined) {
      throw new Error(`The project has the feature ${key} but Production has no gates for it`);
    }
    return toggle;
  }
}
