import {
  countTerms,
  type ExplainContext,
  explainExpression,
  resultsOf,
} from "../expressions/explain-expression.ts";
import type { ExplainedTerm } from "../expressions/explained-term.ts";
import { type Expression, expressionFault } from "../expressions/expression.ts";
import { hashIds, isBucketIncluded } from "../percentages/bucket.ts";
import { ActorCheck, type CheckInputs } from "./actor-check.ts";
import type { Actor } from "./actor-context.ts";
import { timeDraw } from "./actor-gates.ts";
import type { ExplainedActor, ExplainedCheck, ExplainedGate } from "./explained-check.ts";
import type { Toggle } from "./toggle.ts";

export interface ExplainInputs extends CheckInputs {
  /** Whether a group is registered, or has a predicate. */
  isKnownGroup(group: string): boolean;
}

/** A gate matches buckets below this number for each percent. */
const bucketsPerPercent = 1_000;

/**
 * Explains a check of several features for the same actors: the result of each, with the reason of
 * each gate in the order of their evaluation (docs/decisions.md#evaluation-order). There is one
 * time and one draw for each gate. So the results agree with each other, and with an `ActorCheck`
 * of the same numbers. Evaluates all gates, also after a match.
 */
export class ExplainedFeatures {
  readonly #actors: readonly Actor[];
  readonly #inputs: ExplainInputs;
  readonly #check: ActorCheck;
  #termsLeft: number;

  /** `termsMax`: how many terms the trees of all features may have together. */
  constructor(
    actors: readonly Actor[],
    inputs: ExplainInputs,
    termsMax = Number.POSITIVE_INFINITY,
  ) {
    this.#termsLeft = termsMax;
    this.#actors = actors;
    this.#inputs = withFixedDraws(inputs);
    this.#check = new ActorCheck(actors, this.#inputs);
  }

  /** How many terms further trees may have. */
  get termsLeft(): number {
    return this.#termsLeft;
  }

  /** Each step takes time for one expression and one actor at most. */
  *explain(toggle: Toggle): Generator<void, ExplainedCheck> {
    const actors = this.#actors;
    const inputs = this.#inputs;
    const others: readonly ExplainedGate[] = [
      actorsGate(toggle, actors),
      percentageOfActorsGate(toggle, actors, inputs),
      percentageOfTimeGate(toggle, inputs),
      groupsGate(toggle, actors, inputs),
    ];
    const opensOtherwise = toggle.gates.boolean || others.some(({ opens }) => opens);
    const gates: readonly ExplainedGate[] = [
      { gate: "boolean", opens: toggle.gates.boolean },
      yield* this.#expressionGate(toggle, opensOtherwise),
      ...others,
    ];
    return { enabled: gates.some(({ opens }) => opens), gates };
  }

  *#expressionGate(toggle: Toggle, opensOtherwise: boolean): Generator<void, ExplainedGate> {
    const { expression } = toggle.gates;
    if (expression === null) {
      return {
        gate: "expression",
        opens: false,
        actors: [],
        tree: null,
        isInCycle: false,
        fault: null,
      };
    }
    // First, as this also computes the results of the features that the expression refers to.
    const enabled = (yield* this.#check.openGateInSteps(toggle)) !== null;
    const isInCycle = this.#check.isInCycle(toggle);
    const actors = this.#actors.length === 0 ? [null] : this.#actors;
    const resultOf = resultsOf(expression);
    const explained: ExplainedActor[] = [];
    for (const actor of actors) {
      const result = resultOf(this.#contextOf(actor, toggle.key));
      explained.push({ flipperId: actor?.flipperId ?? null, ...result });
      yield;
    }
    const isTrue = explained.some((each) => each.isTrue);
    const shown = Math.max(
      0,
      explained.findIndex((each) => each.isTrue),
    );
    return {
      gate: "expression",
      // In a cycle the results of all features are computed together, not from the tree.
      opens: isInCycle && !opensOtherwise ? enabled : isTrue,
      actors: explained,
      tree: this.#treeOf(expression, this.#contextOf(actors[shown] ?? null, toggle.key)),
      isInCycle,
      fault: expressionFault(expression),
    };
  }

  /** Null if all trees together would be too large. */
  #treeOf(expression: Expression, context: ExplainContext): ExplainedTerm | null {
    const count = countTerms(expression);
    if (count > this.#termsLeft) {
      return null;
    }
    this.#termsLeft -= count;
    return explainExpression(expression, context).tree;
  }

  #contextOf(actor: Actor | null, key: string): ExplainContext {
    const { now, random, crc32, find } = this.#inputs;
    return {
      featureKey: key,
      now,
      random: (draw) => random(key, draw),
      crc32,
      properties: actor === null ? {} : { ...actor.properties, flipper_id: actor.flipperId },
      isFeatureEnabled: (name) => {
        const other = name === key ? undefined : find(name);
        return other !== undefined && this.#check.isEnabled(other);
      },
    };
  }
}

/** The same inputs, with one time, and one random number for each gate and each operator. */
export function withFixedDraws<Inputs extends CheckInputs>(inputs: Inputs): Inputs {
  const now = inputs.now();
  const draws = new Map<string, number>();
  return {
    ...inputs,
    now: () => now,
    random(featureKey: string, draw: number) {
      const place = `${draw} ${featureKey}`;
      const number = draws.get(place) ?? inputs.random(featureKey, draw);
      draws.set(place, number);
      return number;
    },
  };
}

function actorsGate(toggle: Toggle, actors: readonly Actor[]): ExplainedGate {
  const matched = actors.filter(({ flipperId }) => toggle.hasActor(flipperId));
  return {
    gate: "actors",
    opens: matched.length > 0,
    count: toggle.gates.actors.length,
    matched: matched.map(({ flipperId }) => flipperId),
  };
}

function percentageOfActorsGate(
  toggle: Toggle,
  actors: readonly Actor[],
  { crc32 }: ExplainInputs,
): ExplainedGate {
  const percentage = toggle.gates.percentageOfActors;
  const ids = actors.map(({ flipperId }) => flipperId);
  const bucket = ids.length === 0 ? null : toggle.buckets(crc32).of(hashIds(ids, crc32));
  return {
    gate: "percentage_of_actors",
    opens: bucket !== null && isBucketIncluded(bucket, percentage),
    percentage,
    bucket,
    threshold: percentage * bucketsPerPercent,
    opensAbove: bucket === null ? null : bucket / bucketsPerPercent,
  };
}

function percentageOfTimeGate(toggle: Toggle, { random }: ExplainInputs): ExplainedGate {
  const percentage = toggle.gates.percentageOfTime;
  return {
    gate: "percentage_of_time",
    opens: percentage > 0 && random(toggle.key, timeDraw) * 100 < percentage,
    percentage,
  };
}

function groupsGate(
  toggle: Toggle,
  actors: readonly Actor[],
  { isInGroup, isKnownGroup }: ExplainInputs,
): ExplainedGate {
  const groups = [...toggle.gates.groups].map((name) => ({
    name,
    matches: isInGroup !== undefined && actors.some((actor) => isInGroup(name, actor)),
    isKnown: isKnownGroup(name),
  }));
  return { gate: "groups", opens: groups.some(({ matches }) => matches), groups };
}
