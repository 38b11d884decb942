import { type CompiledExpression, compile } from "../expressions/compile-expression.ts";
import { Buckets, type Crc32 } from "../percentages/bucket.ts";
import type { Gates } from "./gates.ts";
import { contains } from "./sorted-set.ts";

/** Up to here an index is made at once when it is needed; above, searching needs none. */
const indexedActorsMax = 1_000;

/**
 * A feature's gates in one environment, with what evaluation derives from them once. Immutable: a
 * change makes a new one, so whatever is computed from a toggle may be kept as long as it lives.
 */
export class Toggle {
  readonly key: string;
  readonly gates: Gates;
  #buckets: Buckets | undefined;
  #actors: ReadonlySet<string> | undefined;
  #expression: CompiledExpression | null | undefined;

  constructor(key: string, gates: Gates) {
    this.key = key;
    this.gates = gates;
  }

  buckets(crc32: Crc32): Buckets {
    this.#buckets ??= new Buckets(this.key, crc32);
    return this.#buckets;
  }

  hasActor(flipperId: string): boolean {
    const { actors } = this.gates;
    if (actors.length > indexedActorsMax) {
      return contains(actors, flipperId);
    }
    this.#actors ??= new Set(actors);
    return this.#actors.has(flipperId);
  }

  get expression(): CompiledExpression | null {
    if (this.#expression === undefined) {
      this.#expression = this.gates.expression === null ? null : compile(this.gates.expression);
    }
    return this.#expression;
  }
}
