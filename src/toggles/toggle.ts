import { type CompiledExpression, compileExpression } from "../expressions/compile-expression.ts";
import { Buckets, type Crc32 } from "../percentages/bucket.ts";
import type { Gates } from "./gates.ts";
import { contains } from "./sorted-set.ts";

/** With more actors, `hasActor` searches the sorted list instead of creating a `Set`. */
const indexedActorsMax = 1_000;

/**
 * A feature's gates in one environment, with the values that a check derives from them on first
 * use. Immutable: a change creates a new toggle, so results computed from a toggle never become
 * outdated.
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
      this.#expression =
        this.gates.expression === null ? null : compileExpression(this.gates.expression);
    }
    return this.#expression;
  }
}
