import type { CompiledExpression } from "../expressions/compile-expression.ts";
import type { ActorContext } from "./actor-context.ts";
import type { GateKey } from "./gates.ts";
import type { Toggle } from "./toggle.ts";

/** What is known of the features that an expression refers to; the same for all actors, or for one. */
export interface ReferenceRow {
  /** By slot: the answer; false for a feature of the same cycle. */
  readonly answers: boolean[];
  /** By slot: the feature if it is another one of the same cycle. Created when one is found. */
  inCycle: (FeatureNode | undefined)[] | undefined;
}

/** A feature whose expression refers to others, in the graph of one check. */
export class FeatureNode {
  readonly toggle: Toggle;
  readonly expression: CompiledExpression;
  readonly draws: number[] = [];
  /** One for all actors, or one for each if the name of a feature depends on the actor. */
  rows: readonly ReferenceRow[];
  /** The numbers of the actors for whom the name of a feature cannot be evaluated. */
  failed: Set<number> | undefined;
  /** The gate that opens the feature; null if none does; undefined until it is known. */
  openGate: GateKey | null | undefined;
  /** When the search reached this feature, and the earliest feature that it leads back to. */
  order = 0;
  earliest = 0;
  /** The reference that the search has come to, and the actor if its name depends on the actor. */
  slot = 0;
  actor = 0;
  /** The feature to which the search went on from here. */
  awaited: FeatureNode | undefined;
  /** The place in the list of the features of its cycle. */
  place = 0;

  constructor(toggle: Toggle, expression: CompiledExpression, actorCount: number) {
    const rowCount = expression.hasDynamicReference ? actorCount : 1;
    this.toggle = toggle;
    this.expression = expression;
    this.rows = Array.from({ length: rowCount }, () => ({ answers: [], inCycle: undefined }));
  }

  rowOf(actor: number): ReferenceRow {
    const row = this.rows[Math.min(actor, this.rows.length - 1)];
    if (row === undefined) {
      throw new Error(`The feature ${this.toggle.key} is answered, and evaluated again`);
    }
    return row;
  }

  /** Prepares an actor's context for an evaluation, and returns it. */
  prepare(context: ActorContext, actor: number): ActorContext {
    context.featureKey = this.toggle.key;
    context.draws = this.draws;
    context.references = this.rowOf(actor).answers;
    return context;
  }

  /** Notes where the reference at `slot` leads, and goes on to the next one. */
  advance(feature: FeatureNode | GateKey | null): void {
    const unanswered =
      feature instanceof FeatureNode && feature.openGate === undefined ? feature : undefined;
    const openGate = feature instanceof FeatureNode ? feature.openGate : feature;
    if (unanswered !== undefined) {
      this.earliest = Math.min(this.earliest, unanswered.earliest);
    }
    const isDynamic = typeof this.expression.references[this.slot] !== "string";
    for (const row of isDynamic ? [this.rowOf(this.actor)] : this.rows) {
      row.answers.push(typeof openGate === "string");
      if (unanswered !== undefined && unanswered !== this) {
        row.inCycle ??= this.expression.references.map(() => undefined);
        row.inCycle[this.slot] = unanswered;
      }
    }
    this.actor += 1;
    if (!isDynamic || this.actor === this.rows.length) {
      this.actor = 0;
      this.slot += 1;
    }
  }

  /** Sets the answer, and releases what led to it. */
  finish(openGate: GateKey | null): void {
    this.openGate = openGate;
    this.rows = [];
    this.failed = undefined;
  }
}
