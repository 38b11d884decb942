import { falseIfFailed } from "../expressions/compile-expression.ts";
import { isTruthy } from "../expressions/expression-value.ts";
import type { Condition } from "../expressions/term.ts";
import type { ActorContext } from "./actor-context.ts";
import type { ActorGates } from "./actor-gates.ts";
import { FeatureNode } from "./feature-node.ts";

/**
 * Checks features that refer to each other in a cycle (docs/decisions.md#expressions). The results
 * are the solution with the fewest enabled features. A feature is enabled if, along references below
 * `All` and `Any` only, it follows from something outside the cycle. Operators whose value depends on
 * the cycle in another way, such as `NotEqual`, have their value for disabled features, and in a
 * second round their value for the results of the first one. So no operator is evaluated more than
 * twice, and the order of the features has no effect. The expression of a feature is not evaluated
 * if another gate matches.
 */
export function* answerCycle(
  nodes: readonly FeatureNode[],
  gates: ActorGates,
): Generator<undefined, void> {
  for (const node of nodes) {
    node.openGate = gates.otherOpenGate(node.toggle);
    yield;
  }
  const round = new CycleRound(nodes);
  yield* round.run(gates.contexts);
  if (round.hasValues) {
    yield* new CycleRound(nodes).run(gates.contexts);
  }
  for (const node of nodes) {
    node.openGate = node.enabled ? (node.openGate ?? "expression") : null;
  }
}

/**
 * One round, which finds the result of each feature. A feature, and each group of a condition,
 * counts how many of its parts still have to become true. When none is left, it is true itself, and
 * counts as a part of something larger. So the time is proportional to the number of operators.
 */
class CycleRound {
  /** Whether an operator needs a second round. */
  hasValues = false;
  readonly #nodes: readonly FeatureNode[];
  /** Parts that became true and are not counted yet. */
  readonly #due: (() => void)[] = [];

  constructor(nodes: readonly FeatureNode[]) {
    this.#nodes = nodes;
  }

  *run(contexts: readonly ActorContext[]): Generator<undefined, void> {
    const enabled = new Set<FeatureNode>();
    for (const node of this.#nodes) {
      const enable = this.#when(1, () => {
        enabled.add(node);
        for (const count of node.referring) {
          count();
        }
      });
      if (node.openGate === null) {
        this.#addExpression(node, contexts, enable);
      } else {
        enable();
      }
      yield;
    }
    for (let next = this.#due.pop(); next !== undefined; next = this.#due.pop()) {
      next();
      yield;
    }
    for (const node of this.#nodes) {
      node.enabled = enabled.has(node);
      node.referring = [];
    }
  }

  /** Returns a function that queues `then` after so many calls. */
  #when(count: number, then: () => void): () => void {
    let missing = count;
    return () => {
      missing -= 1;
      if (missing === 0) {
        this.#due.push(then);
      }
    };
  }

  /** The feature is enabled if its expression is true for one actor. */
  #addExpression(node: FeatureNode, contexts: readonly ActorContext[], enable: () => void): void {
    for (const context of node.prepareEach(contexts)) {
      let then: (() => void) | undefined;
      try {
        this.#add(
          node.expression.condition,
          this.#when(1, () => then?.()),
          context,
        );
        // Not before: if the evaluation fails, the expression is false.
        then = enable;
      } catch (error) {
        falseIfFailed(error);
      }
    }
  }

  /** `count` counts the condition when it is true. Recursive, as deep as the expression. */
  #add(condition: Condition, count: () => void, context: ActorContext): void {
    if (condition.kind === "reference") {
      const feature = context.references[condition.slot];
      if (feature instanceof FeatureNode) {
        feature.referring.push(count);
      } else if (feature?.enabled === true) {
        count();
      }
      return;
    }
    const { kind, parts, plain } = condition;
    this.hasValues ||= kind === "value";
    let missing = kind === "all" ? parts.length + plain.length : 1;
    for (const evaluate of plain) {
      missing -= isTruthy(evaluate(context)) ? 1 : 0;
    }
    if (missing <= 0) {
      count();
    }
    // A group that depends on one part alone needs no memory of its own.
    const isPart = missing === 1 && parts.length === 1;
    const countPart = isPart ? count : this.#when(missing, count);
    for (const part of parts) {
      this.#add(part, countPart, context);
    }
  }
}
