import { falseIfFailed } from "../expressions/compile-expression.ts";
import { isTruthy } from "../expressions/expression-value.ts";
import type { Condition } from "../expressions/term.ts";
import type { ActorContext } from "./actor-context.ts";
import type { ActorGates } from "./actor-gates.ts";
import type { FeatureNode, ReferenceRow } from "./feature-node.ts";
import type { GateKey } from "./gates.ts";

/**
 * Answers features that refer to each other in a cycle (docs/decisions.md#expressions). Of all
 * answers that satisfy their conditions, these enable the fewest features: one is enabled if, along
 * references below `All` and `Any` only, it follows from something that is not in the cycle.
 * Operators whose value depends on the cycle in another way, such as `NotEqual`, take part with
 * their value for closed features, and in a second round with their value for the answers of the
 * first one. So no operator is evaluated more than twice, and the order of the features has no
 * effect. The expression of a feature that another gate opens is not evaluated.
 */
export function* answerCycle(
  nodes: readonly FeatureNode[],
  gates: ActorGates,
): Generator<void, void> {
  const otherGates: (GateKey | null)[] = [];
  for (const [place, node] of nodes.entries()) {
    node.place = place;
    otherGates.push(gates.otherOpenGate(node.toggle));
    yield;
  }
  const first = new CycleRound(nodes, otherGates);
  let answers = yield* first.answers(gates.contexts);
  if (first.hasValues) {
    yield* useAnswers(nodes, answers);
    answers = yield* new CycleRound(nodes, otherGates).answers(gates.contexts);
  }
  for (const node of nodes) {
    node.finish(answers[node.place] === true ? (otherGates[node.place] ?? "expression") : null);
  }
}

function* useAnswers(
  nodes: readonly FeatureNode[],
  answers: readonly boolean[],
): Generator<void, void> {
  for (const { rows } of nodes) {
    for (const { answers: known, inCycle } of rows) {
      for (const [slot, node] of inCycle?.entries() ?? []) {
        if (node !== undefined) {
          known[slot] = answers[node.place] === true;
        }
      }
    }
    yield;
  }
}

const nowhere = -1;
/** How many parts become true between two steps. */
const partsPerStep = 1_000;

/**
 * One round. The features and the groups of their conditions get numbers, the features first. Each
 * counts how many of its parts still have to become true; when that is none, it is true itself and
 * a part of something else is. So the time is proportional to the number of operators.
 */
class CycleRound {
  /** Whether there was an operator for which a second round is needed. */
  hasValues = false;
  readonly #nodes: readonly FeatureNode[];
  readonly #otherGates: readonly (GateKey | null)[];
  /** By number: how many parts have to become true. */
  readonly #missing: number[];
  /** By number: what it is a part of. */
  readonly #whole: number[];
  /** By feature: what has a reference to it as a part. */
  readonly #referring: number[][];
  readonly #becameTrue: number[] = [];

  constructor(nodes: readonly FeatureNode[], otherGates: readonly (GateKey | null)[]) {
    this.#nodes = nodes;
    this.#otherGates = otherGates;
    this.#missing = nodes.map(() => 1);
    this.#whole = nodes.map(() => nowhere);
    this.#referring = nodes.map(() => []);
  }

  *answers(contexts: readonly ActorContext[]): Generator<void, boolean[]> {
    for (const [place, node] of this.#nodes.entries()) {
      if (typeof this.#otherGates[place] === "string") {
        this.#notePart(place);
      } else {
        this.#addExpression(node, contexts);
      }
      yield;
    }
    let parts = 0;
    for (let part = this.#becameTrue.pop(); part !== undefined; part = this.#becameTrue.pop()) {
      for (const whole of this.#referring[part] ?? [this.#whole[part] ?? nowhere]) {
        this.#notePart(whole);
      }
      parts++;
      if (parts % partsPerStep === 0) {
        yield;
      }
    }
    return this.#missing.slice(0, this.#nodes.length).map((missing) => missing <= 0);
  }

  /** The feature is enabled if its expression is true for one actor. */
  #addExpression(node: FeatureNode, contexts: readonly ActorContext[]): void {
    for (const [actor, context] of contexts.entries()) {
      if (node.failed?.has(actor) !== true) {
        const row = node.rowOf(actor);
        const expression = this.#addGroup(1, nowhere);
        try {
          this.#add(node.expression.condition, expression, row, node.prepare(context, actor));
          // Not before: if the evaluation fails, the expression is false.
          this.#whole[expression] = node.place;
        } catch (error) {
          falseIfFailed(error);
        }
      }
    }
  }

  #addGroup(parts: number, whole: number): number {
    this.#whole.push(whole);
    return this.#missing.push(parts) - 1;
  }

  /** Recursive; the depth is that of the expression. */
  #add(condition: Condition, whole: number, row: ReferenceRow, context: ActorContext): void {
    switch (condition.kind) {
      case "reference": {
        const feature = row.inCycle?.[condition.slot];
        if (feature !== undefined) {
          this.#referring[feature.place]?.push(whole);
        } else if (row.answers[condition.slot] === true) {
          this.#notePart(whole);
        }
        return;
      }
      case "value":
        this.hasValues = true;
        if (isTruthy(condition.evaluate(context))) {
          this.#notePart(whole);
        }
        return;
      default: {
        const { kind, parts, plain } = condition;
        const group = this.#addGroup(kind === "any" ? 1 : parts.length + plain.length, whole);
        for (const evaluate of plain) {
          if (isTruthy(evaluate(context))) {
            this.#notePart(group);
          }
        }
        for (const part of parts) {
          this.#add(part, group, row, context);
        }
      }
    }
  }

  #notePart(whole: number): void {
    const missing = (this.#missing[whole] ?? 0) - 1;
    if (whole !== nowhere) {
      this.#missing[whole] = missing;
    }
    if (missing === 0) {
      this.#becameTrue.push(whole);
    }
  }
}
