import type { Reference } from "../expressions/compilation.ts";
import { type CompiledExpression, referencedName } from "../expressions/compile-expression.ts";
import type { ActorGates } from "./actor-gates.ts";
import { answerCycle } from "./feature-cycle.ts";
import { FeatureNode } from "./feature-node.ts";
import type { Toggle } from "./toggle.ts";

/** The features of a check, for its graph. */
export interface FeatureSource {
  find(key: string): Toggle | undefined;
  /** Null for a feature that is answered without other features. */
  referringExpression(toggle: Toggle): CompiledExpression | null;
  answerAlone(toggle: Toggle): boolean;
}

/**
 * Answers features whose expressions refer to other features. A search from the feature that is
 * asked for finds the features that refer to each other in a cycle (strongly connected components,
 * by Tarjan's algorithm), and finds them after all others that they refer to. So a feature is
 * evaluated when the answers that it needs are known, no evaluation runs inside another one, and
 * the answers do not depend on what is asked first. Nothing is recursive, so chains may be long.
 */
export class FeatureGraph {
  readonly #source: FeatureSource;
  readonly #gates: ActorGates;
  /** The answer of a feature, or its node until it has one: nodes take much more memory. */
  readonly #features = new Map<string, FeatureNode | boolean>();
  /** Features without an answer, in the order in which the search reached them. */
  readonly #unanswered: FeatureNode[] = [];
  readonly #inCycles = new Set<string>();
  #reachedCount = 0;

  constructor(source: FeatureSource, gates: ActorGates) {
    this.#source = source;
    this.#gates = gates;
  }

  /** Whether an answered feature and others refer to each other in a cycle. */
  isInCycle(key: string): boolean {
    return this.#inCycles.has(key);
  }

  /** In steps; each takes time for a few expressions at most. */
  *answer(toggle: Toggle): Generator<void, boolean> {
    const feature = this.#features.get(toggle.key) ?? this.#add(toggle.key, toggle);
    if (typeof feature === "boolean") {
      return feature;
    }
    yield* this.#search(feature);
    return feature.answer === true;
  }

  #add(key: string, toggle: Toggle | undefined): FeatureNode | boolean {
    const feature = toggle !== undefined && this.#nodeOrAnswer(toggle);
    this.#features.set(key, feature);
    return feature;
  }

  #nodeOrAnswer(toggle: Toggle): FeatureNode | boolean {
    const expression = this.#source.referringExpression(toggle);
    return expression === null
      ? this.#source.answerAlone(toggle)
      : new FeatureNode(toggle, expression, this.#gates.contexts.length);
  }

  *#search(root: FeatureNode): Generator<void, void> {
    const path = [this.#enter(root)];
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      const next = this.#followReferences(node);
      if (next === undefined) {
        path.pop();
        yield* this.#leave(node);
      } else {
        path.push(this.#enter(next));
      }
      yield;
    }
  }

  #enter(node: FeatureNode): FeatureNode {
    this.#reachedCount += 1;
    node.order = this.#reachedCount;
    node.earliest = this.#reachedCount;
    this.#unanswered.push(node);
    return node;
  }

  /** Follows references up to one that leads to a new feature, which is returned, or to the end. */
  #followReferences(node: FeatureNode): FeatureNode | undefined {
    const { references } = node.expression;
    let reference = references[node.slot];
    while (reference !== undefined) {
      const feature = node.awaited ?? this.#referenced(node, reference);
      if (typeof feature !== "boolean" && feature.order === 0) {
        node.awaited = feature;
        return feature;
      }
      node.awaited = undefined;
      node.advance(feature);
      reference = references[node.slot];
    }
    return undefined;
  }

  /** A name that depends on the context is evaluated here, and only here. */
  #referenced(node: FeatureNode, reference: Reference): FeatureNode | boolean {
    if (typeof reference === "string") {
      return this.#feature(reference);
    }
    const context = this.#gates.contexts[node.actor];
    if (context === undefined) {
      throw new Error(`There is no actor ${node.actor}`);
    }
    const name = referencedName(reference, node.prepare(context, node.actor));
    if (name === undefined) {
      node.failed ??= new Set();
      node.failed.add(node.actor);
    }
    return typeof name === "string" && this.#feature(name);
  }

  #feature(key: string): FeatureNode | boolean {
    return this.#features.get(key) ?? this.#add(key, this.#source.find(key));
  }

  /** Answers the features of a cycle, or the single one, when the search leaves the first of them. */
  *#leave(node: FeatureNode): Generator<void, void> {
    if (node.earliest < node.order) {
      return;
    }
    const cycle = this.#unanswered.splice(this.#unanswered.lastIndexOf(node));
    if (cycle.length > 1) {
      yield* answerCycle(cycle, this.#gates);
      for (const { toggle } of cycle) {
        this.#inCycles.add(toggle.key);
      }
    } else {
      node.finish(this.#isExpressionTrue(node) || this.#gates.isAnyOtherOpen(node.toggle));
    }
    for (const { toggle, answer } of cycle) {
      this.#features.set(toggle.key, answer === true);
    }
  }

  #isExpressionTrue(node: FeatureNode): boolean {
    return this.#gates.contexts.some(
      (context, actor) =>
        node.failed?.has(actor) !== true && node.expression.isTrue(node.prepare(context, actor)),
    );
  }
}
