import type { ExplainedGateAnswer, ExplainedTermAnswer } from "../answers/explained-answers.ts";
import { counted, firstOf, shortened, withCommas } from "./counted-text.ts";
import { operatorText } from "./expression-text.ts";

const namesMax = 5;
const bucketsPerPercent = 1_000;
const percentMax = 100;

/** Why a gate matches or does not match, on one line. */
export function explainedGateText(gate: ExplainedGateAnswer): string {
  switch (gate.gate) {
    case "boolean":
      return gate.opens ? "enabled for everyone" : "not enabled for everyone";
    case "expression":
      return expressionReason(gate);
    case "actors":
      return actorsReason(gate);
    case "percentage_of_actors":
      return bucketReason(gate);
    case "percentage_of_time":
      return timeReason(gate);
    case "groups":
      return groupsReason(gate);
  }
}

type Gate<Name extends ExplainedGateAnswer["gate"]> = Extract<ExplainedGateAnswer, { gate: Name }>;

function actorsReason({ opens, count, matched }: Gate<"actors">): string {
  if (opens) {
    return `lists ${firstOf(matched, namesMax)}`;
  }
  return count === 0 ? "no actors" : `lists ${counted(count, "actor")}, not this one`;
}

function bucketReason({ opens, percentage, bucket, threshold }: Gate<"percentage_of_actors">) {
  if (bucket === null) {
    return `${percentage}%; needs an actor`;
  }
  const position = `bucket ${withCommas(bucket)} of 100,000`;
  if (opens) {
    return `${position} is below ${withCommas(threshold)} (${percentage}%)`;
  }
  // The gate matches buckets below 1,000 times the percentage, which is an integer.
  const matchesFrom = Math.min(Math.floor(bucket / bucketsPerPercent) + 1, percentMax);
  return `${position} is not below ${withCommas(threshold)} (${percentage}%); matches from ${matchesFrom}%`;
}

function timeReason({ opens, percentage }: Gate<"percentage_of_time">): string {
  return percentage === 0
    ? "0%"
    : `by chance in ${percentage}% of the checks; ${opens ? "matches this time" : "not this time"}`;
}

function groupsReason({ opens, groups }: Gate<"groups">): string {
  const names = (wanted: readonly { readonly name: string }[]) =>
    firstOf(
      wanted.map(({ name }) => name),
      namesMax,
    );
  const matching = groups.filter(({ matches }) => matches);
  const unknown = groups.filter(({ matches, is_known: isKnown }) => !(matches || isKnown));
  const first = opens
    ? `in ${names(matching)}`
    : groups.length === 0
      ? "no groups"
      : `in none of ${names(groups)}`;
  return unknown.length === 0
    ? first
    : `${first}; not known here: ${names(unknown)} (name the actor's groups with --group)`;
}

function expressionReason(gate: Gate<"expression">): string {
  const { fault = null } = gate;
  const reason = evaluationReason(gate);
  return fault === null ? reason : `the stored expression is faulty: ${fault}; ${reason}`;
}

function evaluationReason({ opens, tree, actors, is_in_cycle: isInCycle }: Gate<"expression">) {
  if (tree === null) {
    // A tree in an answer has at most some thousand nodes.
    return actors.length === 0 ? "no expression" : opens ? "is true" : "is not true";
  }
  const error = firstError(tree);
  const deciding = error ?? decision(tree);
  const many =
    actors.length > 1 ? `${withCommas(trueCount(actors))} of ${actors.length} actors; ` : "";
  const cycle =
    isInCycle && opens !== (tree.value?.text === "true")
      ? "; features that refer to each other are decided together"
      : "";
  return `${many}${deciding}${cycle}`;
}

function trueCount(actors: Gate<"expression">["actors"]): number {
  return actors.filter(({ is_true: isTrue }) => isTrue).length;
}

/** The first failed evaluation, which makes the whole gate not match. */
function firstError(term: ExplainedTermAnswer): string | undefined {
  if (term.error !== null) {
    return `failed at ${termWords(term)}: ${term.error}`;
  }
  for (const operand of term.operands) {
    const found = firstError(operand);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** The result, and the operand that decided it: `operand 2 of All decided: seats (4) over 10: false`. */
function decision(term: ExplainedTermAnswer): string {
  const path: string[] = [];
  let decisive = term;
  while (decisive.decided_by !== null && decisive.operands.length > 1) {
    const operand = decisive.operands[decisive.decided_by];
    if (operand === undefined) {
      break;
    }
    path.push(`operand ${decisive.decided_by + 1} of ${decisive.operator}`);
    decisive = operand;
  }
  const reasons = [...new Set(reasonsIn(decisive))].slice(0, namesMax);
  const sentence = [
    `${termWords(decisive)}: ${decisive.value?.text ?? "unknown"}`,
    ...reasons,
  ].join("; ");
  return path.length === 0 ? sentence : `${path.join(", ")} decided: ${sentence}`;
}

const joints: ReadonlySet<string | null> = new Set(["All", "Any"]);
const comparisons: ReadonlySet<string | null> = new Set([
  "Equal",
  "GreaterThan",
  "GreaterThanOrEqualTo",
  "LessThan",
  "LessThanOrEqualTo",
]);
const typeNames: Readonly<Record<string, string>> = {
  text: "a text",
  number: "a number",
  boolean: "a boolean",
  time: "a time",
  list: "a list",
  object: "an object",
};

/** Why comparisons are false that look true: missing properties, and different types. */
function reasonsIn(term: ExplainedTermAnswer): readonly string[] {
  if (joints.has(term.operator)) {
    return term.operands.flatMap((operand) => reasonsIn(operand));
  }
  if (!comparisons.has(term.operator) || term.value?.text !== "false") {
    return [];
  }
  const missing = term.operands
    .filter(isMissing)
    .map((operand) => `${nameOf(operand)} is not given`);
  const [left, right] = term.operands.map(({ value }) => typeNames[value?.type ?? ""]);
  return missing.length > 0 || left === undefined || right === undefined || left === right
    ? missing
    : [`${left} is compared with ${right}`];
}

function isMissing({ operator, value }: ExplainedTermAnswer): boolean {
  return operator === "Property" && value?.type === "null";
}

function nameOf({ operands: [name] }: ExplainedTermAnswer): string {
  return name?.value?.text ?? "a property";
}

function termWords(term: ExplainedTermAnswer): string {
  return shortened(textOf(term, false));
}

/** An operand with the values of properties: `plan ("free") is "pro"`. */
function textOf(term: ExplainedTermAnswer, isInner: boolean): string {
  const { operator, value, operands } = term;
  const shown =
    value === null ? "" : value.type === "text" ? JSON.stringify(value.text) : value.text;
  const [first] = operands;
  if (operator === null) {
    return shown;
  }
  if (operator === "Property" && first?.operator === null) {
    return `${nameOf(term)} (${isMissing(term) ? "not given" : shown || "failed"})`;
  }
  if (operator === "FeatureEnabled" && first?.operator === null) {
    return `${first.value?.text ?? ""} is enabled`;
  }
  return operatorText(
    operator,
    operands.map((operand) => textOf(operand, true)),
    isInner,
  );
}
