import type { Map as ImmutableMap } from "immutable";
import type { Toggle } from "../toggles/toggle.ts";

type Toggles = ImmutableMap<string, Toggle>;

/** Estimated memory of a snapshot without its derived values, and of an entry of its list. */
const ownBytes = 512;
const bytesPerToggle = 8;

/** A value that is cached with a snapshot. */
export interface MeasuredValue {
  /** Bytes of memory that the value uses now. */
  readonly keptBytes: number;
}

/**
 * The gates in force for all features of an environment at one moment; immutable. The list and the
 * values derived from it (`SnapshotMemo`) are created on first use, so that the time of a write
 * does not depend on the number of features.
 */
export class Snapshot {
  readonly production: Toggles;
  readonly overrides: Toggles | undefined;
  readonly #keys: () => readonly string[];
  readonly #derived: MeasuredValue[] = [];
  #toggles: readonly Toggle[] | undefined;
  #onResized: (() => void) | undefined;

  /** `keys` returns the project's feature keys, sorted by UTF-8 bytes. */
  constructor(production: Toggles, overrides: Toggles | undefined, keys: () => readonly string[]) {
    this.production = production;
    this.overrides = overrides;
    this.#keys = keys;
  }

  find(key: string): Toggle | undefined {
    return this.overrides?.get(key) ?? this.production.get(key);
  }

  /** All features, sorted by the UTF-8 bytes of their keys. */
  get toggles(): readonly Toggle[] {
    this.#toggles ??= this.#keys().map((key) => this.#requireToggle(key));
    return this.#toggles;
  }

  /** As `toggles`, one after the other: finding all of very many at once takes noticeable time. */
  *eachToggle(): Generator<Toggle> {
    for (const key of this.#keys()) {
      yield this.#requireToggle(key);
    }
  }

  /** Adds a derived value to the size of this snapshot. */
  addToSize(value: MeasuredValue): void {
    this.#derived.push(value);
  }

  /** `listener` is called when the snapshot's size has changed other than during its use. */
  onResized(listener: () => void): void {
    this.#onResized = listener;
  }

  /** Called when a derived value has changed its size after its use. */
  reportResized(): void {
    this.#onResized?.();
  }

  /** Bytes of memory that the snapshot uses now, in part estimated. Grows with its use. */
  get bytes(): number {
    const derivedBytes = this.#derived.reduce((sum, { keptBytes }) => sum + keptBytes, 0);
    return ownBytes + derivedBytes + bytesPerToggle * (this.#toggles?.length ?? 0);
  }

  #requireToggle(key: string): Toggle {
    const toggle = this.find(key);
    if (toggle === undefined) {
      throw new Error(`The project has the feature ${key} but Production has no gates for it`);
    }
    return toggle;
  }
}
