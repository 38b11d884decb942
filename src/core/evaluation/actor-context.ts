import type { ExpressionContext } from "../expressions/expression-context.ts";
import type { Crc32 } from "../percentages/bucket.ts";

/**
 * The actor of a check: an id, usually `<type>;<id>`, and its properties (docs/api.md#actor-check).
 */
export interface Actor {
  readonly flipperId: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The inputs that the contexts of one check share. */
export interface ContextInputs {
  /** Milliseconds since the epoch; the same number in the whole check. */
  now(): number;
  /** At least 0, below 1. `draw` is the position of the operator `Random` in the expression. */
  random(featureKey: string, draw: number): number;
  readonly crc32: Crc32;
}

const noReferences: ExpressionContext["references"] = [];

/**
 * One actor of a check, or none, as expressions see it. One object serves all evaluations: its
 * creator sets the fields of the feature before each one.
 */
export class ActorContext implements ExpressionContext {
  readonly properties: ExpressionContext["properties"];
  readonly crc32: Crc32;
  featureKey = "";
  references = noReferences;
  /** The numbers that operators `Random` of the feature have drawn in this check. */
  draws: number[] = [];
  readonly #inputs: ContextInputs;

  constructor(actor: Actor | null, inputs: ContextInputs) {
    // The id overrides a property named `flipper_id`, as in the public client.
    this.properties = actor === null ? {} : { ...actor.properties, flipper_id: actor.flipperId };
    this.crc32 = inputs.crc32;
    this.#inputs = inputs;
  }

  now(): number {
    return this.#inputs.now();
  }

  random(draw: number): number {
    let number = this.draws[draw];
    if (number === undefined) {
      number = this.#inputs.random(this.featureKey, draw);
      this.draws[draw] = number;
    }
    return number;
  }
}
