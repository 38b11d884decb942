import type { CompiledExpression } from "../expressions/compile-expression.ts";
import type { Expression } from "../expressions/expression.ts";
import { Buckets, type Crc32 } from "../percentages/bucket.ts";
import type { Gates } from "./gates.ts";
import { contains } from "./sorted-set.ts";

/** A compiled expression that its toggle holds until it is dropped. */
export interface KeptExpression {
  readonly keeper: ExpressionKeeper;
  compiled: CompiledExpression | undefined;
  /** The number of the check that used it last. */
  usedIn: number;
  /** `usedIn` when it joined the queue, or moved to its end. */
  queuedIn: number;
}

/** Compiles expressions, and caches the results as long as its limits allow. */
export interface ExpressionKeeper {
  /** Called when a check begins. */
  beginCheck(): void;
  /** The compiled expression, if it was compiled here and not dropped. */
  use(kept: KeptExpression): CompiledExpression | undefined;
  /** Compiles an expression; `keep` is called with the result unless there is no room for it. */
  compile(expression: Expression, keep: (kept: KeptExpression) => void): CompiledExpression;
}

/** With more actors, `hasActor` searches the sorted list instead of creating a `Set`. */
const indexedActorsMax = 1_000;

/**
 * A feature's gates in one environment, with the values that a check derives from them on first
 * use. Immutable: a change creates a new toggle, so results computed from a toggle never become
 * stale.
 */
export class Toggle {
  readonly key: string;
  readonly gates: Gates;
  #buckets: Buckets | undefined;
  #actors: ReadonlySet<string> | undefined;
  #expression: KeptExpression | undefined;
  #refersToOthers: boolean | undefined;

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

  /**
   * Whether the expression refers to other features. Cached here, as the compiled expression may be
   * dropped.
   */
  refersToOthers(expressions: ExpressionKeeper): boolean {
    if (this.#refersToOthers === undefined) {
      const compiled = this.compiledExpression(expressions);
      this.#refersToOthers = compiled !== null && compiled.references.length > 0;
    }
    return this.#refersToOthers;
  }

  /** Null without an expression. Compiled on first use, and cached as long as `expressions` allows. */
  compiledExpression(expressions: ExpressionKeeper): CompiledExpression | null {
    const { expression } = this.gates;
    if (expression === null) {
      return null;
    }
    const kept = this.#expression;
    const compiled = kept === undefined ? undefined : expressions.use(kept);
    return (
      compiled ??
      expressions.compile(expression, (entry) => {
        this.#expression = entry;
      })
    );
  }
}
