import type { Reference } from "../expressions/compilation.ts";
import { type CompiledExpression, referencedName } from "../expressions/compile-expression.ts";
import type { ActorGates } from "./actor-gates.ts";
import { answerCycle } from "./feature-cycle.ts";
import { FeatureNode } from "./feature-node.ts";
import type { GateKey } from "./gates.ts";
import type { Toggle } from "./toggle.ts";

/** The features of a check, for its graph. */
export interface FeatureSource {
  find(key: string): Toggle | undefined;
  /** Null for a feature that is answered without other features. */
  referringExpression(toggle: Toggle): CompiledExpression | null;
  openGateAlone(toggle: Toggle): GateKey | null;
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
  /** The open gate of a feature, or its node until it is known: nodes take much more memory. */
  readonly #features = new Map<string, FeatureNode | GateKey | null>();
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
  *openGate(toggle: Toggle): Generator<void, GateKey | null> {
    const feature = this.#feature(toggle.key, toggle);
    if (!(feature instanceof FeatureNode)) {
      return feature;
    }
    yield* this.#search(feature);
    return feature.openGate ?? null;
  }

  /** `given` is the feature itself where it is known. */
  #feature(key: string, given?: Toggle): FeatureNode | GateKey | null {
    let feature = this.#features.get(key);
    if (feature === undefined) {
      const toggle = given ?? this.#source.find(key);
      feature = toggle === undefined ? null : this.#nodeOrOpenGate(toggle);
      this.#features.set(key, feature);
    }
    return feature;
  }

  #nodeOrOpenGate(toggle: Toggle): FeatureNode | GateKey | null {
    const expression = this.#source.referringExpression(toggle);
    return expression === null
      ? this.#source.openGateAlone(toggle)
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
      if (feature instanceof FeatureNode && feature.order === 0) {
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
  #referenced(node: FeatureNode, reference: Reference): FeatureNode | GateKey | null {
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
    return typeof name === "string" ? this.#feature(name) : null;
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
      const isOpen = this.#isExpressionTrue(node);
      node.finish(isOpen ? "expression" : this.#gates.otherOpenGate(node.toggle));
    }
    for (const { toggle, openGate = null } of cycle) {
      this.#features.set(toggle.key, openGate);
    }
  }

  #isExpressionTrue(node: FeatureNode): boolean {
    return this.#gates.contexts.some(
      (context, actor) =>
        node.failed?.has(actor) !== true && node.expression.isTrue(node.prepare(context, actor)),
    );
  }
}
