import type { ExpressionContext } from "../expressions/expression-context.ts";
import { type Crc32, type HashedIds, hashIds, isBucketIncluded } from "../percentages/bucket.ts";
import type { SortedSet } from "./sorted-set.ts";
import type { Toggle } from "./toggle.ts";

/**
 * The actor of a check: an id, usually `<type>;<id>`, and its properties (docs/api.md#actor-check).
 */
export interface Actor {
  readonly flipperId: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/**
 * What a check needs beside actors and toggles: other features, groups, time and random numbers.
 */
export interface CheckInputs {
  /** Finds another feature of the environment, for the operator `FeatureEnabled`. */
  find(key: string): Toggle | undefined;
  /** Undefined if no actor is in any group. */
  readonly isInGroup?: ((group: string, actor: Actor) => boolean) | undefined;
  /** Milliseconds since the epoch. */
  now(): number;
  /** At least 0, below 1. */
  random(): number;
  readonly crc32: Crc32;
}

const nestedDepthMax = 32;
/** For one feature's expression. Only expressions with cycles come near this number. */
const nestedChecksMax = 256;

/**
 * Checks toggles for the same actors. The gates are tried in the order boolean, expression, actors,
 * percentage of actors, percentage of time, groups; the first open one enables the feature. Without
 * actors only boolean, expression and percentage of time can be open
 * (docs/decisions.md#evaluation-order).
 */
export class ActorCheck {
  readonly #actors: readonly Actor[];
  readonly #inputs: CheckInputs;
  /** Keys of the features whose expressions are being evaluated, from the outermost. */
  readonly #evaluating: string[] = [];
  // Created on first use, as most checks need few of them.
  #hashedIds: HashedIds | undefined;
  #groupMemberships: Map<string, boolean> | undefined;
  #nestedAnswers: Map<string, boolean> | undefined;
  #contexts: readonly ExpressionContext[] | undefined;
  #nestedChecks = 0;
  /** How many nested checks were answered false because of a cycle or a limit. */
  #cutOffCount = 0;

  constructor(actors: readonly Actor[], inputs: CheckInputs) {
    this.#actors = actors;
    this.#inputs = inputs;
  }

  isEnabled(toggle: Toggle): boolean {
    const { gates } = toggle;
    return (
      gates.boolean ||
      (gates.expression !== null && this.#isExpressionTrue(toggle)) ||
      (gates.actors.length > 0 && this.#isActorEnabled(toggle)) ||
      (gates.percentageOfActors > 0 && this.#isInPercentageOfActors(toggle)) ||
      (gates.percentageOfTime > 0 && this.#inputs.random() * 100 < gates.percentageOfTime) ||
      (gates.groups.length > 0 && this.#isInEnabledGroup(gates.groups))
    );
  }

  #isActorEnabled(toggle: Toggle): boolean {
    for (const { flipperId } of this.#actors) {
      if (toggle.hasActor(flipperId)) {
        return true;
      }
    }
    return false;
  }

  #isInPercentageOfActors(toggle: Toggle): boolean {
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

  #isExpressionTrue(toggle: Toggle): boolean {
    const { expression } = toggle;
    if (expression === null) {
      return false;
    }
    if (this.#evaluating.length === 0) {
      this.#nestedChecks = 0;
    }
    this.#contexts ??= this.#contextsOfActors();
    this.#evaluating.push(toggle.key);
    try {
      for (const context of this.#contexts) {
        if (expression(context)) {
          return true;
        }
      }
      return false;
    } finally {
      this.#evaluating.pop();
    }
  }

  #contextsOfActors(): readonly ExpressionContext[] {
    const properties = this.#actors.length === 0 ? [{}] : this.#actors.map(propertiesOf);
    const evaluating = this.#evaluating;
    return properties.map((known) => ({
      get featureKey() {
        return evaluating.at(-1) ?? "";
      },
      properties: known,
      now: () => this.#inputs.now(),
      random: () => this.#inputs.random(),
      crc32: this.#inputs.crc32,
      enabled: (key) => this.#isNestedEnabled(key),
    }));
  }

  /**
   * The result of `FeatureEnabled`. False for a feature that is being evaluated already, which ends
   * cycles, and beyond the limits of depth and number. A result that does not depend on such a
   * false is cached, so that a feature that many expressions use is evaluated once.
   */
  #isNestedEnabled(key: string): boolean {
    const known = this.#nestedAnswers?.get(key);
    if (known !== undefined) {
      return known;
    }
    const toggle = this.#inputs.find(key);
    if (toggle === undefined) {
      return false;
    }
    if (
      this.#evaluating.includes(key) ||
      this.#evaluating.length >= nestedDepthMax ||
      this.#nestedChecks >= nestedChecksMax
    ) {
      this.#cutOffCount += 1;
      return false;
    }
    this.#nestedChecks += 1;
    const cutOffCountBefore = this.#cutOffCount;
    const answer = this.isEnabled(toggle);
    if (this.#cutOffCount === cutOffCountBefore) {
      this.#nestedAnswers ??= new Map();
      this.#nestedAnswers.set(key, answer);
    }
    return answer;
  }
}

/** The id overrides a property named `flipper_id`, as in the public client. */
function propertiesOf(actor: Actor): ExpressionContext["properties"] {
  return { ...actor.properties, flipper_id: actor.flipperId };
}
