import type { CompiledExpression } from "../expressions/compile-expression.ts";
import type { ReferencedFeature } from "../expressions/expression-context.ts";
import type { ActorContext } from "./actor-context.ts";
import type { GateKey } from "./gates.ts";
import type { Toggle } from "./toggle.ts";

/** The known features that an expression refers to; the same for all actors, or for one. */
export interface ReferenceRow {
  /** By slot: the feature of the same cycle, or the result of another one. */
  readonly references: ReferencedFeature[];
  /** Whether the name of a feature cannot be evaluated for the actor. */
  isFailed: boolean;
}

/**
 * A feature whose expression refers to others, in the graph of one check, until its result is
 * known.
 */
export class FeatureNode implements ReferencedFeature {
  readonly toggle: Toggle;
  readonly expression: CompiledExpression;
  readonly draws: number[] = [];
  /** One for all actors, or one for each if the name of a feature depends on the actor. */
  readonly rows: readonly ReferenceRow[];
  /** When the search reached this feature, and the earliest feature that it leads back to. */
  order = 0;
  earliest = 0;
  /** The gate that matches, as far as it is known. */
  openGate: GateKey | null = null;
  /** In a cycle: the result of the last round. */
  enabled = false;
  /** In a cycle: called when the feature becomes enabled. */
  referring: (() => void)[] = [];

  constructor(toggle: Toggle, expression: CompiledExpression, actorCount: number) {
    const isDynamic = expression.references.some((reference) => typeof reference !== "string");
    const length = isDynamic ? actorCount : 1;
    this.toggle = toggle;
    this.expression = expression;
    this.rows = Array.from({ length }, () => ({ references: [], isFailed: false }));
  }

  /** Prepares an actor's context for an evaluation, and returns it. */
  prepare(context: ActorContext, { references }: ReferenceRow): ActorContext {
    context.featureKey = this.toggle.key;
    context.draws = this.draws;
    context.references = references;
    return context;
  }

  /** The contexts of the actors, prepared one after the other, without those whose row has failed. */
  *prepareEach(contexts: readonly ActorContext[]): Generator<ActorContext, void> {
    for (const [actor, context] of contexts.entries()) {
      const row = this.rows[actor] ?? this.rows[0];
      if (row?.isFailed === false) {
        yield this.prepare(context, row);
      }
    }
  }
}
