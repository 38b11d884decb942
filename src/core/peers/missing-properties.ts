import { compileExpression } from "../expressions/compile-expression.ts";
import type { Argument, Expression } from "../expressions/expression.ts";
import { operandsOf, type PeerCondition } from "./condition.ts";

/** Operators whose results are not known without a check. */
const open: ReadonlySet<string> = new Set([
  ...["FeatureEnabled", "Now", "PercentageOfActors", "Random"],
]);

const noProperties = {
  featureKey: "",
  properties: {},
  references: [],
  now: () => 0,
  random: () => 0,
  crc32: () => 0,
};

/**
 * Whether a condition can be true because properties are missing, as "country is not DE" is. A
 * check without an actor lacks all of them, also those that the application knows.
 */
export function matchesMissing(condition: PeerCondition): boolean {
  return outcomeOf(condition) === "missing";
}

/** Whether a condition can be true without properties, and whether it is so because of that. */
type Outcome = "never" | "other" | "missing";

function outcomeOf(condition: PeerCondition): Outcome {
  if (typeof condition === "boolean") {
    return condition ? "other" : "never";
  }
  const all = operandsOf("All", condition)?.map(outcomeOf);
  if (all !== undefined) {
    return all.includes("never") ? "never" : anyOutcome(all);
  }
  const any = operandsOf("Any", condition)?.map(outcomeOf);
  return any === undefined ? outcomeOfComparison(condition) : anyOutcome(any);
}

function anyOutcome(outcomes: readonly Outcome[]): Outcome {
  const ordered = ["missing", "other"] as const;
  return ordered.find((each) => outcomes.includes(each)) ?? "never";
}

/** A feature that is only enabled for fewer without properties can be disabled because of that. */
function outcomeOfComparison(comparison: Expression): Outcome {
  const names = namesIn(comparison);
  const isReference = names.includes("FeatureEnabled");
  if (comparison.FeatureEnabled !== undefined || !(isReference || names.includes("Property"))) {
    return "other";
  }
  const isOpen = names.some((name) => open.has(name));
  return isOpen || compileExpression(comparison).isTrue(noProperties) ? "missing" : "never";
}

function namesIn(argument: Argument): readonly string[] {
  return typeof argument === "object"
    ? Object.entries(argument).flatMap(([name, operands]) => [name, ...operands.flatMap(namesIn)])
    : [];
}
