import { GatehouseError } from "../errors.ts";
import { actorIdLengthMax, type ListedGates } from "../evaluation/gates.ts";
import { sortedValues } from "../evaluation/sorted-set.ts";
import { type Expression, parseExpression } from "../expressions/expression.ts";
import { memoizePerObject } from "../memo/memoize-per-object.ts";
import { isLongerThan } from "../text/text-length.ts";
import { actorIdProperty } from "./actor-ids.ts";
import type { Bounds } from "./bounds.ts";
import {
  allOf,
  alternativesOf,
  anyOf,
  type PeerCondition,
  propertiesReadAsText,
  textOfProperty,
} from "./condition.ts";
import { matchesMissing } from "./missing-properties.ts";

const hasActor: Expression = { NotEqual: [textOfProperty(actorIdProperty), ""] };

const closed: ListedGates = {
  boolean: false,
  expression: null,
  groups: [],
  actors: [],
  percentageOfActors: 0,
  percentageOfTime: 0,
};

/** The gates that are open where the lower bound is true. A text says why there are none. */
export const storedGates = memoizePerObject(gatesOfBounds);

function gatesOfBounds(bounds: Bounds): ListedGates | string {
  const { lower } = bounds;
  if (typeof lower === "boolean") {
    const open = guarded(lower, bounds);
    return typeof open === "boolean" ? { ...closed, boolean: open } : withExpression(closed, open);
  }
  const actors: string[] = [];
  const others: Expression[] = [];
  let percentageOfActors = 0;
  let percentageOfTime = 0;
  for (const part of alternativesOf(lower)) {
    if (typeof part === "boolean") {
      continue;
    }
    const actor = actorIn(part);
    const ofActors = percentageOfActorsIn(part);
    const ofTime = percentageOfTime === 0 ? percentageOfTimeIn(part) : undefined;
    if (actor !== undefined) {
      actors.push(actor);
    } else if (ofActors !== undefined) {
      percentageOfActors = Math.max(percentageOfActors, ofActors);
    } else if (ofTime === undefined) {
      others.push(part);
    } else {
      percentageOfTime = ofTime;
    }
  }
  const gates = { ...closed, actors: sortedValues(actors), percentageOfActors, percentageOfTime };
  return others.length === 0
    ? gates
    : withExpression(gates, guarded(withActor(others, bounds), bounds));
}

function withExpression(gates: ListedGates, condition: PeerCondition): ListedGates | string {
  try {
    return { ...gates, expression: parseExpression(condition) };
  } catch (error) {
    if (error instanceof GatehouseError) {
      // Without the position, which can be as long as the expression is deep.
      const why = error.message.slice(error.message.indexOf(": ") + 2);
      return `its expression is too large or not valid: ${why}`;
    }
    throw error;
  }
}

/** Without an actor, what matches because properties are missing does not match. */
function withActor(alternatives: readonly Expression[], bounds: Bounds): PeerCondition {
  if (bounds.guarded.size === 0) {
    return anyOf(alternatives);
  }
  const { missing = [], other = [] } = Object.groupBy(alternatives, (each) =>
    matchesMissing(each) ? "missing" : "other",
  );
  return anyOf([...other, ...(missing.length === 0 ? [] : [allOf([anyOf(missing), hasActor])])]);
}

/** With a list, the gate does not match. A negated comparison alone would match. */
function guarded(condition: PeerCondition, bounds: Bounds): PeerCondition {
  const read = propertiesReadAsText(condition);
  const guards = [...bounds.guarded]
    .filter((property) => !read.has(property))
    .map((property) => ({ Equal: [textOfProperty(property), textOfProperty(property)] }));
  return allOf([condition, ...guards]);
}

function actorIn({ Equal: [property, id] = [] }: Expression): string | undefined {
  const isActorId = typeof property === "object" && property.Property?.[0] === actorIdProperty;
  return isActorId && typeof id === "string" && id !== "" && !isLongerThan(id, actorIdLengthMax)
    ? id
    : undefined;
}

/** The whole percentage of `Attribute.rollout` for the id of the actor. */
function percentageOfActorsIn({ All: operands = [] }: Expression): number | undefined {
  const share = operands[1];
  const [, percentage] = (typeof share === "object" && share.PercentageOfActors) || [];
  const id = textOfProperty(actorIdProperty);
  const expected = [{ NotEqual: [id, ""] }, { PercentageOfActors: [id, percentage] }];
  return Number.isInteger(percentage) && JSON.stringify(operands) === JSON.stringify(expected)
    ? Number(percentage)
    : undefined;
}

/** The whole percentage of `drawn`. */
function percentageOfTimeIn({ LessThan: [random, percentage] = [] }: Expression) {
  return JSON.stringify(random) === '{"Random":[100]}' && Number.isInteger(percentage)
    ? Number(percentage)
    : undefined;
}
