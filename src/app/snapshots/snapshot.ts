import type { Map as ImmutableMap } from "immutable";
import type { Toggle } from "../../core/evaluation/toggle.ts";
import { type FeatureBlock, overriddenBlocks, ProductionBlocks } from "./feature-blocks.ts";

type Toggles = ImmutableMap<string, Toggle>;

/** Estimated memory of a snapshot without its derived values, and of an entry of its list. */
const ownBytes = 512;
const bytesPerToggle = 8;
/** Finding more own features of an environment in the blocks takes noticeable time. */
const overridesAtOnceMax = 256;

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
  readonly #productionBlocks: ProductionBlocks;
  readonly #derived: MeasuredValue[] = [];
  #toggles: readonly Toggle[] | undefined;
  #blocks: readonly FeatureBlock[] | undefined;
  #onResized: (() => void) | undefined;

  /**
   * `keys` returns the project's feature keys, sorted by UTF-8 bytes; `productionBlocks` are the
   * blocks of the project.
   */
  constructor(
    production: Toggles,
    overrides: Toggles | undefined,
    keys: () => readonly string[],
    productionBlocks = new ProductionBlocks(),
  ) {
    this.production = production;
    this.overrides = overrides;
    this.#keys = keys;
    this.#productionBlocks = productionBlocks;
  }

  get featureCount(): number {
    return this.#keys().length;
  }

  find(key: string): Toggle | undefined {
    return this.overrides?.get(key) ?? this.production.get(key);
  }

  /** All features, sorted by the UTF-8 bytes of their keys. */
  get toggles(): readonly Toggle[] {
    this.#toggles ??= this.#keys().map((key) => this.#requireToggle(key));
    return this.#toggles;
  }

  /** As `toggles`, one after the other: finding very many at once takes noticeable time. */
  *eachToggle(): Generator<Toggle> {
    for (const key of this.#keys()) {
      yield this.#requireToggle(key);
    }
  }

  /**
   * All features in the order of `toggles`, in blocks that snapshots share; undefined if finding them
   * takes noticeable time: then `makeBlocks` does it in steps.
   */
  blocksIfQuick(): readonly FeatureBlock[] | undefined {
    if (this.#blocks === undefined && (this.overrides?.size ?? 0) <= overridesAtOnceMax) {
      const blocks = this.#productionBlocks.ifQuick(this.production, this.#keys());
      this.#blocks = blocks && this.#withOverrides(blocks);
    }
    return this.#blocks;
  }

  *makeBlocks(): Generator<void, readonly FeatureBlock[]> {
    if (this.#blocks === undefined) {
      const blocks = yield* this.#productionBlocks.make(this.production, this.#keys());
      this.#blocks ??= this.#withOverrides(blocks);
    }
    return this.#blocks;
  }

  #withOverrides(blocks: readonly FeatureBlock[]): readonly FeatureBlock[] {
    return this.overrides === undefined
      ? blocks
      : overriddenBlocks(blocks, this.#keys(), this.overrides);
  }

  /** Adds a derived value to the size of this snapshot. */
  addToSize(value: MeasuredValue): void {
    this.#derived.push(value);
  }

  /** `listener` is called when the snapshot's size has changed outside of its use. */
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
    const listedCount = (this.#toggles?.length ?? 0) + (this.#blocks?.length ?? 0);
    return ownBytes + derivedBytes + bytesPerToggle * listedCount;
  }

  #requireToggle(key: string): Toggle {
    const toggle = this.find(key);
    if (toggle === undefined) {
      throw new Error(`The project has the feature ${key} but Production has no gates for it`);
    }
    return toggle;
  }
}
