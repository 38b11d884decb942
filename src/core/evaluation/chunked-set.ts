import { compareUtf8 } from "../text/compare-utf8.ts";
import { textHash } from "../text/text-hash.ts";

/** Values that follow each other in a large set; never empty. */
export type Chunk = readonly string[];

/** A larger set is stored in chunks. At least the length of a chunk. */
export const smallSetMax = 512;

/** A chunk ends after a value whose hash is a multiple of this. */
const usualLength = 128;
const lengthMin = 128;
const lengthMax = 512;
/** In UTF-16 units of its values. */
const unitsMax = 32 * 1024;

/**
 * A large `SortedSet`: its values in chunks that sets share. The values alone decide where a chunk
 * ends, so equal sets have equal chunks. Adding or removing one value rebuilds one chunk, or a few.
 */
export class ChunkedSet implements Iterable<string> {
  readonly length: number;
  readonly chunks: readonly Chunk[];

  constructor(chunks: readonly Chunk[]) {
    this.chunks = chunks;
    this.length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  }

  *[Symbol.iterator](): Generator<string> {
    for (const chunk of this.chunks) {
      yield* chunk;
    }
  }

  /** The only chunk in which the value may be. */
  chunkFor(value: string): Chunk {
    let low = 0;
    let high = this.chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (compareUtf8(this.chunks[middle]?.[0] ?? "", value) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return this.chunks[low] ?? [];
  }

  slice(start = 0, end = this.length): readonly string[] {
    if (start <= 0 && end >= this.length) {
      return this.chunks.flat();
    }
    const values: string[] = [];
    let chunkStart = 0;
    for (const chunk of this.chunks) {
      if (chunkStart >= end) {
        break;
      }
      if (chunkStart + chunk.length > start) {
        values.push(...chunk.slice(Math.max(0, start - chunkStart), end - chunkStart));
      }
      chunkStart += chunk.length;
    }
    return values;
  }

  /** As JSON it is a list, like a small set. */
  toJSON(): readonly string[] {
    return this.chunks.flat();
  }
}

/** Divides values that arrive in their order into the chunks of their set. */
export class ChunkWriter {
  readonly #chunks: Chunk[] = [];
  #open: string[] = [];
  #openUnits = 0;
  #length = 0;

  add(values: readonly string[]): void {
    for (const value of values) {
      this.#open.push(value);
      this.#openUnits += value.length;
      if (this.#isComplete(value)) {
        this.#chunks.push(this.#open);
        this.#open = [];
        this.#openUnits = 0;
      }
    }
    this.#length += values.length;
  }

  #isComplete(last: string): boolean {
    const { length } = this.#open;
    const isFull = length === lengthMax || this.#openUnits >= unitsMax;
    return isFull || (length >= lengthMin && textHash(last) % usualLength === 0);
  }

  /** Adds a chunk of a set, unchanged if it begins where a chunk begins here. */
  keep(chunk: Chunk): void {
    if (this.#open.length > 0) {
      this.add(chunk);
    } else {
      this.#chunks.push(chunk);
      this.#length += chunk.length;
    }
  }

  /** All values; a set that is not large can have several chunks too. */
  chunks(): readonly Chunk[] {
    return this.#open.length > 0 ? [...this.#chunks, this.#open] : this.#chunks;
  }

  /** The set of all values. */
  finish(): readonly string[] | ChunkedSet {
    const chunks = this.chunks();
    return this.#length > smallSetMax ? new ChunkedSet(chunks) : chunks.flat();
  }
}
