import type { FeatureBlock } from "../../../app/snapshots/feature-blocks.ts";
import { TextBlock } from "../../../http/response/text-block.ts";
import { type FeatureShape, featureListParts, shapeIndex } from "./feature-json.ts";

/** The memory limit for the texts of all blocks, in bytes; about half of it is in use. */
const keptBytesMax = 32 * 1024 * 1024;
/** The text of a feature without its key and values. */
const bytesPerFeature = 300;

type Texts = WeakMap<FeatureBlock, Map<number, TextBlock>>;

/**
 * Caches the texts of blocks in the requested shapes, as long as lists use them. There are two
 * generations: when the recent one is full it becomes the older one, whose unused texts are released.
 */
export class BlockTexts {
  readonly #generationBytesMax: number;
  #recent: Texts = new WeakMap();
  #older: Texts = new WeakMap();
  #recentBytes = 0;

  constructor(bytesMax = keptBytesMax) {
    this.#generationBytesMax = bytesMax / 2;
  }

  of(block: FeatureBlock, shape: FeatureShape): TextBlock {
    let byShape = this.#recent.get(block);
    if (byShape === undefined) {
      byShape = this.#older.get(block) ?? new Map<number, TextBlock>();
      this.#recent.set(block, byShape);
      for (const { keptBytes } of byShape.values()) {
        this.#add(keptBytes);
      }
    }
    const index = shapeIndex(shape);
    let text = byShape.get(index);
    if (text === undefined) {
      text = new TextBlock({
        parts: () => featureListParts(block.toggles, shape),
        bytesEstimate: () => block.gateBytes + bytesPerFeature * block.toggles.length,
        onResized: (bytes) => this.#add(bytes),
      });
      byShape.set(index, text);
    }
    return text;
  }

  #add(bytes: number): void {
    this.#recentBytes += bytes;
    if (this.#recentBytes > this.#generationBytesMax) {
      this.#older = this.#recent;
      this.#recent = new WeakMap();
      this.#recentBytes = 0;
    }
  }
}
