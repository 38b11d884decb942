import type { Map as ImmutableMap } from "immutable";
import { gateBytes } from "../../core/evaluation/gate-bytes.ts";
import type { Toggle } from "../../core/evaluation/toggle.ts";
import { changedKeysBetween } from "../../core/model/changed-keys.ts";
import { type BlockLayout, blockIndexOf, blockLayoutOf } from "./block-layout.ts";

type Toggles = ImmutableMap<string, Toggle>;

/**
 * Consecutive features of a list; immutable. Lists with the same features there have the same
 * block, so values derived from a block are computed once for all of them.
 */
export class FeatureBlock {
  readonly toggles: readonly Toggle[];
  #gateBytes: number | undefined;

  constructor(toggles: readonly Toggle[]) {
    this.toggles = toggles;
  }

  /** The sum of `gateBytes`, an estimate of the size of values derived from the block. */
  get gateBytes(): number {
    this.#gateBytes ??= this.toggles.reduce(
      (sum, { key, gates }) => sum + gateBytes(key, gates),
      0,
    );
    return this.#gateBytes;
  }
}

/** More changed features than this are looked up in steps. */
const changedAtOnceMax = 256;

interface KnownBlocks {
  readonly toggles: Toggles;
  readonly layout: BlockLayout;
  readonly blocks: readonly FeatureBlock[];
}

/** The blocks of Production's features in one project, rebuilt only where features changed. */
export class ProductionBlocks {
  #latest: KnownBlocks | undefined;

  /** The blocks if they need few changes from the latest ones; undefined if `make` is needed. */
  ifQuick(toggles: Toggles, keys: readonly string[]): readonly FeatureBlock[] | undefined {
    const latest = this.#latest;
    if (latest?.layout.keys !== keys) {
      return undefined;
    }
    const changed = changedKeysBetween(latest.toggles, toggles);
    if (changed === undefined || changed.length > changedAtOnceMax) {
      return undefined;
    }
    return this.#keep(
      toggles,
      latest.layout,
      withChanged(latest, changed, (key) => toggles.get(key)),
    );
  }

  /** Finds the blocks in steps. */
  *make(toggles: Toggles, keys: readonly string[]): Generator<void, readonly FeatureBlock[]> {
    const quick = this.ifQuick(toggles, keys);
    if (quick !== undefined) {
      return quick;
    }
    const known = new Map(this.#latest?.blocks.map((block) => [block.toggles[0]?.key, block]));
    const layout = blockLayoutOf(keys);
    const blocks: FeatureBlock[] = [];
    for (const [index, start] of layout.bounds.slice(0, -1).entries()) {
      const inBlock = keys
        .slice(start, layout.bounds[index + 1])
        .map((key) => toggleOf(toggles, key));
      const same = known.get(keys[start]);
      blocks.push(
        same !== undefined && areSame(same.toggles, inBlock) ? same : new FeatureBlock(inBlock),
      );
      yield;
    }
    return this.#keep(toggles, layout, blocks);
  }

  #keep(toggles: Toggles, layout: BlockLayout, blocks: readonly FeatureBlock[]) {
    this.#latest = { toggles, layout, blocks };
    return blocks;
  }
}

/** The blocks of a list that shares none with other lists. */
export function blocksOf(toggles: readonly Toggle[]): readonly FeatureBlock[] {
  const { bounds } = blockLayoutOf(toggles.map(({ key }) => key));
  return bounds
    .slice(0, -1)
    .map((start, index) => new FeatureBlock(toggles.slice(start, bounds[index + 1])));
}

/** Production's blocks with the own features of an environment. */
export function overriddenBlocks(
  blocks: readonly FeatureBlock[],
  keys: readonly string[],
  overrides: Toggles,
): readonly FeatureBlock[] {
  const find = (key: string) => overrides.get(key);
  return withChanged({ layout: blockLayoutOf(keys), blocks }, overrides.keys(), find);
}

/** Blocks in which `find` replaces some features; a key without a result stays unchanged. */
function withChanged(
  { layout, blocks }: Pick<KnownBlocks, "layout" | "blocks">,
  keys: Iterable<string>,
  find: (key: string) => Toggle | undefined,
): readonly FeatureBlock[] {
  const found = new Map([...keys].map((key) => [key, find(key)]));
  if (found.size === 0) {
    return blocks;
  }
  const changed = [...blocks];
  for (const index of new Set(found.keys().map((key) => blockIndexOf(layout, key)))) {
    const before = blocks[index]?.toggles ?? [];
    const after = before.map((toggle) => found.get(toggle.key) ?? toggle);
    if (!areSame(before, after)) {
      changed[index] = new FeatureBlock(after);
    }
  }
  return changed;
}

function areSame(left: readonly Toggle[], right: readonly Toggle[]): boolean {
  return left.length === right.length && left.every((toggle, index) => toggle === right[index]);
}

function toggleOf(toggles: Toggles, key: string): Toggle {
  const toggle = toggles.get(key);
  if (toggle === undefined) {
    throw new Error(`The project has the feature ${key} but Production has no gates for it`);
  }
  return toggle;
}
