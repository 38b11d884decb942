import type { Reference } from "../expressions/compilation.ts";
import { referencedName } from "../expressions/compile-expression.ts";
import type { ActorGates } from "./actor-gates.ts";
import { answerCycle } from "./feature-cycle.ts";
import { FeatureNode, type ReferenceRow } from "./feature-node.ts";
import type { GateKey } from "./gates.ts";
import type { Toggle } from "./toggle.ts";

const open = { enabled: true };
const closed = { enabled: false };

/**
 * Checks features whose expressions refer to other features. A search from the requested feature
 * finds the features that refer to each other in a cycle (strongly connected components, by
 * Tarjan's algorithm), after all others that they refer to. So a feature is evaluated when the
 * results that it needs are known, and no evaluation runs inside another one. The results do not
 * depend on the order of the requests. Nothing is recursive, so chains may be long.
 */
export class FeatureGraph {
  /** The checked features that refer to each other in a cycle. */
  readonly inCycles = new Set<string>();
  readonly #find: (key: string) => Toggle | undefined;
  readonly #gates: ActorGates;
  /** The matching gate of a feature, or its node until it is known: nodes take much more memory. */
  readonly #features: Map<string, FeatureNode | GateKey | null>;
  /** Features without a result, in the order in which the search reached them. */
  readonly #unanswered: FeatureNode[] = [];
  #reachedCount = 0;

  /** `known` are the matching gates of features that are already checked. */
  constructor(
    find: (key: string) => Toggle | undefined,
    gates: ActorGates,
    known: Map<string, FeatureNode | GateKey | null>,
  ) {
    this.#find = find;
    this.#gates = gates;
    this.#features = known;
  }

  /** In steps; each takes time for a few expressions at most. */
  *openGate(toggle: Toggle): Generator<void, GateKey | null> {
    const feature = this.#feature(toggle.key, toggle);
    if (!(feature instanceof FeatureNode)) {
      return feature;
    }
    const path = [this.#search(feature)];
    for (let search = path.at(-1); search !== undefined; search = path.at(-1)) {
      const { done, value: next } = search.next();
      if (done === true) {
        path.pop();
      } else if (next !== undefined) {
        path.push(this.#search(next));
      }
      yield;
    }
    return feature.openGate;
  }

  /** `given` is the feature itself, if known. */
  #feature(key: string, given?: Toggle): FeatureNode | GateKey | null {
    let feature = this.#features.get(key);
    if (feature === undefined) {
      const toggle = given ?? this.#find(key);
      feature = toggle === undefined ? null : this.#nodeOrOpenGate(toggle);
      this.#features.set(key, feature);
    }
    return feature;
  }

  #nodeOrOpenGate(toggle: Toggle): FeatureNode | GateKey | null {
    const openGate = this.#gates.openGate(toggle);
    const expression = openGate === undefined ? this.#gates.compiledExpression(toggle) : null;
    return expression === null
      ? (openGate ?? null)
      : new FeatureNode(toggle, expression, this.#gates.contexts.length);
  }

  /** Yields a feature that must be searched before it can continue, and nothing after another step. */
  *#search(node: FeatureNode): Generator<FeatureNode | undefined, void> {
    const unanswered = this.#unanswered;
    this.#reachedCount += 1;
    node.order = this.#reachedCount;
    node.earliest = this.#reachedCount;
    unanswered.push(node);
    for (const reference of node.expression.references) {
      for (const [actor, row] of node.rows.entries()) {
        let feature = this.#referenced(node, reference, actor, row);
        if (feature instanceof FeatureNode && feature.order === 0) {
          yield feature;
          feature = this.#feature(feature.toggle.key);
        }
        if (feature instanceof FeatureNode) {
          node.earliest = Math.min(node.earliest, feature.earliest);
        }
        row.references.push(
          feature === null || feature === node
            ? closed
            : feature instanceof FeatureNode
              ? feature
              : open,
        );
      }
    }
    // The search leaves the first feature of a cycle, or a feature outside all cycles.
    if (node.earliest === node.order) {
      yield* this.#answer(unanswered.splice(unanswered.lastIndexOf(node)));
    }
  }

  /** A name that depends on the context is evaluated here, and only here. */
  #referenced(
    node: FeatureNode,
    reference: Reference,
    actor: number,
    row: ReferenceRow,
  ): FeatureNode | GateKey | null {
    const context = this.#gates.contexts[actor];
    const name = context && referencedName(reference, node.prepare(context, row));
    if (name === undefined) {
      row.isFailed = true;
    }
    return typeof name === "string" ? this.#feature(name) : null;
  }

  *#answer(nodes: readonly FeatureNode[]): Generator<undefined, void> {
    if (nodes.length > 1) {
      yield* answerCycle(nodes, this.#gates);
    }
    for (const node of nodes) {
      const { key } = node.toggle;
      if (nodes.length > 1) {
        this.inCycles.add(key);
      } else {
        node.openGate = this.#isExpressionTrue(node)
          ? "expression"
          : this.#gates.otherOpenGate(node.toggle);
      }
      this.#features.set(key, node.openGate);
    }
  }

  #isExpressionTrue(node: FeatureNode): boolean {
    for (const context of node.prepareEach(this.#gates.contexts)) {
      if (node.expression.isTrue(context)) {
        return true;
      }
    }
    return false;
  }
}
