import type { CompiledExpression } from "../expressions/compile-expression.ts";
import { type Crc32, type HashedIds, hashIds, isBucketIncluded } from "../percentages/bucket.ts";
import { type Actor, ActorContext, type ContextInputs } from "./actor-context.ts";
import type { GateKey } from "./gates.ts";
import type { SortedSet } from "./sorted-set.ts";
import type { ExpressionKeeper, Toggle } from "./toggle.ts";

/** The inputs of gates in addition to actors and toggles: groups, time and random numbers. */
export interface GateInputs {
  /** Undefined if no actor is in any group. */
  readonly isInGroup?: ((group: string, actor: Actor) => boolean) | undefined;
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * At least 0, below 1. `draw` is `timeDraw` for the gate `percentage_of_time` of the feature,
   * otherwise the position of the operator `Random` in its expression.
   */
  random(featureKey: string, draw: number): number;
  readonly crc32: Crc32;
}

/** The draw of the gate `percentage_of_time`. The draws of expressions count from 0. */
export const timeDraw = -1;

export interface AskedGateInputs extends GateInputs {
  /** Caches compiled expressions for the next checks. */
  readonly expressions: ExpressionKeeper;
}

/**
 * Checks the gates of toggles for the same actors, and caches values that several toggles need.
 * Without actors only boolean, expression and percentage of time can match
 * (docs/decisions.md#evaluation-order).
 */
export class ActorGates implements ContextInputs {
  readonly #actors: readonly Actor[];
  readonly #inputs: AskedGateInputs;
  // Created on first use, as most checks need few of them.
  #hashedIds: HashedIds | undefined;
  #groupMemberships: Map<string, boolean> | undefined;
  #contexts: readonly ActorContext[] | undefined;
  #now: number | undefined;

  constructor(actors: readonly Actor[], inputs: AskedGateInputs) {
    this.#actors = actors;
    this.#inputs = inputs;
  }

  get crc32(): Crc32 {
    return this.#inputs.crc32;
  }

  /** One request has one time, so that features checked one after the other agree. */
  now(): number {
    this.#now ??= this.#inputs.now();
    return this.#now;
  }

  random(featureKey: string, draw: number): number {
    return this.#inputs.random(featureKey, draw);
  }

  /** One for each actor; a single one without actors. */
  get contexts(): readonly ActorContext[] {
    if (this.#contexts === undefined) {
      const actors = this.#actors.length === 0 ? [null] : this.#actors;
      this.#contexts = actors.map((actor) => new ActorContext(actor, this));
    }
    return this.#contexts;
  }

  /**
   * The first gate that matches. Undefined for a feature whose expression refers to other features.
   */
  openGate(toggle: Toggle): GateKey | null | undefined {
    if (toggle.gates.boolean) {
      return "boolean";
    }
    if (toggle.gates.expression !== null) {
      if (toggle.refersToOthers(this.#inputs.expressions)) {
        return undefined;
      }
      if (this.#isExpressionTrue(toggle)) {
        return "expression";
      }
    }
    return this.otherOpenGate(toggle);
  }

  compiledExpression(toggle: Toggle): CompiledExpression | null {
    return toggle.compiledExpression(this.#inputs.expressions);
  }

  /** The first matching gate after the expression; they are tried in this order. */
  otherOpenGate(toggle: Toggle): GateKey | null {
    const { gates } = toggle;
    if (gates.actors.length > 0 && this.#isActorEnabled(toggle)) {
      return "actors";
    }
    if (gates.percentageOfActors > 0 && this.isInPercentageOfActors(toggle)) {
      return "percentage_of_actors";
    }
    if (gates.percentageOfTime > 0 && this.#isInPercentageOfTime(toggle)) {
      return "percentage_of_time";
    }
    return gates.groups.length > 0 && this.#isInEnabledGroup(gates.groups) ? "groups" : null;
  }

  /** Whether a gate that lists these actors, or any group, may match. */
  isNamedIn(names: ReadonlySet<string>): boolean {
    return (
      this.#inputs.isInGroup !== undefined ||
      this.#actors.some(({ flipperId }) => names.has(flipperId))
    );
  }

  /** Whether an expression without references is true for an actor. */
  #isExpressionTrue(toggle: Toggle): boolean {
    const expression = this.compiledExpression(toggle);
    const draws: number[] = [];
    for (const context of this.contexts) {
      context.featureKey = toggle.key;
      context.draws = draws;
      if (expression?.isTrue(context) === true) {
        return true;
      }
    }
    return false;
  }

  #isActorEnabled(toggle: Toggle): boolean {
    for (const { flipperId } of this.#actors) {
      if (toggle.hasActor(flipperId)) {
        return true;
      }
    }
    return false;
  }

  isInPercentageOfActors(toggle: Toggle): boolean {
    if (this.#actors.length === 0) {
      return false;
    }
    this.#hashedIds ??= hashIds(
      this.#actors.map(({ flipperId }) => flipperId),
      this.#inputs.crc32,
    );
    return isBucketIncluded(
      toggle.buckets(this.#inputs.crc32).of(this.#hashedIds),
      toggle.gates.percentageOfActors,
    );
  }

  #isInPercentageOfTime({ key, gates }: Toggle): boolean {
    return this.#inputs.random(key, timeDraw) * 100 < gates.percentageOfTime;
  }

  #isInEnabledGroup(groups: SortedSet): boolean {
    const { isInGroup } = this.#inputs;
    if (isInGroup === undefined) {
      return false;
    }
    this.#groupMemberships ??= new Map();
    for (const group of groups) {
      let answer = this.#groupMemberships.get(group);
      if (answer === undefined) {
        answer = this.#actors.some((actor) => isInGroup(group, actor));
        this.#groupMemberships.set(group, answer);
      }
      if (answer) {
        return true;
      }
    }
    return false;
  }
}
