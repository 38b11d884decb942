import { type CompiledExpression, compileExpression } from "../expressions/compile-expression.ts";
import { compiledBytes } from "../expressions/compiled-bytes.ts";
import type { Expression } from "../expressions/expression.ts";
import type { ExpressionKeeper, KeptExpression } from "./toggle.ts";

const bytesMaxDefault = 64 * 1024 * 1024;
/** Bounds a search: how many expressions it may skip to find one that can be dropped. */
const passedOverMax = 8;

/**
 * Limits the memory of the compiled expressions of all toggles, which take several times the memory
 * of their JSON. Beyond the limit, the least recently used ones are dropped, and compiled again on
 * use. Expressions that this or the last check used stay. Otherwise a check of more than the limit
 * would always drop the expressions that it needs next.
 */
export class CompiledExpressions implements ExpressionKeeper {
  readonly #bytesMax: number;
  /**
   * With their bytes, the least recently used ones first. The order is rough: an entry moves only
   * in a search.
   */
  readonly #queue = new Map<KeptExpression, number>();
  #bytes = 0;
  #checkCount = 0;

  constructor(bytesMax = bytesMaxDefault) {
    this.#bytesMax = bytesMax;
  }

  /** Estimated memory of all cached expressions. */
  get keptBytes(): number {
    return this.#bytes;
  }

  beginCheck(): void {
    this.#checkCount += 1;
  }

  use(kept: KeptExpression): CompiledExpression | undefined {
    kept.usedIn = this.#checkCount;
    return kept.keeper === this ? kept.compiled : undefined;
  }

  compile(expression: Expression, keep: (kept: KeptExpression) => void): CompiledExpression {
    const compiled = compileExpression(expression);
    const bytes = compiledBytes(expression);
    if (this.#makeRoom(bytes)) {
      const check = this.#checkCount;
      const kept: KeptExpression = { keeper: this, compiled, usedIn: check, queuedIn: check };
      this.#queue.set(kept, bytes);
      this.#bytes += bytes;
      keep(kept);
    }
    return compiled;
  }

  #makeRoom(bytes: number): boolean {
    const bytesMax = this.#bytesMax - bytes;
    let passedOver = 0;
    for (const [kept, keptBytes] of this.#queue) {
      if (this.#bytes <= bytesMax || passedOver === passedOverMax) {
        break;
      }
      this.#queue.delete(kept);
      if (kept.usedIn > kept.queuedIn || kept.usedIn >= this.#checkCount - 1) {
        kept.queuedIn = kept.usedIn;
        this.#queue.set(kept, keptBytes);
        passedOver += 1;
      } else {
        this.#bytes -= keptBytes;
        kept.compiled = undefined;
      }
    }
    return this.#bytes <= bytesMax;
  }
}
