import type { ExpressionContext } from "../expressions/compile-expression.ts";
import { type Crc32, type HashedIds, hashIds, isBucketIncluded } from "../percentages/bucket.ts";
import type { SortedSet } from "./sorted-set.ts";
import type { Toggle } from "./toggle.ts";

/** Who is asked about: an id of the form `<type>;<id>` (SPEC.md 2.3) and what is known of it. */
export interface Actor {
  readonly flipperId: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** What a check reads beside the toggles it is asked about: other features, groups, clock, chance. */
export interface CheckInputs {
  /** The toggles of the environment, for expressions that ask about another feature. */
  find(key: string): Toggle | undefined;
  /** Left out where nobody is in any group. */
  readonly isInGroup?: ((group: string, actor: Actor) => boolean) | undefined;
  /** Milliseconds since the epoch. */
  now(): number;
  /** At least 0, below 1. */
  random(): number;
  readonly crc32: Crc32;
}

const nestedDepthMax = 32;
/** Within one feature's expression; only expressions that go in circles come near it. */
const nestedChecksMax = 256;

/**
 * Asks toggles about the same actors (SPEC.md 1, DESIGN.md section 2): enabled when the first of
 * boolean, expression, actor, percentage of actors, percentage of time, group opens. Without
 * actors only boolean, expression and percentage of time can.
 */
export class ActorCheck {
  readonly #actors: readonly Actor[];
  readonly #inputs: CheckInputs;
  readonly #evaluating: string[] = [];
  // Made when they are needed: most checks need few of them.
  #hashedIds: HashedIds | undefined;
  #groups: Map<string, boolean> | undefined;
  #nestedAnswers: Map<string, boolean> | undefined;
  #contexts: readonly ExpressionContext[] | undefined;
  #nestedChecks = 0;
  #cutOffs = 0;

  constructor(actors: readonly Actor[], inputs: CheckInputs) {
    this.#actors = actors;
    this.#inputs = inputs;
  }

  isEnabled(toggle: Toggle): boolean {
    const { gates } = toggle;
    return (
      gates.boolean ||
      (gates.expression !== null && this.#expressionOpens(toggle)) ||
      (gates.actors.length > 0 && this.#actorOpens(toggle)) ||
      (gates.percentageOfActors > 0 && this.#percentageOfActorsOpens(toggle)) ||
      (gates.percentageOfTime > 0 && this.#inputs.random() * 100 < gates.percentageOfTime) ||
      (gates.groups.length > 0 && this.#groupOpens(gates.groups))
    );
  }

  #actorOpens(toggle: Toggle): boolean {
    for (const { flipperId } of this.#actors) {
      if (toggle.hasActor(flipperId)) {
        return true;
      }
    }
    return false;
  }

  #percentageOfActorsOpens(toggle: Toggle): boolean {
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

  #groupOpens(groups: SortedSet): boolean {
    const { isInGroup } = this.#inputs;
    if (isInGroup === undefined) {
      return false;
    }
    this.#groups ??= new Map();
    for (const group of groups) {
      let answer = this.#groups.get(group);
      if (answer === undefined) {
        answer = this.#actors.some((actor) => isInGroup(group, actor));
        this.#groups.set(group, answer);
      }
      if (answer) {
        return true;
      }
    }
    return false;
  }

  #expressionOpens(toggle: Toggle): boolean {
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
      enabled: (key) => this.#isEnabledWithin(key),
    }));
  }

  /**
   * What FeatureEnabled asks. A feature that is already being evaluated answers false, which ends
   * cycles; the bounds end what would cost more than it is worth. Answers that rest on no such cut
   * are kept, so that features that many others ask about are evaluated once.
   */
  #isEnabledWithin(key: string): boolean {
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
      this.#cutOffs += 1;
      return false;
    }
    this.#nestedChecks += 1;
    const cutOffsBefore = this.#cutOffs;
    const answer = this.isEnabled(toggle);
    if (this.#cutOffs === cutOffsBefore) {
      this.#nestedAnswers ??= new Map();
      this.#nestedAnswers.set(key, answer);
    }
    return answer;
  }
}

/** The id overrides a property of that name, as in the public client. */
function propertiesOf(actor: Actor): ExpressionContext["properties"] {
  return { ...actor.properties, flipper_id: actor.flipperId };
}
